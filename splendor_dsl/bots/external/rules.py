"""The rules of a game as plain data for programs: components, actions, ends, each with the sentences of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from splendor_dsl.bots.plan import Purchase, plan
from splendor_dsl.game.game import Game
from splendor_dsl.semantics.model import Field, Model, Piece, Trigger, Zone
from splendor_dsl.semantics.where import Where

Facts = dict[str, Any]


def rules_to_dict(game: Game, sentences: Mapping[str, str]) -> Facts:
    """Return the rules of a game; `sentences` has the sentence of each clause, by its path."""
    return _Rules(game.model, sentences).all_of(game)


@frozen
class _Rules:
    """A model as plain data."""

    model: Model
    sentences: Mapping[str, str]

    def all_of(self, game: Game) -> Facts:
        """Return all parts."""
        model = self.model
        return {
            "name": game.name,
            "title": game.title,
            "hash": game.hash,
            "players": {"low": model.low_players, "high": model.high_players},
            "parameters": {each.name: each.value for each in model.parameters.values()},
            "tokens": [
                {"name": each.name, "group": each.group, "title": each.where.title}
                for each in model.tokens
            ],
            "supply": self._clause("supply"),
            "kinds": [
                {
                    "name": kind.name,
                    **self._titled(kind.where),
                    "fields": [self._field(each) for each in kind.fields.values()],
                }
                for kind in model.kinds.values()
            ],
            "pieces": [self._piece(each) for each in model.pieces],
            "zones": [self._zone(each) for each in model.zones.values()],
            "counters": [
                {"name": each.name, "owned": each.owned, "low": each.low, "high": each.high}
                | self._titled(each.where)
                for each in model.counters.values()
            ],
            "markers": [
                {"name": each.name, **self._titled(each.where)} for each in model.markers.values()
            ],
            "values": [
                {"name": each.name, "type": each.type, **self._titled(each.where)}
                for each in model.values.values()
            ],
            "limits": [
                {"name": each.name, "zone": each.zone, **self._titled(each.where)}
                for each in model.limits.values()
            ],
            **self._course(),
        }

    def _course(self) -> Facts:
        """Return what happens in a game."""
        model = self.model
        purchases = {path: effect.purchase for path, effect in plan(model).effects.items()}
        return {
            "setup": self._clause("setup"),
            "phases": [{"name": each.name, **self._titled(each.where)} for each in model.phases],
            "turn": self._clause("turn"),
            "actions": [
                {
                    "name": each.name,
                    **self._titled(each.where),
                    "notation": each.notation,
                    "purchase": self._purchase(purchases.get(each.where.path)),
                }
                for each in model.actions
            ],
            "triggers": [self._trigger(each) for each in model.triggers],
            "ends": [{"name": each.name, **self._titled(each.where)} for each in model.ends],
            "ranking": self._clause(model.ranking.where.path),
        }

    # ---- clauses -----------------------------------------------------------------------------
    def _clause(self, path: str) -> Facts:
        """Return a clause with its sentences and those of all clauses in it."""
        said = [
            text
            for each, text in self.sentences.items()
            if each == path or each.startswith(f"{path}.")
        ]
        return {"path": path, "sentences": said}

    def _titled(self, where: Where) -> Facts:
        return {"title": where.title, **self._clause(where.path)}

    # ---- components --------------------------------------------------------------------------
    def _field(self, each: Field) -> Facts:
        return {
            "name": each.name,
            "title": each.where.title,
            "type": each.type,
            "low": each.low,
            "high": each.high,
            "group": each.group,
        }

    def _piece(self, piece: Piece) -> Facts:
        values = {
            name: self._amounts(value) if isinstance(value, tuple) else value
            for name, value in piece.values.items()
        }
        return {
            "label": piece.label,
            "kind": piece.kind,
            "title": piece.title,
            "thing": piece.thing,
            "fields": values,
        }

    def _amounts(self, amounts: tuple[int, ...]) -> Facts:
        """Return the amounts that are not zero, by token."""
        names = self.model.token_names()
        return {name: count for name, count in zip(names, amounts, strict=True) if count}

    def _zone(self, zone: Zone) -> Facts:
        refill = zone.refill
        return {
            "name": zone.name,
            **self._titled(zone.where),
            "kind": zone.kind,
            "by": zone.by,
            "owned": zone.owned,
            "face": str(zone.face),
            "slide": zone.slide,
            "refill": None if refill is None else {"from": refill.source, "when": str(refill.when)},
        }

    def _trigger(self, trigger: Trigger) -> Facts:
        when = {"at": str(trigger.at), "zone": trigger.zone}
        return {"name": trigger.name, **self._titled(trigger.where), **when}

    def _purchase(self, purchase: Purchase | None) -> Facts | None:
        """Return how an action buys a piece; none if it does not."""
        if purchase is None:
            return None
        names = self.model.token_names()
        return {
            "from": list(purchase.sources),
            "cost": purchase.cost,
            "less": list(purchase.discounts),
            "pay_from": purchase.pile,
            "wild": {
                names[wild]: [names[token] for token in sorted(others)]
                for wild, others in purchase.wilds.items()
            },
            "to": purchase.target,
        }
