/*
 * A strategy as rows: the steps that it forces one below the other; where the other player has a choice, its moves
 * begin branches, which are folded. The winner has one move in each node, the loser has every move. Moves of the
 * formula alone, which leave the network where it is, are passed over where there is no choice. A node's moves are
 * shown where it is reached in the fewest moves; elsewhere a row refers to that place.
 */
class Tree {
    constructor(evidence) {
        this.evidence = evidence;
        this.nodes = evidence.strategy.map(([tuple, subformula, owner, priority, moves]) =>
            ({tuple, subformula, owner, priority, moves}));
        this.first = this.after_formula(0);
        this.find_parents();
        this.make_entries();
        this.length = this.entries.length - 1;
        this.folds = this.entries.some(entry => entry.branch && entry.end > entry.index + 1);
        this.widest = this.entries.slice(0, 2000).reduce(
            (most, entry) => Math.max(most, entry.text.length + 2 * entry.indent), 16);
        const moving = new Set();
        this.nodes.forEach(node => node.tuple.forEach((local, k) => local !== this.nodes[0].tuple[k] && moving.add(k)));
        this.lanes = [OBSERVER, ...[...moving].sort((a, b) => a - b)];
        this.make_rows();
    }

    /* --- the graph --- */

    /* The node after all moves of the formula alone without a choice. */
    after_formula(node) {
        const seen = new Set();
        while (node < this.nodes.length && !seen.has(node)) {
            const moves = this.nodes[node].moves;
            if (moves.length !== 1 || moves[0][0] !== null) {
                break;
            }
            seen.add(node);
            node = moves[0][1];
        }
        return node;
    }

    /* [target, its labels] for each node that a move leads to. */
    targets(node) {
        const all = new Map();
        for (const [label_index, target] of node < this.nodes.length ? this.nodes[node].moves : []) {
            const to = this.after_formula(target), labels = all.get(to) || [];
            if (label_index !== null) {
                labels.push(text_of(this.evidence.labels[label_index])); /* in place: there may be a hundred thousand */
            }
            all.set(to, labels);
        }
        return [...all];
    }

    /* parents: for each node, the one from which it is reached first. */
    find_parents() {
        const order = [this.first];
        this.parents = new Map([[this.first, null]]);
        for (let k = 0; k < order.length; k++) {
            for (const [target] of this.targets(order[k])) {
                if (!this.parents.has(target)) {
                    this.parents.set(target, order[k]);
                    order.push(target);
                }
            }
        }
    }

    /* --- entries: the moves, in the order of rows; the first entry is the initial state --- */

    make_entries() {
        const entries = this.entries = [],
              open = [{node: this.first, from: null, labels: [], up: null, branch: false, last: false}];
        this.place = new Map(); /* node: the entry where its moves are shown */
        while (open.length > 0) {
            const entry = open.pop();
            if (entry.last) { /* all that follows `of` is there */
                entry.of.end = entries.length;
                continue;
            }
            this.add_entry(entry);
            const targets = entry.refers ? [] : this.targets(entry.node);
            entry.choices = targets.length;
            open.push({last: true, of: entry});
            for (const [node, labels] of targets.reverse()) {
                open.push({node, from: entry.node, labels, up: entry, branch: targets.length > 1, last: false});
            }
        }
    }

    add_entry(entry) {
        const up = entry.up, node = this.nodes[entry.node];
        entry.index = this.entries.length;
        entry.refers = up !== null && (this.parents.get(entry.node) !== entry.from || node === undefined);
        entry.step = up === null ? 0 : up.step + (entry.labels.length > 0 ? 1 : 0);
        entry.indent = up === null ? 0 : up.indent + (entry.branch ? 1 : 0);
        entry.open = !entry.branch;
        entry.text = up === null ? "initial state" : entry.labels.length > 0 ? entry.labels.join(", ")
            : node === undefined ? "…" : "the formula: " + this.formula(entry.node);
        if (!entry.refers) {
            this.place.set(entry.node, entry);
        }
        this.entries.push(entry);
    }

    formula(node) {
        const known = this.nodes[node];
        return known === undefined ? "" : (this.evidence.shown || this.evidence.subformulas)[known.subformula];
    }

    make_rows() {
        this.rows = [];
        for (let k = 0; k < this.entries.length;) {
            this.rows.push({first: k, last: k});
            k = this.entries[k].open ? k + 1 : this.entries[k].end;
        }
        this.row_begins = this.rows.map(row => row.first);
    }

    row_of(position) {
        return last_at_most(this.row_begins, position);
    }

    /* --- what is drawn --- */

    lane_name(lane) {
        return lane === OBSERVER ? (this.evidence.holds ? "to be shown" : "to be refuted") : names[lane];
    }

    state_in(lane, node) {
        return this.nodes[node] === undefined ? "?" : lane === OBSERVER ? this.formula(node)
            : value_of(lane, this.nodes[node].tuple[lane]);
    }

    state(lane, index) {
        return this.state_in(lane, this.entries[this.rows[index].first].node);
    }

    moves(entry) {
        return entry.up === null || this.nodes[entry.node] === undefined ? []
            : this.lanes.map(lane => [lane, this.state_in(lane, entry.from), this.state_in(lane, entry.node)])
                .filter(([, from, to]) => from !== to);
    }

    note(entry) {
        if (this.nodes[entry.node] === undefined) {
            return "not in this page";
        }
        if (entry.refers) {
            return "↪ step " + (this.place.has(entry.node) ? this.place.get(entry.node).step : "?");
        }
        return entry.choices > 1 ? number(entry.choices) + " moves" : entry.choices === 0 ? "■ no move" : "";
    }

    row(index) {
        const entry = this.entries[this.rows[index].first];
        const folded = !entry.open && entry.end > entry.index + 1;
        return {step: entry.up !== null && entry.labels.length === 0 ? "" : String(entry.step), indent: entry.indent,
                mark: folded ? "▸" : entry.branch && entry.end > entry.index + 1 ? "▾" : "", text: entry.text,
                kind: entry.up !== null && entry.labels.length === 0 ? "internal" : "plain", cycle: false, begins: false,
                note: this.note(entry), moves: this.moves(entry)};
    }

    role(entry) {
        const verb = this.evidence.holds ? "shows" : "refutes", node = this.nodes[entry.node];
        if (node === undefined) {
            return "";
        }
        if (entry.refers) {
            return " · goes on as at step " + this.place.get(entry.node).step + " (Enter goes there)";
        }
        return entry.choices === 0 ? " · no move is left, so that nothing " +
                                         (this.evidence.holds ? "refutes" : "shows") + " the formula here"
               : entry.choices > 1 ? " · the other player can choose between " + entry.choices + " moves"
               : node.owner === (this.evidence.holds ? 0 : 1)
                   ? " · the player who " + verb + " the formula chooses the next move"
                   : " · there is one move";
    }

    words(index) {
        const entry = this.entries[this.rows[index].first];
        return {
            at: entry.up === null ? "initial state" : "step " + entry.step + ": ",
            name: entry.up === null ? "" : entry.text,
            after: " · " + (this.evidence.holds ? "to be shown: " : "to be refuted: ") + this.formula(entry.node) +
                       this.role(entry)
        };
    }

    ending() {
        return "";
    }

    /* --- folds and search --- */

    set_open(open) {
        this.entries.forEach(entry => entry.open = open || !entry.branch);
        this.make_rows();
    }

    /* Opens or folds a branch, or goes where the row refers to. Where to go on; null if there is nothing. */
    toggle(position) {
        const entry = this.entries[position];
        if (entry.refers) {
            const place = this.place.get(entry.node);
            return place === undefined ? null : (this.reveal(place.index), place.index);
        }
        if (!entry.branch || entry.end === entry.index + 1) {
            return null;
        }
        entry.open = !entry.open;
        this.make_rows();
        return position;
    }

    /* Whether a branch had to be opened. */
    reveal(position) {
        let opened = false;
        for (let entry = this.entries[position].up; entry !== null; entry = entry.up) {
            opened = opened || !entry.open;
            entry.open = true;
        }
        if (opened) {
            this.make_rows();
        }
        return opened;
    }

    find(text) {
        const wanted = shown(text).toLowerCase();
        return wanted === ""
                   ? []
                   : this.entries.filter(entry => entry.index > 0 && shown(entry.text).toLowerCase().includes(wanted))
                         .map(entry => entry.index);
    }
}
