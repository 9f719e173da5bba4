"""Games of bots: who plays whom, the games, and what their results show.

A `Pairing` says which bots play by which rules, a `Match` is one game of it, a `Result` is what came of that game. Seats
are rotated within a deal: each deal is played once from every seating. No game needs another, so they can be played in
any order, in several processes, and again from the seed.

Open `matches.py` first; `runner.py` plays them, `results_file.py` keeps results on disk. `statistics.py`, `ratings.py` and
`sequential.py` are functions of numbers alone; `simulation.py` (one table) and `ladder.py` with `standings.py` (round
robins) apply them to results.
"""
