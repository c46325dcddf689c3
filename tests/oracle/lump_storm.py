"""Compares `heddle minimise -e probabilistic` with Storm's strong bisimulation, and with a naive refinement in fractions.

usage: lump_storm.py HEDDLE EXAMPLES FOLDER. Prints a line for each model of a list: NAME HEDDLE NAIVE STORM MODEL PLAIN, the numbers of
classes. MODEL is what heddle makes of the PRISM model, with actions hidden and rewards ignored, and without a label for initial states; PLAIN is
the naive refinement without that label. heddle writes the model as DRN, which Storm and this program read, without rewards. heddle gets it as AUT: labels of a state are
a step to the state itself, and each choice of an MDP is a step to a state of its own, which draws. (Storm itself prints
warnings.)
"""
import re
import subprocess
import sys
from fractions import Fraction

import stormpy
import stormpy.transformations

MODELS = [("brp", "N=16,MAX=2"), ("leader", ""), ("crowds", "runs=3"), ("herman", ""), ("cluster", "N=2"),
          ("tandem", "c=5"), ("kanban", "t=1"), ("coin", "K=2"), ("zeroconf", "N=20,K=2,reset=true,second=1"),
          ("zeroconf_dl", "N=1000,K=1,reset=true,second=1,T=10"), ("itai_rodeh", ""), ("philosophers", ""),
          ("cryptographers", ""), ("test_and_set", ""), ("mutual", "")]


def exact(text):
    """The fraction that a double stands for."""
    double = Fraction(float(text))
    simple = double.limit_denominator(10**7)
    return simple if abs(simple - double) <= abs(double) / 10**12 else double


def read(path):
    """The kind, and of each state its labels and choices; the file loses its rewards and comments."""
    kind, states, kept, names_follow = None, [], [], False
    with open(path) as file:
        lines = file.read().split("\n")
    for line in lines:
        text = line.strip()
        if text.startswith("//"):
            continue
        line = "" if names_follow else line
        names_follow = text == "@reward_models"
        entry = re.match(r"(\d+) : (\S+)$", text)
        if text.startswith("@type"):
            kind = text.split()[1].lower()
        elif text.startswith("state ") or text.startswith("action"):
            line = re.sub(r" ?\[[^]]*\]", "", line)
            words = line.split()[2:]
            if text.startswith("state "):
                states.append((tuple(sorted(word for word in words if word[0] != "!")), []))
            else:
                states[-1][1].append([])
        elif entry:
            states[-1][1][-1].append((int(entry.group(1)), exact(entry.group(2))))
        kept.append(line)
    with open(path, "w") as file:
        file.write("\n".join(kept))
    return kind, states


def refine(states):
    """The number of classes, by the definition."""
    numbers = {}
    classes = [numbers.setdefault(labels, len(numbers)) for labels, _ in states]
    while True:
        numbers, following = {}, []
        for state, (_, choices) in enumerate(states):
            rows = set()
            for choice in choices:
                sums = {}
                for target, number in choice:
                    sums[classes[target]] = sums.get(classes[target], 0) + number
                rows.add(frozenset(sums.items()))
            following.append(numbers.setdefault((classes[state], frozenset(rows)), len(numbers)))
        if len(numbers) == len(set(classes)):
            return len(numbers)
        classes = following


def minimise(heddle, kind, states, folder):
    """The number of classes that heddle finds."""
    edges, drawing = [], len(states)
    for state, (labels, choices) in enumerate(states):
        edges.append((state, "labels " + " ".join(labels), state))
        for choice in choices:
            source = state
            if kind == "mdp":
                source, drawing = drawing, drawing + 1
                edges.append((state, "choose", source))
            word = "rate" if kind == "ctmc" else "prob"
            edges += [(source, f"{word} {number.numerator}/{number.denominator}", target) for target, number in choice]
    edges += [(drawing, "begin", state) for state, (labels, _) in enumerate(states) if "init" in labels]
    with open(folder + "/lump.aut", "w") as file:
        file.write(f"des ({drawing}, {len(edges)}, {drawing + 1})\n")
        file.writelines('(%d, "%s", %d)\n' % edge for edge in edges)
    subprocess.run([heddle, "minimise", "-q", "-e", "probabilistic", folder + "/lump.aut", "--classes",
                    folder + "/lump.txt"], check=True)
    with open(folder + "/lump.txt") as file:
        return len({line.split()[1] for line in file.read().split("\n")[:len(states)]})


def minimise_model(heddle, path):
    """The number of classes that heddle finds in the DRN file; those of its own result are as many."""
    for source, target in [(path, path + ".1.drn"), (path + ".1.drn", path + ".2.drn")]:
        subprocess.run([heddle, "minimise", "-q", "-e", "probabilistic", "--hide", "'.*'", source, "-o", target],
                       check=True)
    with open(path + ".1.drn") as one, open(path + ".2.drn") as two:
        text = one.read()
        assert text == two.read()
    return int(text.split("@nr_states")[1].split()[0])


def without_init(states):
    return [(tuple(label for label in labels if label != "init"), choices) for labels, choices in states]


def lump(path):
    """The number of states of Storm's quotient."""
    options = stormpy.transformations.BisimulationOptions()
    options.bisimulation_type = stormpy.transformations.BisimulationType.STRONG
    options.state_label_preservation = stormpy.transformations.StateLabelPreservation.ALL
    options.preserve_all_rewards = False
    model = stormpy.build_model_from_drn(path)
    return stormpy.transformations.perform_bisimulation(model, properties=[], options=options).nr_states


def main():
    heddle, examples, folder = sys.argv[1:]
    for name, constants in MODELS:
        path = folder + "/lump.drn"
        command = [heddle, "explore", "-q", f"{examples}/prism/{name}.prism", "-o", path]
        subprocess.run(command + (["--const", constants] if constants else []), check=True)
        kind, states = read(path)
        print("model", name, minimise(heddle, kind, states, folder), refine(states), lump(path),
              minimise_model(heddle, path), refine(without_init(states)), flush=True)


main()
