"""Compares what the walker finds of PRISM models with what Storm builds of them, state by state.

usage: prism_storm.py LIST RESULTS. LIST has a line for each model: its path, constants (N=4,K=2 or -), and the file
that prism_space_write wrote, with tabs between them. RESULTS gets a line for each: `same`, `different: WHY`, or
`Storm: WHY` where Storm refuses the model. (Storm itself prints warnings.)
"""
import math
import sys

import stormpy

TOLERANCE = 1e-12


class Space:
    """States by their tuples, as prism_space_write writes them."""

    def __init__(self, path):
        with open(path) as file:
            lines = [line.split() for line in file]
        self.kind, self.initial = lines[0][0], int(lines[0][1])
        self.variables, self.labels = lines[1][1:], lines[2][1:]
        self.structures = int(lines[3][1])
        self.tuples, self.holds, self.deadlock, self.rewards, self.rows = [], [], [], [], []
        for line in lines[4:]:
            if line[0] == "state":
                self.tuples.append(tuple(int(value) for value in line[2:]))
                self.rows.append([])
            elif line[0] == "labels":
                self.holds.append([value == "1" for value in line[1:]])
            elif line[0] == "rewards":
                self.deadlock.append(line[1] == "1")
                self.rewards.append([float(value) for value in line[2:]])
            else:
                colon = line.index(":")
                entries = line[colon + 1:]
                self.rows[-1].append(([float(value) for value in line[1:colon]],
                                      {int(entries[i]): float(entries[i + 1]) for i in range(0, len(entries), 2)}))


def close(a, b):
    return a == b or math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=1e-300)


def close_row(one, other):
    return len(one[1]) == len(other[1]) and all(close(a, b) for a, b in zip(one[0], other[0])) and \
        all(target in other[1] and close(weight, other[1][target]) for target, weight in one[1].items())


def build(path, constants):
    program = stormpy.parse_prism_program(path, prism_compatibility=True, simplify=False)
    if constants != "-":
        program = stormpy.instantiate_constants(program, constants)[0]
    options = stormpy.BuilderOptions()
    options.set_build_all_labels()
    options.set_build_all_reward_models()
    options.set_build_state_valuations()
    return program, stormpy.build_model(program, options=options)


def value_of(valuations, state, variable, is_bool):
    return int(valuations.get_boolean_value(state, variable) if is_bool
               else valuations.get_int64_value(state, variable))


def tuples_of(program, model, names):
    """The tuple of each of Storm's states, in the order of our variables."""
    found = {}
    for variables in [program] + list(program.modules):
        integers = variables.global_integer_variables if variables is program else variables.integer_variables
        booleans = variables.global_boolean_variables if variables is program else variables.boolean_variables
        for variable in integers:
            found[variable.name] = (variable.expression_variable, False)
        for variable in booleans:
            found[variable.name] = (variable.expression_variable, True)
    return [tuple(value_of(model.state_valuations, state, *found[name]) for name in names)
            for state in range(model.nr_states)]


def rewards_of(program, model):
    return [model.reward_models[structure.name] for structure in program.reward_models]


def compare_state(ours, number, model, state, numbers, rewards):
    """What is different, or None."""
    for label, holds in zip(ours.labels, ours.holds[number]):
        if model.labeling.get_state_has_label(label, state) != holds:
            return "label " + label
    if model.labeling.get_state_has_label("deadlock", state) != ours.deadlock[number]:
        return "deadlock"
    for i, reward in enumerate(rewards):
        theirs = reward.get_state_reward(state) if reward.has_state_rewards else 0
        # Storm earns nothing in deadlocks.
        if not ours.deadlock[number] and not close(ours.rewards[number][i], theirs):
            return "state reward %d: %r, not %r" % (i, ours.rewards[number][i], theirs)
    matrix = model.transition_matrix
    theirs = []
    for row in range(matrix.get_row_group_start(state), matrix.get_row_group_end(state)):
        earned = [reward.get_state_action_reward(row) if reward.has_state_action_rewards else 0 for reward in rewards]
        entries = {numbers[entry.column]: entry.value for entry in matrix.get_row(row)}
        if ours.kind == "ctmc":  # there Storm divides by the rate at which the state is left
            earned = [reward * sum(entries.values()) for reward in earned]
        if ours.deadlock[number]:
            earned = [0.0] * len(rewards)
        theirs.append((earned, entries))
    left = list(theirs)
    for row in ours.rows[number]:
        match = next((other for other in left if close_row(row, other)), None)
        if match is None:
            return "row %r is not among %r" % (row, left)
        left.remove(match)
    return "%d rows are missing" % len(left) if left else None


def compare(path, constants, dump):
    ours = Space(dump)
    program, model = build(path, constants)
    if model.nr_states != len(ours.tuples):
        return "%d states, not %d" % (len(ours.tuples), model.nr_states)
    tuples = tuples_of(program, model, ours.variables)
    known = {values: number for number, values in enumerate(ours.tuples)}
    if set(tuples) != set(ours.tuples):
        return "other states, such as %r" % (sorted(set(tuples) ^ set(ours.tuples))[0],)
    if len(model.initial_states) != ours.initial:
        return "%d initial states, not %d" % (ours.initial, len(model.initial_states))
    numbers = [known[values] for values in tuples]
    rewards = rewards_of(program, model)
    for state in range(model.nr_states):
        reason = compare_state(ours, numbers[state], model, state, numbers, rewards)
        if reason is not None:
            return "in state %r: %s" % (tuples[state], reason)
    return None


def main():
    with open(sys.argv[1]) as file, open(sys.argv[2], "w") as results:
        for line in file:
            path, constants, dump = line.rstrip("\n").split("\t")
            try:
                reason = compare(path, constants, dump)
                reason = "same" if reason is None else "different: " + reason
            except Exception as error:
                reason = "Storm: " + str(error).replace("\n", " ")
            print(reason, file=results, flush=True)


if __name__ == "__main__":
    main()
