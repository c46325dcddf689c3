"""Published numbers of graphs, models and games, to be put beside ours.

A row has the values of the published columns in their order, - for an absent one, and at the end how the name of our
graph, network or game begins: one of several texts, with | between them; - for none.
"""

from dataclasses import dataclass

from tables import CELL, COUNT, NUMBER, RATE, ROUGH, TEXT

FIRST, LARGEST, NEAREST = "first", "largest", "nearest"


@dataclass
class Column:
    """kind, and where its values come from: the next field of the row, the name of ours, a column of ours, or this
    table's column `first` divided by `second`, in units of `unit`."""
    key: str
    label: str
    kind: str
    source: str
    first: str = ""
    second: str = ""
    unit: float = 1


def given(key, label, kind):
    return Column(key, label, kind, "given")


def named(key, label):
    return Column(key, label, TEXT, "name")


def ours(key, label, kind, first):
    return Column(key, label, kind, "ours", first)


def ratio(key, label, kind, first, second, unit=1):
    return Column(key, label, kind, "ratio", first, second, unit)


@dataclass
class Comparison:
    """choice: which row of ours is compared with a published one: of those with vertices in natural numbers and a name
    that begins as the published row says, the first, or the one with the most states; or, of all names, the complete
    one nearest in states. sources: (benchmark, table, the column that names its rows, the text before that name)."""
    name: str
    title: str
    columns: list
    rows: str
    choice: str
    sources: list
    note: str = ""
    rest: str = ""  # the published fields of rows for all of ours in the last source


COMPARISONS = [
    # Cassee, Neele, Wijs 2017, Table 2: states, and seconds of the generator and on two GPUs.
    Comparison(
        "gpuexplore",
        "Other models (Cassee, Neele, Wijs 2017, Table 2): seconds of CADP's generator (GEN) and of GPUexplore\n"
        "2.0 on a Titan X of the Maxwell (TXM) and of the Pascal architecture (TXP), with its states a second.\n"
        "ours: these models are not here; of the networks above, the one nearest in states. times: our states\n"
        "a second over those of TXP.",
        [
            given("model", "published", TEXT), given("states", "states", ROUGH),
            given("generator_seconds", "generator", NUMBER), given("maxwell_seconds", "TXM s", NUMBER),
            given("pascal_seconds", "TXP s", NUMBER),
            ratio("pascal_states_per_second", "states/s", RATE, "states", "pascal_seconds"),
            named("our_network", "our network"), ours("our_states", "states", ROUGH, "states"),
            ours("our_seconds", None, NUMBER, "seconds"),
            ratio("our_states_per_second", "states/s", RATE, "our_states", "our_seconds"),
            ratio("times_pascal", "times", NUMBER, "our_states_per_second", "pascal_states_per_second"),
        ],
        """
        acs 4764 4.17 0.05 0.06
        odp 91394 3.26 0.08 0.05
        1394 198692 2.81 0.20 0.15
        acs.1 200317 5.30 0.18 0.14
        transit 3763192 34.36 0.77 0.48
        wafer_stepper.1 3772753 22.95 1.01 0.51
        odp.1 7699456 65.50 1.34 0.66
        1394.1 10138812 82.71 1.42 0.83
        asyn3 15688570 358.58 3.15 1.98
        lamport8 62669317 1048.13 5.81 3.11
        des 64498297 477.43 12.34 6.65
        szymanski5 79518740 1516.71 7.48 3.90
        peterson7 142471098 3741.87 31.60 15.74
        lann6 144151629 2751.15 10.57 5.39
        lann7 160025986 3396.19 16.67 8.41
        asyn3.1 190208728 4546.84 31.03 15.37
        """,
        NEAREST,
        [("explore", "ring", "nodes", "ring "), ("explore", "gas_station", "customers", "gas station "),
         ("explore", "counters", "network", "")],
        note="Published: TXP is 183.91 times as fast as the generator and 1.73 times as fast as TXM on average."),
    # Wijs, Katoen, Bosnacki 2016, Table 2: the graphs of PRISM models, beside our networks of the same algorithms.
    Comparison(
        "decomposition",
        "Models that are decomposed (Wijs, Katoen, Bosnacki 2016, Table 2): strongly connected components. ours: our\n"
        "network or PRISM model of the same algorithm, the largest that was decomposed; it counts states in its own\n"
        "way, but coin-8-3 is coin.8.3. How long it took is published in figures alone.",
        [
            given("model", "published", TEXT), given("vertices", "states", RATE), given("edges", "edges", RATE),
            given("average_out", None, NUMBER), given("most_out", None, COUNT), given("components", "SCCs", RATE),
            named("our_network", "our network"), ours("our_vertices", "states", RATE, "states"),
            ours("our_edges", "edges", RATE, "edges"),
            ratio("our_average_out", None, NUMBER, "our_edges", "our_vertices"),
            ours("our_components", "SCCs", RATE, "sccs"), ours("our_mecs", "MECs", RATE, "mecs"),
            ours("times_tarjan", None, NUMBER, "times_tarjan"),
        ],
        """
        wlan.2500 12.6e6 28.1e6 2.23 129 12.5e6 wlan
        phil.7 11.0e6 98.5e6 8.97 14 1 phil-|philosophers-
        diningcrypt.10 42.9e6 279.4e6 6.51 20 42.9e6 cryptographers-
        test-and-set.7 51.4e6 468.5e6 9.12 17 4672 tas-|test_and_set-
        leader.7 68.7e6 280.5e6 4.08 14 42.2e6 leader-|itai_rodeh-
        phil_lss.5.10 72.9e6 425.6e6 5.84 10 1 philosophers_timed-
        coin.8.3 87.9e6 583.0e6 6.63 16 5.4e6 coin-
        mutual.7.13 76.2e6 653.7e6 8.58 14 1 mutual-
        zeroconf_dl 118.6e6 273.5e6 2.31 10 118.6e6 zero-|zeroconf_dl
        firewire_dl 129.3e6 293.6e6 2.27 5 129.3e6 firewire_dl
        """,
        LARGEST,
        [("mec", "networks", "network", ""), ("mec", "large", "network", ""), ("mec", "prism", "network", "")]),
    # Alabandi, Sands, Biros, Burtscher 2023: the graphs of Tables 1 to 3 with the seconds of Tables 5 to 7.
    Comparison(
        "ecl",
        "Strongly connected components of meshes and of graphs whose degrees follow a power law (Alabandi, Sands,\n"
        "Biros, Burtscher 2023, Tables 1 to 3 and 5 to 7), in seconds and in million vertices a second (their Figures\n"
        "5 to 13): ECL-SCC and GPU-SCC on an A100, iSpan on two Xeons. ours: a graph of the same kind (theirs are\n"
        "means over several), in natural numbers. JSON and CSV have the other machines, sizes, components.",
        [
            given("set", "set", CELL), given("graph", "mesh or graph", TEXT), given("vertices", None, COUNT),
            given("edges", None, RATE), given("least_components", None, COUNT),
            given("most_components", None, COUNT), given("ecl_titan_v_seconds", None, NUMBER),
            given("ecl_a100_seconds", "ECL s", NUMBER), given("gpu_scc_titan_v_seconds", None, NUMBER),
            given("gpu_scc_a100_seconds", None, NUMBER), given("ispan_ryzen_seconds", None, NUMBER),
            given("ispan_xeon_seconds", None, NUMBER),
            ratio("ecl_titan_v_rate", None, NUMBER, "vertices", "ecl_titan_v_seconds", 1e6),
            ratio("ecl_a100_rate", "ECL", NUMBER, "vertices", "ecl_a100_seconds", 1e6),
            ratio("gpu_scc_titan_v_rate", None, NUMBER, "vertices", "gpu_scc_titan_v_seconds", 1e6),
            ratio("gpu_scc_a100_rate", "GPUSCC", NUMBER, "vertices", "gpu_scc_a100_seconds", 1e6),
            ratio("ispan_ryzen_rate", None, NUMBER, "vertices", "ispan_ryzen_seconds", 1e6),
            ratio("ispan_xeon_rate", "iSpan", NUMBER, "vertices", "ispan_xeon_seconds", 1e6),
            named("our_graph", "our graph"), ours("our_vertices", None, COUNT, "vertices"),
            ours("our_edges", None, RATE, "edges"), ours("our_components", None, COUNT, "components"),
            ours("our_ecl_seconds", "ecl s", NUMBER, "ecl_seconds"),
            ours("our_auto_seconds", None, NUMBER, "auto_seconds"),
            ratio("our_ecl_rate", "ecl", NUMBER, "our_vertices", "our_ecl_seconds", 1e6),
            ratio("our_auto_rate", "auto", NUMBER, "our_vertices", "our_auto_seconds", 1e6),
        ],
        """
        small beam-hex 262144 769e3 262144 262144 .0050 .0046 .0045 .0045 30.3428 30.6924 beam
        small star 327680 654e3 327680 327680 .0098 .0097 .0182 .0184 55.3353 46.1174 star
        small torch-hex 264064 782e3 263213 263519 .0071 .0085 .0798 .0901 28.6770 25.9285 -
        small torch-tet 515360 1008e3 513410 514425 .0162 .0133 .2566 .2939 67.6585 65.3902 -
        small toroid-hex 196608 581e3 189045 193745 .0040 .0046 .0420 .0446 17.4289 17.9157 -
        small toroid-wedge 196608 486e3 189981 193467 .0037 .0041 .0644 .0729 15.9983 17.4253 -
        large klein-bottle 8388608 19e6 1 75750 .2643 .1564 .8206 .6456 .2524 .2270 klein
        large mobius-strip 4194304 11e6 758836 4194304 .7370 .3629 3.8899 2.2751 2393.3987 1873.7461 moebius
        large torch-hex 2112512 6e6 2109019 2110311 .0696 .0376 .7043 .4908 2417.4928 1827.9724 -
        large torch-tet 4122880 6e6 4113688 4117636 .2772 .1186 2.4901 1.6397 3977.6657 3746.2860 -
        large toroid-hex 1572864 5e6 1535516 1561334 .0345 .0200 .3108 .2524 1569.6603 1210.2917 toroid
        large toroid-wedge 1572864 4e6 1542117 1560181 .0328 .0189 .6850 .5095 1364.8796 - -
        large twist-hex 6291456 19e6 1 1 .1252 .0586 .1224 .1114 .2203 .1134 twist
        power cage14 1505785 27130349 1 1 .0099 .0046 .0071 .0092 .0362 .0273 -
        power circuit5M 5558326 59524291 647 647 .0803 .1077 .1131 .1301 .0946 .0480 -
        power com-Youtube 1134890 2987624 1134890 1134890 .0035 .0024 .0475 .0574 .0459 .0388 -
        power flickr 820878 9837214 277277 277277 .0093 .0079 .0100 .0131 .0124 .0078 -
        power Freescale1 3428755 18920347 1061 1061 .0095 .0043 .0204 .0248 .0843 .0450 -
        power Freescale2 2999349 23042677 55085 55085 .0096 .0061 .0145 .0193 - - -
        power soc-LiveJournal1 4847571 68993773 971232 971232 .0827 .0254 .0443 .0296 .1123 .0540 -
        power web-Google 916428 5105039 412479 412479 .0084 .0040 .0188 .0216 .0499 .0287 -
        power wiki-Talk 2394385 5021410 2281879 2281879 .0132 .0090 .0126 .0165 .0091 .0059 -
        power wikipedia 3148440 39383235 1040035 1040035 .9163 .2167 .0861 .0807 .0642 .0334 -
        """,
        FIRST,
        [("scc", "meshes", "graph", ""), ("scc", "power_law", "graph", "")],
        rest="power - - - - - - - - - - -"),
    # Bootsma 2013, Table 8.1: the games on which small progress measures were tried.
    Comparison(
        "measures",
        "Games for small progress measures (Bootsma 2013, Table 8.1): average and maximal out-degree, how many\n"
        "priorities. ours: the game of the same kind in the tables of heddle bench parity; formulas on our\n"
        "own networks stand for the others. How long they took is published in figures alone.",
        [
            given("game", "published", TEXT), given("vertices", "size", ROUGH), given("edges", "edges", ROUGH),
            given("least_out", None, COUNT), given("average_out", "out", NUMBER), given("most_out", "max", COUNT),
            given("highest_priority", None, COUNT), given("priorities", "prio.", COUNT), named("our_game", "ours"),
            ours("our_vertices", "size", ROUGH, "vertices"), ours("our_edges", "edges", ROUGH, "edges"),
        ],
        """
        cabp8 82434 231945 1 2.81 27 2 3 -
        ctlsbc8 82968 107716 1 1.30 2 3 4 -
        elev7f 861780 1431610 1 1.66 8 2 3 -
        elev7u 876780 2484252 1 2.83 8 2 3 -
        flctl7 49830 122701 1 2.46 194 1 2 -
        hanoi12 531443 1594321 1 3.00 3 1 2 hanoi(
        lifti4l 134162 372852 1 2.78 7 4 4 -
        nester5 62707 82920 1 1.32 2 981 16 -
        pdlbc8 228787 457571 1 2.00 1871 1 2 -
        swp8_1i 147458 406665 1 2.76 25 2 3 -
        swp4_2r 869569 3200129 1 3.68 13 2 2 -
        abpswp4_1 827137 2550529 1 3.08 18 2 2 -
        jurdz5_10 170 429 1 2.52 7 11 12 jurd(
        prop50_1k 50003 100002 1 2.00 50 4 5 prop(
        tprop21 4194305 8388607 1 2.00 3 2 3 tprop(
        """,
        FIRST,
        [("parity", name, "game", "") for name in
         ("spm-queues", "spm-kernels", "spm-together", "spm-shortcuts", "spm-orders-cpu")]),
]
