"""The worth of positions and a search by it, common to all native games.

This module is copied and compiled behind `loops.py`, so it imports nothing else of ours. A game comes as numbers: the
addresses of its functions, a plan that says what is worth what (`bots/native_evaluation.py`), and positions to begin
from. `parts_of` computes what `bots/evaluation.py` does, and `judge_parts` what `bots/leaf.py`; a test compares them.

The tree has a node for each sequence of decisions, whatever chance brought in between: each playout begins from a
position of its own, and a node counts how often it could be reached at all. A new node gets children for all its
options at once, each with the worth of the position behind it, by which it is tried more or less often.
"""

import numpy as np
from numba import njit

from splendor_dsl.compiler.native.loops import (
    DECIDES,
    GOLDEN,
    MOST_TURNS,
    U,
    below,
    call,
    lane_of,
    mix,
    stream_key,
)

# The numbers of a plan.
PLAYERS, TOKENS, BITS, ROUND_WORD, FACTS, CHANCE_KEY, CHANCE_DRAWN, RESULTS, MOVER, TURN_WORD = (
    range(10)
)
# Its weights, in the order of `bots/native_evaluation.py`.
(
    REDUCTION, MOST_REDUCTIONS, FALL, TOKEN, MOST_TOKENS, WILD, PROSPECT, PIECE, A_TURN, GAIN, GAIN_OF_ONE, FEWER,
    PROSPECTS, LATE, WHOLE, REACHED, BEYOND, OTHER, COVERED, BIAS, SHARPNESS,
) = range(21)  # fmt: skip
# The columns of a node, and what stands for none.
FIRST, NEXT, OPTION, VISITS, CHOOSER = range(5)
NONE = -1
MOST_DRAWN = 8


# ---- the worth of a position -------------------------------------------------------------------
@njit(cache=True, nogil=True)
def goal_worth(row, left, right, plan):
    """Return how much of a goal has been reached."""
    numbers, weights = plan[0], plan[1]
    if row[2] == 1:
        worth = 0.0
        for token in range(numbers[TOKENS]):
            want = lane_of(right, token, numbers[BITS])
            if want > 0:
                worth += min(1.0, lane_of(left, token, numbers[BITS]) / want)
        return weights[COVERED] * worth
    scores = row[3] == 1
    unit = (weights[WHOLE] if scores else weights[OTHER]) / max(1, right)
    worth = unit * min(left, right)
    if scores and left >= right:
        worth += weights[REACHED] + weights[BEYOND] * unit * (left - right)
    return worth


@njit(cache=True, nogil=True)
def ware_worth(ware, means, wild, owned, reduction, tables, plan):
    """Return the worth of a thing that can be bought, the less the more turns it takes until it can be paid."""
    numbers, weights = plan[0], plan[1]
    prices, scores, lowers = tables
    lacking, most, new = 0, 0, 0
    for token in range(numbers[TOKENS]):
        short = prices[ware, token] - means[token]
        if short > 0:
            lacking += short
            most = max(most, short)
        if owned[token] < weights[MOST_REDUCTIONS]:
            new += lowers[ware, token]
    missing = max(0, lacking - wild)
    turns = max(missing / weights[GAIN], most / weights[GAIN_OF_ONE]) if missing > 0 else 0.0
    worth = weights[PIECE] + scores[ware] + reduction * new
    return worth * weights[A_TURN] ** turns if turns > 0 else worth


@njit(cache=True, nogil=True)
def shop_worth(shop, seat, owned, reduction, position, plan):
    """Return the worth of the tokens that pay in a shop, and that of the best things to buy there."""
    state, pieces, facts = position
    numbers, weights, _goals, _values, _lowers, _lasts, shops, _leaf = plan
    prices, scores, lowers, wares, sources, piles, offs, wilds = shops
    tokens, bits = numbers[TOKENS], numbers[BITS]
    held = state[piles[shop, seat]]
    means = np.zeros(tokens, np.int64)
    wild, paying, worth = 0, 0.0, 0.0
    for token in range(tokens):
        have = lane_of(held, token, bits)
        means[token] = have
        if wilds[shop] >> token & 1:
            wild += have
        else:
            paying += weights[TOKEN] * min(have, weights[MOST_TOKENS])
    paying += weights[WILD] * wild
    for at in range(offs.shape[0]):
        if offs[at, 0] == shop:
            off = facts[seat * numbers[FACTS] + offs[at, 1]]
            for token in range(tokens):
                means[token] += lane_of(off, token, bits)
    best = np.full(int(weights[PROSPECTS]), -np.inf)
    tables = prices[shop], scores[shop], lowers[shop]
    for at in range(sources.shape[0]):
        row = sources[at]
        if row[0] != shop or row[1] != seat:
            continue
        count = state[row[3]] if row[3] >= 0 else row[4]
        for place in range(row[2], row[2] + count):
            ware = np.int64(pieces[place])
            if wares[shop, ware] == 0:
                continue
            found = ware_worth(ware, means, wild, owned, reduction, tables, plan)
            for rank in range(best.size):
                if found > best[rank]:
                    found, best[rank] = best[rank], found
    factor = weights[PROSPECT]
    for rank in range(best.size):
        if best[rank] > -np.inf:
            worth += factor * best[rank]
        factor *= weights[FEWER]
    return paying, worth


@njit(cache=True, nogil=True)
def parts_of(facts_of, position, plan, parts):
    """Write the parts of the worth of a position for each seat: each goal, each value, prices, tokens, prospects."""
    state, facts = position[0], position[2]
    numbers, weights, goals, values, lowers, lasts, shops, _leaf = plan
    call(facts_of, (state.ctypes.data, facts.ctypes.data))
    left = weights[LATE]
    for at in range(lasts.size):
        left = min(left, facts[lasts[at]] - state[numbers[ROUND_WORD]])
    reduction = weights[REDUCTION] * min(1.0, max(0.0, left) / weights[LATE])
    owned = np.zeros(numbers[TOKENS], np.int64)
    prices = goals.shape[0] + values.size
    for seat in range(numbers[PLAYERS]):
        row, part = seat * numbers[FACTS], parts[seat]
        part[:] = 0.0
        for at in range(goals.shape[0]):
            goal = goals[at]
            part[at] = goal_worth(goal, facts[row + goal[0]], facts[row + goal[1]], plan)
        for at in range(values.size):
            part[goals.shape[0] + at] = facts[row + values[at]]
        owned[:] = 0
        for at in range(lowers.size):
            for token in range(numbers[TOKENS]):
                owned[token] += lane_of(facts[row + lowers[at]], token, numbers[BITS])
        for token in range(numbers[TOKENS]):
            part[prices] += reduction * min(owned[token], weights[MOST_REDUCTIONS]) ** weights[FALL]
        for shop in range(shops[7].size):
            paying, worth = shop_worth(shop, seat, owned, reduction, position, plan)
            part[prices + 1] += paying
            part[prices + 2] += worth


@njit(cache=True, nogil=True)
def stage_of(parts, goals, weights):
    """Return how far the game has come, from 0 to 1: what has been reached most of what the ends ask for."""
    highest = 0.0
    for seat in range(parts.shape[0]):
        highest = max(highest, parts[seat, :goals].sum())
    return min(1.0, highest / weights[WHOLE])


@njit(cache=True, nogil=True)
def judge_parts(parts, mover, plan, leaf, found):
    """Write the chance of each seat to win, by how much its parts are above those of its best rival."""
    players, count = parts.shape[0], parts.shape[1]
    stage = stage_of(parts, plan[2].shape[0], plan[1])
    total = 0.0
    for seat in range(players):
        rival, highest = NONE, -1e18
        for other in range(players):
            if other != seat and parts[other].sum() > highest:
                rival, highest = other, parts[other].sum()
        ahead = leaf[2 * count] if seat == mover else 0.0
        for at in range(count):
            more = parts[seat, at] - (parts[rival, at] if rival != NONE else 0.0)
            ahead += (leaf[at] + stage * leaf[count + at]) * more
        found[seat] = 1.0 / (1.0 + np.exp(-ahead))
        total += found[seat]
    if players > 1:
        for seat in range(players):
            found[seat] /= total


@njit(cache=True, nogil=True)
def chances(functions, table, plan, leaf, over, found):
    """Write the chance of each seat to win: who has won, or what the position says of it."""
    state, pieces, facts, room, parts = table[0], table[1], table[4], table[5], table[6]
    if over:
        kind, winners = call(functions[1], (state.ctypes.data, room.ctypes.data)), 0
        for seat in range(plan[0][PLAYERS]):
            won = kind > 0 and room[plan[0][RESULTS] * seat] == 1
            found[seat] = 1.0 if won else 0.0
            winners += won
        for seat in range(plan[0][PLAYERS]):
            found[seat] /= max(1, winners)
        return
    parts_of(functions[2], (state, pieces, facts), plan, parts)
    judge_parts(parts, state[plan[0][MOVER]], plan, leaf, found)


# ---- positions to begin from -------------------------------------------------------------------
@njit(cache=True, nogil=True)
def begin_from(world, groups, places, key, table, plan):
    """Copy a position, lay the pieces of each group into its places by lot, and give it chance of its own."""
    state, pieces = table[0], table[1]
    state[:] = world
    drawn = 0
    for at in range(groups.shape[0]):
        first, count = groups[at, 0], groups[at, 1]
        for left in range(count, 1, -1):
            drawn += 1
            other = below(mix(key + U(drawn) * GOLDEN), left)
            one, two = places[first + left - 1], places[first + other]
            pieces[one], pieces[two] = pieces[two], pieces[one]
    state[plan[0][CHANCE_KEY]] = np.int64(mix(key ^ GOLDEN))
    state[plan[0][CHANCE_DRAWN]] = 0


# ---- the tree ----------------------------------------------------------------------------------
@njit(cache=True, nogil=True)
def missing_children(nodes, node, ids, count, child_of):
    """Write the child of each option; return the number of options that have none yet."""
    for at in range(count):
        child_of[ids[at]] = NONE
    missing = count
    child = nodes[node, FIRST]
    while child != NONE:
        child_of[nodes[child, OPTION]] = child
        child = nodes[child, NEXT]
    for at in range(count):
        missing -= child_of[ids[at]] != NONE
    return missing


@njit(cache=True, nogil=True)
def add_children(functions, table, tree, node, count, plan, scratch, best):
    """Give a node a child for each option that has none yet; write the chances after the best of the new ones."""
    state, workspace, ids = table[0], table[2], table[3]
    nodes, totals, priors, size = tree[:4]
    before, options, found, child_of = scratch
    chooser = workspace[DECIDES]
    before[:] = state
    options[:count] = ids[:count]
    highest = -1.0
    for at in range(count):
        option, child = np.int64(options[at]), size[0]
        if child_of[option] != NONE or child >= nodes.shape[0]:
            continue
        state[:] = before
        left = call(functions[0], (state.ctypes.data, workspace.ctypes.data, option))
        chances(functions, table, plan, plan[7], left == 0, found)
        size[0] += 1
        child_of[option] = child
        nodes[child, FIRST], nodes[child, NEXT] = NONE, nodes[node, FIRST]
        nodes[child, OPTION], nodes[child, VISITS], nodes[child, CHOOSER] = option, 0, chooser
        nodes[node, FIRST] = child
        totals[child] = found[chooser]
        priors[child] = np.exp(found[chooser] * plan[1][SHARPNESS])
        if found[chooser] > highest:
            highest = found[chooser]
            best[:] = found
    state[:] = before
    call(functions[0], (state.ctypes.data, workspace.ctypes.data, -1))


@njit(cache=True, nogil=True)
def choose_child(tree, ids, count, child_of, bias):
    """Return the child to try next among those whose options there are now."""
    nodes, totals, priors = tree[0], tree[1], tree[2]
    total, tried = 0.0, 1.0
    for at in range(count):
        child = child_of[ids[at]]
        if child != NONE:
            total += priors[child]
            tried += nodes[child, VISITS]
    spread = bias * np.sqrt(tried) / max(total, 1e-300)
    best, highest = NONE, -1.0
    for at in range(count):
        child = child_of[ids[at]]
        if child != NONE:
            visits = nodes[child, VISITS] + 1
            score = (totals[child] + spread * priors[child]) / visits
            if score > highest:
                best, highest = child, score
    return best


@njit(cache=True, nogil=True)
def playout(functions, table, tree, plan, scratch, path, value, through):
    """Go down the tree, `through` an option if one is named, to a new node; write what came of it; return the depth."""
    state, workspace, ids = table[0], table[2], table[3]
    nodes, size, child_of = tree[0], tree[3], scratch[3]
    count = call(functions[0], (state.ctypes.data, workspace.ctypes.data, -1))
    node, depth = 0, 0
    while count > 0 and depth < path.size:
        if missing_children(nodes, node, ids, count, child_of):
            new, known = nodes[node, FIRST] == NONE, size[0]
            add_children(functions, table, tree, node, count, plan, scratch, value)
            if new and depth > 0 and size[0] > known:
                return depth
        if depth == 0 and through != NONE:
            node = child_of[through]
        else:
            node = choose_child(tree, ids, count, child_of, plan[1][BIAS])
        if node == NONE:
            break
        path[depth] = node
        depth += 1
        option = np.int64(nodes[node, OPTION])
        count = call(functions[0], (state.ctypes.data, workspace.ctypes.data, option))
    chances(functions, table, plan, plan[7], count == 0, value)
    return depth


@njit(cache=True, nogil=True)
def begin_as_asked(functions, table, origin, plan, number, seed):
    """Begin a playout from a position that offers what the one at the table does; return whether one was found soon."""
    state, workspace, ids = table[0], table[2], table[3]
    worlds, groups, places, offered = origin
    key = mix(U(seed) + U(number) * GOLDEN)
    for _ in range(MOST_DRAWN):
        begin_from(worlds[number % worlds.shape[0]], groups, places, key, table, plan)
        count = call(functions[0], (state.ctypes.data, workspace.ctypes.data, -1))
        same = count == offered.size
        for at in range(offered.size if same else 0):
            same &= ids[at] == offered[at]
        if same:
            return True
        key = mix(key)
    return False


@njit(cache=True, nogil=True)
def play_outs(functions, table, tree, origin, plan, run, scratch):
    """Play some playouts through the tree, each from a position of its own; add up what came of them for each seat."""
    nodes, totals, sums = tree[0], tree[1], tree[4]
    first, playouts, seed, through = run
    path, value = np.zeros(200, np.int32), np.zeros(plan[0][PLAYERS])
    table[2][MOST_TURNS] = -1
    for number in range(first, first + playouts):
        if not begin_as_asked(functions, table, origin, plan, number, seed):
            continue
        depth = playout(functions, table, tree, plan, scratch, path, value, through)
        for at in range(depth):
            node = path[at]
            nodes[node, VISITS] += 1
            totals[node] += value[nodes[node, CHOOSER]]
        if through == NONE:
            sums += value


# ---- games to learn from -----------------------------------------------------------------------
@njit(cache=True, nogil=True)
def best_option(functions, table, plan, leaf, count, scratch):
    """Return the place of the option after which the chance of the one who decides looks best."""
    state, workspace, ids = table[0], table[2], table[3]
    before, options, found = scratch
    chooser = workspace[DECIDES]
    before[:] = state
    options[:count] = ids[:count]
    best, highest = 0, -1.0
    for at in range(count):
        state[:] = before
        option = np.int64(options[at])
        left = call(functions[0], (state.ctypes.data, workspace.ctypes.data, option))
        chances(functions, table, plan, leaf, left == 0, found)
        if found[chooser] > highest:
            best, highest = at, found[chooser]
    state[:] = before
    ids[:count] = options[:count]
    return best


@njit(cache=True, nogil=True)
def play_by_leaves(functions, table, plan, leaves, start, run, scratch, rows):
    """Play games in which each seat makes the move that looks best to its leaf; keep some positions and all results.

    One move in `random_odds` is any. Returns the number of positions kept.
    """
    state, workspace, ids, parts = table[0], table[2], table[3], table[6]
    seed, first, games, random_odds, most_turns, keep = run
    kept_parts, movers, numbers, results = rows
    kept, found = 0, np.zeros(plan[0][PLAYERS])
    workspace[MOST_TURNS] = -1
    for game in range(games):
        state[:] = start
        state[plan[0][CHANCE_KEY]] = np.int64(stream_key(seed, first + game, 0))
        key, drawn = stream_key(seed, first + game, 1), 0
        count = call(functions[0], (state.ctypes.data, workspace.ctypes.data, -1))
        results[game] = 0.0
        decisions = 0
        while count > 0 and state[plan[0][TURN_WORD]] <= most_turns and decisions < 60 * most_turns:
            seat, decisions, drawn = workspace[DECIDES], decisions + 1, drawn + 3
            if kept < movers.size and below(mix(key + U(drawn) * GOLDEN), keep) == 0:
                parts_of(functions[2], (state, table[1], table[4]), plan, parts)
                kept_parts[kept], movers[kept], numbers[kept] = parts, state[plan[0][MOVER]], game
                kept += 1
            chosen = 0
            if below(mix(key + U(drawn + 1) * GOLDEN), random_odds) == 0:
                chosen = below(mix(key + U(drawn + 2) * GOLDEN), count)
            elif count > 1:
                chosen = best_option(functions, table, plan, leaves[seat], count, scratch)
            option = np.int64(ids[chosen])
            count = call(functions[0], (state.ctypes.data, workspace.ctypes.data, option))
        if count == 0:
            chances(functions, table, plan, plan[7], count == 0, found)
            results[game] = found
    return kept
