"""Saved games: each move is on the disk before the next one is asked for, and a game goes on by the rules it began with.

One SQLite file in the user's data folder holds all games. A save has the texts of its rules with all layers, tables and
mechanics, who plays, how the game began, and its moves; a move is a transaction. Nothing here knows a terminal.

A front end begins a game, then reports each move of people and bots after it was made:

    store = open_store()
    saved = store.begin(new_save(name=..., resolved=..., extensions=..., game=..., state=state, seats=("human", "greedy")))
    state.push(move)
    saved.add(move, seat=seat, position=state.hash, drawn={1: bots[1].stream.drawn})
    saved.take_back(2)
    saved.finish(result_of(state))
    saved.close()

`drawn` has, for each bot, the number of words that its random stream has produced so far, so that it chooses the same
after a pause. `close` gives the game free for other programs; a game without any move is dropped then.

A game goes on where it was left, the newest unfinished one without a number:

    saved = store.resume(3)
    loaded = load_rules(saved.save, extensions)
    played = replay(saved.save, game(loaded.model, backend="python"))

`played.state` is the last position, `played.before` the seat and the drawn words of each move, for undo.

All of them raise `SaveError` with a problem that can be shown. After one from `add`, `take_back` or `finish` the game can
be played on: what could not be written waits, and the next call writes it too (`saved.waiting` says how much).
`read_store().games()` lists all games, and `read(3)` returns one, also while another program plays it.

Open `store.py` first, then `saved_game.py`; `database.py` has the tables.
"""
