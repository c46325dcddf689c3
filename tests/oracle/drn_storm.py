"""Compares what heddle writes of PRISM models as DRN, read by Storm, with what Storm builds of them, state by state.

usage: drn_storm.py LIST RESULTS. LIST has a line for each model: its path, constants (N=4,K=2 or -), and the .drn file,
with tabs between them. RESULTS gets a line for each: `same`, `different: WHY`, or `Storm: WHY` where Storm refuses the
model or the file. (Storm itself prints warnings.)
"""
import os
import sys

import stormpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from prism_storm import build, close, close_row, tuples_of  # noqa: E402


def valuations_of(path):
    """The names of variables, and the tuple of each state, from the comments."""
    names, tuples = [], []
    with open(path) as file:
        for line in file:
            if line.startswith("//["):
                pairs = [pair.split("=") for pair in line.strip()[3:-1].split("\t& ")]
                names = [pair[0] for pair in pairs]
                tuples.append(tuple({"true": 1, "false": 0}.get(pair[1]) if pair[1] in ("true", "false")
                                    else int(pair[1]) for pair in pairs))
    return names, tuples


def rows_of(model, state, number_of, rewards, is_deadlock):
    """The rows of a state: what they earn, and their entries by the numbers of targets."""
    rows = []
    matrix = model.transition_matrix
    for row in range(matrix.get_row_group_start(state), matrix.get_row_group_end(state)):
        earned = [reward.get_state_action_reward(row) if reward.has_state_action_rewards else 0.0 for reward in rewards]
        entries = {number_of[entry.column]: entry.value for entry in matrix.get_row(row)}
        rows.append(([0.0] * len(rewards) if is_deadlock else earned, entries))
    return rows


def holds(model, label, state):
    """A label that holds nowhere is not in a file."""
    return model.labeling.contains_label(label) and model.labeling.get_state_has_label(label, state)


def compare_state(read, built, state, other, numbers, rewards):
    """What is different in a state, whose number is `other` in Storm's own model; or None."""
    for label in built.labeling.get_labels():
        if holds(read, label, state) != built.labeling.get_state_has_label(label, other):
            return "label " + label
    is_deadlock = built.labeling.get_state_has_label("deadlock", other)
    for name, (one, two) in rewards.items():
        values = [reward.get_state_reward(at) if reward.has_state_rewards else 0.0
                  for reward, at in ((one, state), (two, other))]
        if not is_deadlock and not close(*values):  # Storm earns nothing in deadlocks
            return "state reward %s: %r, not %r" % (name, values[0], values[1])
    ours = rows_of(read, state, range(read.nr_states), [one for one, _ in rewards.values()], is_deadlock)
    left = rows_of(built, other, numbers, [two for _, two in rewards.values()], is_deadlock)
    for row in ours:
        match = next((one for one in left if close_row(row, one)), None)
        if match is None:
            return "row %r is not among %r" % (row, left)
        left.remove(match)
    return "%d rows are missing" % len(left) if left else None


def compare(path, constants, drn):
    program, built = build(path, constants)
    read = stormpy.build_model_from_drn(drn)
    names, tuples = valuations_of(drn)
    for what in ("model_type", "nr_states", "nr_choices", "nr_transitions"):
        if getattr(read, what) != getattr(built, what):
            return "%s: %s, not %s" % (what, getattr(read, what), getattr(built, what))
    if not set(read.labeling.get_labels()) <= set(built.labeling.get_labels()):
        return "labels: %s, not %s" % (read.labeling.get_labels(), built.labeling.get_labels())
    if set(read.reward_models) != set(built.reward_models):
        return "rewards: %s, not %s" % (list(read.reward_models), list(built.reward_models))
    rewards = {name: (read.reward_models[name], built.reward_models[name]) for name in built.reward_models}
    number = {values: state for state, values in enumerate(tuples)}
    theirs = tuples_of(program, built, names)
    if len(tuples) != read.nr_states or set(theirs) != set(tuples):
        return "other states"
    numbers = [number[values] for values in theirs]  # of Storm's states
    for other, state in enumerate(numbers):
        reason = compare_state(read, built, state, other, numbers, rewards)
        if reason is not None:
            return "in state %r: %s" % (tuples[state], reason)
    return None


def main():
    with open(sys.argv[1]) as file, open(sys.argv[2], "w") as results:
        for line in file:
            path, constants, drn = line.rstrip("\n").split("\t")
            try:
                reason = compare(path, constants, drn)
                reason = "same" if reason is None else "different: " + reason
            except Exception as error:
                reason = "Storm: " + str(error).replace("\n", " ")
            print(reason, file=results, flush=True)


if __name__ == "__main__":
    main()
