"""Blocks as flat code: jumps, decisions with numbers, variables."""

from kernel.small import PLAIN, small

from splendor_dsl.game.game import Game
from splendor_dsl.ir import nodes
from splendor_dsl.semantics.model import MovePieces, MoveTokens, SetCounter


def routine(game: Game, path: str) -> nodes.Routine:
    return next(each for each in game.program.routines if each.path == path)


def kinds(steps: tuple[nodes.Instruction, ...]) -> list[str]:
    return [type(step).__name__ for step in steps]


def action(steps: str, **sections: str) -> tuple[Game, nodes.Routine]:
    game = small(actions=f'try as "try" {{ {steps} }}\nrest as "rest" {{}}', **sections)
    return game, routine(game, "actions.try")


def test_the_game_is_rounds_of_turns() -> None:
    game = routine(small(), "game")
    assert kinds(game.steps) == [
        "Call", "BeginRound", "Triggers", "Owed", "BeginTurn", "Triggers", "Owed", "Call",
        "EndTurn", "Triggers", "Owed", "EndRound",
    ]  # fmt: skip
    assert game.steps[8] == nodes.EndTurn(turn=4)
    assert game.steps[11] == nodes.EndRound(round=1)


def test_decisions_are_numbered_once_and_for_all() -> None:
    program = small().program
    assert [decision.number for decision in program.decisions] == list(
        range(len(program.decisions))
    )
    assert [entry.lead.number for entry in program.actions] == [1, 2, 4, 5]
    assert isinstance(program.decisions[0], nodes.KeepLimits)
    assert isinstance(program.decisions[3], nodes.Payment)


def test_the_lead_of_an_action_holds_its_choices_and_what_they_imply() -> None:
    program = small().program
    buy = program.actions[1]
    assert [type(step).__name__ for step in buy.lead.steps] == ["ChoosePiece"]
    assert [type(step).__name__ for step in buy.lead.implied] == ["Pay"]
    assert kinds(program.routines[buy.routine].steps) == ["Payment", "MovePieces"]


def test_an_if_jumps_over_its_block() -> None:
    steps = """
        if days > 1 { gain up to 1 iron }
        else { gain up to 1 copper }
        move top of deck to hand
    """
    _, code = action(steps, counters="days 0 from 0 to 9")
    assert kinds(code.steps) == ["JumpUnless", "MoveTokens", "Jump", "MoveTokens", "MovePieces"]
    first, over = code.steps[0], code.steps[2]
    assert isinstance(first, nodes.JumpUnless)
    assert isinstance(over, nodes.Jump)
    assert (first.target, over.target) == (3, 4)


def test_a_loop_comes_back_to_its_head() -> None:
    _, code = action(
        "for each other player { count days = days + 1 }", counters="days 0 from 0 to 9"
    )
    assert kinds(code.steps) == ["LoopBegin", "LoopNext", "SetCounter", "Jump"]
    head, back = code.steps[1], code.steps[3]
    assert isinstance(head, nodes.LoopNext)
    assert (head.exit, back) == (4, nodes.Jump(target=1))
    assert code.variables == ("player", "player", "list of player")


def test_a_later_run_of_choices_leaves_out_the_rest_of_its_block() -> None:
    steps = """
        gain up to 1 iron
        if days = 0 {
          choose coin: coins
          require odd: coin != iron
          gain then: 1 coin
          gain last: 1 coin
        }
        move top of deck to hand
    """
    game, code = action(steps, counters="days 0 from 0 to 9")
    assert kinds(code.steps) == [
        "MoveTokens",
        "JumpUnless",
        "Ask",
        "MoveTokens",
        "MoveTokens",
        "MovePieces",
    ]
    ask = code.steps[2]
    assert isinstance(ask, nodes.Ask)
    assert ask.exit == 5
    assert [type(step).__name__ for step in ask.steps] == ["ChooseToken", "Require"]
    assert game.program.decisions[ask.number] == ask


def test_a_choice_that_may_be_declined_begins_a_run_of_its_own() -> None:
    _, code = action(
        "gain up to 1 iron; choose one: coins; may choose other: coins; gain then: 1 one"
    )
    assert kinds(code.steps) == ["MoveTokens", "Ask", "Ask", "MoveTokens"]
    one, other = code.steps[1], code.steps[2]
    assert isinstance(one, nodes.Ask)
    assert isinstance(other, nodes.Ask)
    assert (one.may, other.may) == (False, True)


def test_requirements_without_a_choice_are_a_guard() -> None:
    _, code = action(
        "gain up to 1 iron; require some: iron in purse > 1; gain more: up to 1 copper"
    )
    assert kinds(code.steps) == ["MoveTokens", "Guard", "MoveTokens"]


def test_a_payment_is_guarded_unless_the_lead_has_made_sure_of_it() -> None:
    _, led = action("pay 1 iron; gain up to 1 copper")
    assert kinds(led.steps) == ["Payment", "MoveTokens"]
    game, late = action("move top of deck to hand; pay 1 iron")
    assert kinds(late.steps) == ["MovePieces", "Guard", "Payment"]
    assert len(game.program.actions[0].lead.implied) == 1, "the first payment must be possible"


def test_what_a_sum_looks_at_is_scratch() -> None:
    steps = """
        if cards in own where (worth > 1) = 0 { gain up to 1 iron }
        choose coin: coins
        gain last: 1 coin
    """
    _, code = action(steps)
    assert code.variables == ("player", None, "token")


def test_a_trigger_has_what_entered_in_its_second_variable() -> None:
    game = small(triggers="bonus: when cards enters own as card { gain up to 1 star }")
    assert routine(game, "triggers.bonus").variables[:2] == ("player", "piece")


def test_every_step_knows_the_path_of_its_clause() -> None:
    for each in small(**PLAIN_WITH_MORE).program.routines:
        for step in each.steps:
            if isinstance(step, MoveTokens | MovePieces | SetCounter | nodes.Ask | nodes.Payment):
                assert step.where.path.startswith(each.path + ".")


PLAIN_WITH_MORE = {
    "actions": PLAIN["actions"],
    "triggers": "alms: at start of turn { gain up to 1 star }",
}
