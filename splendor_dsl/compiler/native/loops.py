"""Loops over many games without Python, the view of a seat, and the hash: common to all native games.

This module is copied and compiled beside those of the games, so it imports nothing of ours. A game comes as numbers: the
addresses of its functions, its state before the setup, and the layout of that.
"""

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

U = np.uint64
GOLDEN = U(0x9E3779B97F4A7C15)
HALF = U(32)
NOTHING = U(1 << 63)
# The words of a workspace, for the input and output of a game; the options follow.
CHANCE, DRAWN, MOST_TURNS, DECIDES, LAST_DRAWN = 0, 1, 2, 3, 5
# The first columns of a row of results.
OVER, TURN, ROUND, DECISIONS, KIND, ABOUT_GAME = 0, 1, 2, 3, 4, 5
UNFINISHED = 3
PLAYOUT = 1
# The ways in which a seat chooses; other numbers are the addresses of functions.
ANY, WEIGHTS = 0, 1
CHECKED = 1 << 40
UNKNOWN = 255
UNBOUND = -(1 << 40)
# The kinds of parts that a hash folds.
WORD, CONSTANT, LANES, ROW, MEMBERS, BOUND, PAYMENT, REST, OWED, STACK = range(10)


@intrinsic
def call(typing, function, values):
    """Call the function at an address with some numbers."""
    count = len(values)

    def code(context, builder, signature, arguments):
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word] * count)
        pointer = builder.inttoptr(arguments[0], kind.as_pointer())
        return builder.call(pointer, cgutils.unpack_tuple(builder, arguments[1]))

    return types.int64(types.int64, values), code


# ---- chance ----------------------------------------------------------------------------------
@njit(cache=True, nogil=True)
def mix(z):
    """Return a word scrambled."""
    z = (z ^ (z >> U(30))) * U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U(27))) * U(0x94D049BB133111EB)
    return z ^ (z >> U(31))


@njit(cache=True, nogil=True)
def stream_key(seed, game, stream):
    """Return the key of a stream of chance."""
    return mix(mix(mix(U(seed)) + U(game)) + U(stream))


@njit(cache=True, nogil=True)
def next_word(keys, drawn, seat):
    """Return the next word of a seat's stream."""
    drawn[seat] += 1
    return mix(keys[seat] + U(drawn[seat]) * GOLDEN)


@njit(cache=True, nogil=True)
def below(word, bound):
    """Return a number below a bound."""
    return np.int64(((word >> HALF) * U(bound)) >> HALF)


@njit(cache=True, nogil=True)
def lane_of(word, lane, bits):
    """Return one of the numbers packed in a word, `bits` each; a mask of 63 bits must not overflow either."""
    return word >> lane * bits & ~(-1 << bits)


# ---- what a seat sees ------------------------------------------------------------------------
@njit(cache=True, nogil=True)
def write_view(state, pieces, seen, seen_pieces, seat, secret_words, secret_piles, cleared, zones):
    """Write the view of a seat: unknown pieces are 255, a hidden pile is minus its total."""
    seen[:] = state
    for row in secret_words:
        if row[1] != seat:
            seen[row[0]] = 0
    for row in secret_piles:
        if row[1] != seat:
            total = 0
            for lane in range(row[2]):
                total += lane_of(state[row[0]], lane, row[3])
            seen[row[0]] = -total
    for row in cleared:
        seen_pieces[row[0] : row[1]] = 0
    for row in zones:
        begin, marks, least = row[0], row[3], 1 if row[4] == seat else 2
        count = state[row[1]] if row[1] >= 0 else row[2]
        if marks < 0:
            for at in range(begin, begin + count):
                seen_pieces[at] = UNKNOWN if pieces[at] > 0 else 0
            continue
        for at in range(count):
            if pieces[begin + at] > 0 and pieces[marks + at] < least:
                seen_pieces[begin + at] = UNKNOWN
        if row[5] == 0:
            seen_pieces[begin : begin + count].sort()


# ---- the hash of a position ------------------------------------------------------------------
@njit(cache=True, nogil=True)
def fold(folded, word):
    """Return a hash extended by a word."""
    return mix((folded ^ U(word)) + GOLDEN)


@njit(cache=True, nogil=True)
def fold_row(folded, row, state, pieces):
    """Return a hash extended by the part of a state that a row of a plan describes."""
    what, one, two, three, four = row[0], row[1], row[2], row[3], row[4]
    if what == WORD:
        return fold(folded, state[one] + two)
    if what == CONSTANT:
        return fold(folded, one)
    if what == ROW:
        count = state[two] if two >= 0 else three
        folded = fold(folded, count)
        for at in range(count):
            place = one + count - 1 - at if row[5] else one + at
            folded = fold(folded, np.int64(pieces[place]) - four)
        return folded
    if what == LANES:
        folded = fold(folded, two)
        for lane in range(two):
            folded = fold(folded, lane_of(state[one], lane, three))
        return folded
    if what == OWED:
        folded = fold(folded, state[one])
        for at in range(state[one]):
            packed = lane_of(state[two], at, three)
            folded = fold(folded, packed * four + state[row[6]] * row[5])
        return folded
    if state[one] == UNBOUND:
        return fold(folded, NOTHING)
    if what == BOUND:
        return fold(folded, state[one] + two)
    return fold_held(folded, row, state, pieces)


@njit(cache=True, nogil=True)
def fold_held(folded, row, state, pieces):
    """Return a hash extended by a list of a half-made move."""
    what, one, two, three = row[0], row[1], row[2], row[3]
    if what == MEMBERS:
        count = 0
        for at in range(63):
            count += state[one] >> at & 1
        folded = fold(folded, count)
        for at in range(63):
            if state[one] >> at & 1:
                folded = fold(folded, at)
        return folded
    if what == PAYMENT:
        folded = fold(folded, state[one])
        for at in range(state[one]):
            folded = fold(folded, lane_of(state[two], row[4 + at], three))
        return folded
    folded = fold(folded, state[two] - state[one])
    for at in range(state[one], state[two]):
        folded = fold(folded, row[4 + at] if three < 0 else np.int64(pieces[three + at]) - 1)
    return folded


@njit(cache=True, nogil=True)
def position_hash(state, pieces, plan, stacks, codes, code_word):
    """Return the hash of a position, by the plan of its cells and the plans of half-made moves by label."""
    folded = U(0)
    for row in plan:
        if row[0] != STACK:
            folded = fold_row(folded, row, state, pieces)
            continue
        for at in range(codes.shape[0]):
            if codes[at, 0] == state[code_word]:
                for inner in stacks[codes[at, 1] : codes[at, 2]]:
                    folded = fold_row(folded, inner, state, pieces)
    return folded


# ---- many games ------------------------------------------------------------------------------
@njit(cache=True, nogil=True)
def choose_by_weight(ids, count, seen_pieces, seat, weights, keys, drawn):
    """Return the place of one of the options of greatest weight; once in a while, of any."""
    of_options, looks, of_pieces, random_odds = weights
    if random_odds[seat] and below(next_word(keys, drawn, seat), random_odds[seat]) == 0:
        return below(next_word(keys, drawn, seat), count)
    best, equal = -np.inf, 0
    for chosen in range(2):
        wanted = below(next_word(keys, drawn, seat), equal) if chosen else 0
        for at in range(count):
            place = looks[seat, ids[at]]
            piece = seen_pieces[place] if place >= 0 else 0
            weight = of_options[seat, ids[at]] + of_pieces[seat, piece]
            if chosen:
                if weight == best:
                    if wanted == 0:
                        return at
                    wanted -= 1
            elif weight > best:
                best, equal = weight, 1
            elif weight == best:
                equal += 1
    return 0


@njit(cache=True, nogil=True)
def play_seated(play, table, chance, caps, ways, weights, plan):
    """Play a game with a way to choose for each seat; return the number of decisions, or -1 minus a seat at fault."""
    state, pieces, workspace, ids, seen, seen_pieces, wide, where = table
    keys, drawn = chance
    at_state, at_workspace = state.ctypes.data, workspace.ctypes.data
    workspace[MOST_TURNS] = -1
    count = call(play, (at_state, at_workspace, -1))
    decisions = 0
    while count > 0 and state[where[1]] <= caps[0] and decisions < caps[1]:
        seat = workspace[DECIDES]
        chosen = 0
        if ways[seat] == ANY:
            chosen = below(next_word(keys, drawn, seat), count)
        else:
            write_view(state, pieces, seen, seen_pieces, seat, *plan)
            if ways[seat] == WEIGHTS:
                chosen = choose_by_weight(ids, count, seen_pieces, seat, weights, keys, drawn)
            else:
                for at in range(count):
                    wide[at] = ids[at]
                word = np.int64(next_word(keys, drawn, seat))
                view = seen.ctypes.data, seen_pieces.ctypes.data, wide.ctypes.data
                chosen = call(ways[seat], (view[0], view[1], view[2], count, np.int64(seat), word))
        if chosen < 0 or chosen >= count:
            return -1 - seat
        count = call(play, (at_state, at_workspace, -CHECKED - chosen))
        decisions += 1
    return decisions


@njit(cache=True, nogil=True)
def begin_game(table, start, seed, game):
    """Write the state of a game before its setup."""
    state, where = table[0], table[7]
    state[:] = start
    state[where[3]] = np.int64(stream_key(seed, game, 0))


@njit(cache=True, nogil=True)
def write_results(judge, table, decisions, room, players, row):
    """Write the outcome of a game into a row."""
    state, where = table[0], table[7]
    kind = call(judge, (state.ctypes.data, room.ctypes.data))
    ended = state[where[0]] & 1
    row[OVER] = state[where[0]]
    row[TURN] = state[where[1]]
    row[ROUND] = state[where[2]]
    row[DECISIONS] = decisions
    row[KIND] = kind if ended else UNFINISHED
    width = (row.size - ABOUT_GAME) // players
    for at in range(width * players):
        row[ABOUT_GAME + at] = room[at] if ended or at % width else 0


@njit(cache=True, nogil=True)
def play_many_at_random(functions, table, start, run, players, room, results):
    """Play many games with random options from one stream, and write a row of results for each."""
    play, judge = functions
    state, workspace = table[0], table[2]
    seed, first, workspace[MOST_TURNS], workspace[LAST_DRAWN] = run
    for game in range(results.shape[0]):
        begin_game(table, start, seed, first + game)
        workspace[CHANCE] = np.int64(stream_key(seed, first + game, PLAYOUT))
        workspace[DRAWN] = 0
        call(play, (state.ctypes.data, workspace.ctypes.data, -1))
        write_results(judge, table, workspace[DRAWN], room, players, results[game])


@njit(cache=True, nogil=True)
def play_many_seated(functions, table, start, run, hashes, ways, weights, plan, room, results):
    """Play many games with a way to choose and a stream for each seat; return -1, or a seat that chose wrongly."""
    play, judge = functions
    seed, first, most_turns, most_decisions = run
    caps = most_turns, most_decisions
    keys, drawn = np.zeros(ways.size, np.uint64), np.zeros(ways.size, np.int64)
    for game in range(results.shape[0]):
        begin_game(table, start, seed, first + game)
        for seat in range(ways.size):
            keys[seat], drawn[seat] = mix(hashes[seat] + U(first + game)), 0
        decisions = play_seated(play, table, (keys, drawn), caps, ways, weights, plan)
        if decisions < 0:
            return -1 - decisions
        write_results(judge, table, decisions, room, ways.size, results[game])
    return -1
