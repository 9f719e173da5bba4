"""The windows over a board: a list to choose from, a text to read, and the cover while the keyboard is passed on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from attrs import frozen
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

T = TypeVar("T")


def _window(leave: str) -> Vertical:
    """Return the frame of a window, whose edge says how it is left."""
    window = Vertical(id="window")
    window.border_subtitle = leave
    return window


@frozen
class Choice(Generic[T]):
    """A line of a list: its text and value, and a note below it; it can't be chosen if `why_not` is given."""

    text: str
    value: T
    why_not: str | None = None


class ListWindow(ModalScreen[T | None]):
    """A list to choose from; nothing is chosen by Escape, or by a click beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, title: str, choices: Sequence[Choice[T]], leave: str) -> None:
        super().__init__()
        self._title, self._choices, self._leave = title, choices, leave

    def compose(self) -> ComposeResult:
        """Lay it out."""
        options = [
            Option(_prompt(choice), disabled=choice.why_not is not None) for choice in self._choices
        ]
        with _window(self._leave):
            yield Static(Text(self._title), id="title")
            yield OptionList(*options, id="choices", markup=False)

    def on_mount(self) -> None:
        """Begin with the first line that can be chosen."""
        free = (at for at, choice in enumerate(self._choices) if choice.why_not is None)
        self.query_one(OptionList).highlighted = next(free, None)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the value of a line."""
        event.stop()
        self.dismiss(self._choices[event.option_index].value)

    def on_click(self, event: events.Click) -> None:
        """Leave at a click beside the window, or on its edge."""
        if event.widget is self or event.widget is self.query_one("#window"):
            self.dismiss(None)

    def action_leave(self) -> None:
        """Choose nothing."""
        self.dismiss(None)


def _prompt(choice: Choice[T]) -> Text:
    text = Text(choice.text)
    if choice.why_not is not None:
        text.append(f"\n  {choice.why_not}", style="italic")
    return text


class TextWindow(ModalScreen[None]):
    """A text to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark", "leave", show=False)
    ]

    def __init__(
        self, title: str, lines: Sequence[str], leave: str, *, at_end: bool = False
    ) -> None:
        super().__init__()
        self._title, self._lines, self._leave, self._at_end = title, lines, leave, at_end

    def compose(self) -> ComposeResult:
        """Lay it out."""
        with _window(self._leave):
            yield Static(Text(self._title), id="title")
            with VerticalScroll(id="text"):
                yield Static(Text("\n".join(self._lines)))

    def on_mount(self) -> None:
        """Begin at the end if the last lines are the newest."""
        text = self.query_one("#text", VerticalScroll)
        text.focus()
        if self._at_end:
            self.call_after_refresh(text.scroll_end, animate=False)

    def on_click(self, event: events.Click) -> None:
        """Leave at a click beside the window, or on its edge."""
        if event.widget is self or event.widget is self.query_one("#window"):
            self.dismiss(None)

    def action_leave(self) -> None:
        """Close it."""
        self.dismiss(None)


class CoverWindow(ModalScreen[str | None]):
    """An empty screen until the next person sits at the keyboard; some orders can be given meanwhile."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "leave", show=False),
        Binding("u", "leave('undo')", show=False),
        Binding("q", "leave('leave')", show=False),
    ]

    def __init__(self, text: str, lines: Sequence[str]) -> None:
        super().__init__(classes="cover")
        self._text, self._lines = text, lines

    def compose(self) -> ComposeResult:
        """Lay it out."""
        yield Static(Text("\n".join(self._lines)), id="before")
        yield Static(Text(self._text), id="cover")

    def on_click(self) -> None:
        """Uncover the table."""
        self.dismiss(None)

    def action_leave(self, order: str | None = None) -> None:
        """Uncover the table, or carry an order out."""
        self.dismiss(order)
