"""Compares what heddle says of formulas of linear time on Markov decision processes with what Storm computes.

usage: ltl_storm.py HEDDLE FOLDER SEED MODELS. Draws models and formulas, writes each model to FOLDER as DRN, and prints
`MODEL: FORMULA, schedulers: VERDICT, Storm says VALUE` for each difference, and at last the numbers of formulas that
hold and do not. Exit status 1 if there are differences. Of a formula of each model, Storm also gets the product.

Storm's atoms are labels of states. So its models have states in which the next choice is known already, with the labels
of the state and of the choice; they begin in a state of their own, before the formula is read.
"""
import itertools
import json
import os
import random
import subprocess
import sys

import stormpy

FORMULAS = 6  # of a model
ACTIONS = ["a", "b", "c", None]
LABELS = ["p", "q"]


# --- models ---

def draw_model(rng):
    """For each state its labels and its choices: an action and the targets, which are equally likely."""
    states = rng.randint(1, 5)
    model = []
    for _ in range(states):
        choices = [(rng.choice(ACTIONS), sorted(rng.sample(range(states), rng.randint(1, min(2, states)))))
                   for _ in range(rng.choice([0, 1, 1, 2, 2, 3]))]
        model.append(([label for label in LABELS if rng.random() < 0.4], choices))
    return model


def write_drn(path, rows, labels):
    """rows: for each state its choices, as (action or None, {target: probability})."""
    with open(path, "w") as file:
        file.write("@type: MDP\n@parameters\n\n@reward_models\n\n@nr_states\n%d\n@nr_choices\n%d\n@model\n"
                   % (len(rows), sum(len(row) for row in rows)))
        for state, row in enumerate(rows):
            file.write("state %d%s\n" % (state, "".join(" " + label for label in labels[state])))
            for number, (action, targets) in enumerate(row):
                file.write("\taction %s\n" % (action if action is not None else number))
                for target, probability in sorted(targets.items()):
                    file.write("\t\t%d : %.12g\n" % (target, probability))


def write_model(path, model):
    write_drn(path, [[(action, {t: 1 / len(targets) for t in targets}) for action, targets in choices]
                     for _, choices in model] + [[(action, {len(model): 1}) for action in ACTIONS]],
              [(["init"] if state == 0 else []) + labels for state, (labels, _) in enumerate(model)] + [LABELS])


def write_known(path, model):
    """The model whose states know the next choice. A state without choices ends the run."""
    pairs = [(state, choice) for state, (_, choices) in enumerate(model) for choice in range(max(1, len(choices)))]
    number = {pair: 1 + at for at, pair in enumerate(pairs)}
    rows = [[(None, {number[(0, choice)]: 1}) for choice in range(max(1, len(model[0][1])))]]
    labels = [["init"]]
    for state, choice in pairs:
        own, choices = model[state]
        if not choices:
            rows.append([(None, {number[(state, choice)]: 1})])
            labels.append(own + ["end"])
            continue
        action, targets = choices[choice]
        next_choices = [range(max(1, len(model[target][1]))) for target in targets]
        rows.append([(None, {number[pair]: 1 / len(targets) for pair in zip(targets, chosen)})
                     for chosen in itertools.product(*next_choices)])
        labels.append(own + ([action] if action else []))
    rows.append([(None, {len(rows): 1})])  # not reached: each label must be one of some state
    labels.append(LABELS + [action for action in ACTIONS if action] + ["end"])
    write_drn(path, rows, labels)


# --- formulas ---

def draw_formula(rng, size):
    if size == 0:
        return (rng.choice(["a", "b", "c", "p", "q", "p", "q", "end", "true"]),)
    kind = rng.choice(["!", "X", "F", "G", "GF", "FG", "GF", "FG", "&", "|", "->", "U", "W", "R"])
    if kind in ("!", "X", "F", "G"):
        return (kind, draw_formula(rng, size - 1))
    if kind in ("GF", "FG"):
        return (kind[0], (kind[1], draw_formula(rng, max(0, size - 2))))
    left = rng.randint(0, size - 1)
    return (kind, draw_formula(rng, left), draw_formula(rng, size - 1 - left))


def heddle_text(formula):
    head = formula[0]
    if len(formula) == 1:
        return {"p": "{p}", "q": '{"q"}', "end": "deadlock"}.get(head, head)
    if len(formula) == 2:
        return "%s (%s)" % (head, heddle_text(formula[1]))
    return "(%s) %s (%s)" % (heddle_text(formula[1]), {"&": "&&", "|": "||"}.get(head, head), heddle_text(formula[2]))


def storm_text(formula):
    head = formula[0]
    if len(formula) == 1:
        return '("p" | !"p")' if head == "true" else '"%s"' % head  # Storm takes no constants here
    texts = ["(%s)" % storm_text(part) for part in formula[1:]]
    if len(texts) == 1:
        return "%s %s" % (head, texts[0])
    left, right = texts
    return {"->": "(!%s) | %s" % (left, right), "W": "(%s U %s) | (G %s)" % (left, right, left),
            "R": "!((!%s) U (!%s))" % (left, right)}.get(head, "%s %s %s" % (left, head, right))


# --- verdicts ---

def storm_value(model, goal, text):
    """None where Storm does not read the acceptance of its own automaton (generalised Rabin)."""
    formula = stormpy.parse_properties("P%s=? [X (%s)]" % (goal, text))[0]
    try:
        return stormpy.model_checking(model, formula).get_value(model.initial_states[0])
    except RuntimeError as error:
        if "do not match syntactically" in str(error):
            return None
        raise


def heddle_verdicts(heddle, path, texts, schedulers):
    command = [heddle, "check", path, "--json", "--schedulers", schedulers]
    for text in texts:
        command += ["--almost-surely-ltl", text]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
    if run.returncode not in (0, 1):
        sys.exit("%s: status %d\n%s" % (" ".join(command), run.returncode, run.stderr))
    return [one["verdict"] == "holds" for one in json.loads(run.stdout)["properties"]]


def product_value(heddle, path, text):
    """The maximal probability of the formula, by the product that heddle writes."""
    product = path + ".product.drn"
    command = [heddle, "check", "-q", path, "--almost-surely-ltl", text, "--write-product", product]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
    if run.returncode not in (0, 1):
        sys.exit("%s: status %d\n%s" % (" ".join(command), run.returncode, run.stderr))
    model = stormpy.build_model_from_drn(product)
    formula = stormpy.parse_properties('Pmax=? [F "accepting"]')[0]
    return stormpy.model_checking(model, formula).get_value(model.initial_states[0])


def main():
    heddle, folder, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    rng = random.Random(seed)
    numbers = {True: 0, False: 0}
    different = refused = 0
    for index in range(count):
        path, known_path = (os.path.join(folder, "%d%s.drn" % (index, end)) for end in ("", "-known"))
        model = draw_model(rng)
        write_model(path, model)
        write_known(known_path, model)
        known = stormpy.build_model_from_drn(known_path)
        formulas = [draw_formula(rng, rng.randint(1, 7)) for _ in range(FORMULAS)]
        texts = [heddle_text(formula) for formula in formulas]
        for schedulers, goal in (("some", "max"), ("all", "min")):
            verdicts = heddle_verdicts(heddle, path, texts, schedulers)
            for formula, text, verdict in zip(formulas, texts, verdicts):
                value = storm_value(known, goal, storm_text(formula))
                if value is None:
                    refused += 1
                    continue
                numbers[verdict] += 1
                if goal == "max" and text is texts[0]:
                    ours = product_value(heddle, path, text)
                    if abs(ours - value) > 1e-5:
                        different += 1
                        print("%s: %s: Storm says %.9g, and %.9g of the product" % (path, text, value, ours))
                if verdict != (value > 1 - 1e-6):
                    different += 1
                    print("%s: %s, %s: %s, Storm says %.9g" % (path, text, schedulers,
                                                             "holds" if verdict else "violated", value))
    print("%d hold, %d do not, Storm does not decide %d" % (numbers[True], numbers[False], refused))
    sys.exit(1 if different else 0)


main()
