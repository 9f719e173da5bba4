"""Requirements that tell what a player can't see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.checks.checked import Checked
from splendor_dsl.semantics.checks.flow import all_steps
from splendor_dsl.semantics.checks.turns import OWN
from splendor_dsl.semantics.checks.world import nodes_of
from splendor_dsl.semantics.requirements import leading_run


@problem_kind
class TellsSecret(Problem):
    """Whether a move is offered depends on a piece that the player can't see.

    The list of moves, and why one can't be made, would tell what lies on top of a face-down deck or in the hand of
    another player.

    Fails, as nobody knows the card:

        actions {
          dig {
            choose card: top of deck
            require good: points of card >= 1
            move card to hand
          }
        }

    Passes, as all see it:

        actions {
          dig {
            choose card: cards in table
            require good: points of card >= 1
            move card to hand
          }
        }
    """

    code = "SPL416"
    severity = "warning"
    headline = "expected a requirement on what the player can see, found {text!r}, which reads {field!r} in {zone!r}"
    hint = "ask it of a piece that lies face up, or look at it 'if' it is so, once it was moved"

    text: str
    field: str
    zone: str


def secrets(game: Checked) -> Iterator[Problem]:
    """No requirement that leads an action reads a field of a chosen piece that the player can't know.

    Bounds: pieces of zones that are face down, and of zones known to their owner that are another player's, unless some
    step reveals the zone. What cuts a zone into parts is known, and a field that is the same for all pieces of a kind.
    """
    model = game.model
    shown = {step.zone.zone for _, step in all_steps(model) if isinstance(step, m.Reveal)}
    for action in model.actions:
        hidden: dict[int, m.Zone] = {}
        for step in leading_run(action.code.steps, lead=True):
            if isinstance(step, m.Choose):
                zone = _hidden(step, model)
                hidden |= {} if zone is None or zone.name in shown else {step.slot: zone}
            else:
                yield from _told(step, hidden, model)


def _hidden(step: m.Choose, model: m.Model) -> m.Zone | None:
    """The first zone of a choice whose pieces the player can't see."""
    for source in step.sources:
        zone = model.zones[source.zone.zone]
        others = zone.owned and source.zone.player != OWN
        if zone.face == "down" or (zone.face == "owner" and others):
            return zone
    return None


def _told(step: m.Require, hidden: Mapping[int, m.Zone], model: m.Model) -> Iterator[Problem]:
    for node in nodes_of(step.value):
        slot = _slot(node)
        if not isinstance(node, v.FieldOf) or slot not in hidden:
            continue
        zone = hidden[slot]
        if node.field != zone.by and _differs(node.field, zone, model):
            where = step.where
            related = (Related(zone.where.span, f"{zone.name!r} is declared here"),)
            yield TellsSecret(
                text=step.text,
                field=node.field,
                zone=zone.name,
                span=where.span,
                path=where.path,
                related=related,
            )
            return


def _slot(node: object) -> int:
    local = node.piece if isinstance(node, v.FieldOf) else None
    return local.slot if isinstance(local, v.Local) else -1


def _differs(name: str, zone: m.Zone, model: m.Model) -> bool:
    """Whether pieces of a zone may differ in a field."""
    kind = zone.kind or ""
    return len({model.pieces[piece].values[name] for piece in model.pieces_of(kind)}) > 1
