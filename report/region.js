/*
 * A small graph: the states that remain reachable where a path ends, or their strongly connected components. Rows hold
 * the nodes by their distance from the first; a node that is chosen shows what it is, and its edges stand out.
 */
const NODE_GAP = 56, LEVEL_GAP = 76, MOST_EDGE_LABELS = 24, MOST_EDGE_LABEL = 20;

class Region {
    /* nodes: [{text, words}], what is written in the node and what it is; edges: [{from, to, labels}] */
    constructor(nodes, edges) {
        this.nodes = nodes;
        this.edges = edges;
        this.find_places();
        this.picture = svg("svg", {
            class: "region",
            role: "img",
            "aria-label": "graph of what remains reachable",
            width: this.width,
            height: this.height,
            viewBox: "0 0 " + this.width + " " + this.height
        });
        this.words = html("p", {class: "help", "aria-live": "polite"}, "A click on a state shows it.");
        this.window = html("div", {
            class: "window region-window",
            tabindex: 0,
            role: "application",
            "aria-label": "what remains reachable: arrows choose a state",
            on: {keydown: event => this.key(event)}
        },
                           this.picture);
        this.node = html("div", {}, this.window, this.words);
        this.draw(null);
    }

    /* The nodes by distance from the first; within a row by the middle of those that lead to them. */
    find_places() {
        const next = this.nodes.map(() => []), level = new Map([[0, 0]]), order = [0];
        this.edges.forEach(edge => next[edge.from].push(edge.to));
        for (let k = 0; k < order.length; k++) {
            next[order[k]].filter(to => !level.has(to)).forEach(to => {
                level.set(to, level.get(order[k]) + 1);
                order.push(to);
            });
        }
        this.nodes.forEach((_, k) => level.has(k) || level.set(k, 0)); /* none, if the first reaches all */
        this.rows = [];
        this.nodes.forEach((_, k) => (this.rows[level.get(k)] = this.rows[level.get(k)] || []).push(k));
        this.place = [];
        this.labelled = this.edges.length <= MOST_EDGE_LABELS;
        const longest = this.edges.reduce(
            (most, edge) => Math.max(most, Math.min(MOST_EDGE_LABEL, edge.labels.join(", ").length)), 0);
        this.left = this.labelled ? 20 + 3.5 * longest : 20; /* for the label of a loop */
        this.gap = this.labelled ? NODE_GAP + 7 * longest : NODE_GAP;
        const widest = this.rows.reduce((most, row) => Math.max(most, row.length), 1);
        this.rows.forEach((row, k) => this.place_row(row, k, widest));
        this.width = widest * this.gap + 70 + this.left;
        this.height = this.rows.length * LEVEL_GAP + 10;
    }

    place_row(row, level, widest) {
        const middle = node => {
            const above = this.edges.filter(edge => edge.to === node && this.place[edge.from]?.level < level);
            return above.reduce((sum, edge) => sum + this.place[edge.from].x, 0) / Math.max(1, above.length);
        };
        const wanted = new Map(row.map(node => [node, middle(node)]));
        row.sort((a, b) => wanted.get(a) - wanted.get(b) || a - b).forEach((node, k) => {
            this.place[node] = {x: (k + 0.5 + (widest - row.length) / 2) * this.gap + this.left, y: level * LEVEL_GAP + 34, level};
        });
    }

    /* --- drawing --- */

    path(from, to) {
        const a = this.place[from], b = this.place[to], r = 13;
        if (from === to) {
            return "M" + (a.x - 9) + " " + (a.y - 9) + " c-22 -14 -26 18 -3 14";
        }
        if (b.level > a.level) {
            return "M" + a.x + " " + (a.y + r) + " L" + b.x + " " + (b.y - r);
        }
        const side = this.bend(a, b);
        return "M" + (a.x + 10) + " " + (a.y + 8) + " Q" + side.x + " " + side.y + " " + (b.x + 10) + " " + (b.y + 9);
    }

    /* The point towards which an edge bends that does not lead down. */
    bend(a, b) {
        const flat = a.level === b.level;
        return {
            x: flat ? (a.x + b.x) / 2 : Math.max(a.x, b.x) + 34 + 12 * Math.min(6, a.level - b.level),
            y: (a.y + b.y) / 2 + (flat ? 40 : 0)
        };
    }

    /* Where the label of an edge is, and which end of it. */
    label_place(edge) {
        const a = this.place[edge.from], b = this.place[edge.to];
        if (edge.from === edge.to) {
            return {x: a.x - 28, y: a.y + 3, "text-anchor": "end"};
        }
        if (b.level > a.level) {
            return {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 + 3, "text-anchor": "middle"};
        }
        const side = this.bend(a, b);
        return {x: (a.x + b.x + 20 + 2 * side.x) / 4, y: (a.y + b.y + 2 * side.y) / 4 + 4, "text-anchor": "middle"};
    }

    draw_edge(edge, chosen) {
        const touches = chosen !== null && (edge.from === chosen || edge.to === chosen), text = edge.labels.join(", ");
        return svg("g", {class: touches ? "edge chosen" : chosen === null ? "edge" : "edge faint"},
                   svg("path", {d: this.path(edge.from, edge.to), "marker-end": "url(#arrow)"}), svg("title", {}, text));
    }

    /* Labels are above all edges. */
    draw_label(edge, chosen) {
        const shows = edge.labels.length > 0 && (this.labelled || edge.from === chosen || edge.to === chosen);
        return shows ? [label(edge.labels.join(", "), MOST_EDGE_LABEL, {...this.label_place(edge), class: "on-edge"})] : [];
    }

    draw(chosen) {
        this.chosen = chosen;
        const order = this.edges.slice().sort((a, b) => (a.from === chosen || a.to === chosen) -
                                                        (b.from === chosen || b.to === chosen));
        this.picture.replaceChildren(
            make_arrow(), ...order.map(edge => this.draw_edge(edge, chosen)),
            ...order.flatMap(edge => this.draw_label(edge, chosen)), ...this.nodes.map((node, k) => {
                const {x, y} = this.place[k];
                return svg("g", {
                    class: "state" + (k === 0 ? " first" : "") + (k === chosen ? " chosen" : ""),
                    on: {click: () => this.choose(k)}
                },
                           svg("circle", {cx: x, cy: y, r: 12}), svg("title", {}, node.words),
                           svg("text", {x, y: y + 4}, node.text));
            }));
    }

    choose(node) {
        this.draw(node);
        const out = this.edges.filter(edge => edge.from === node);
        const moves = out.slice(0, 40).map(edge => (edge.labels.length > 0 ? edge.labels.join(", ") + " " : "") + "→ " +
                                                   this.nodes[edge.to].text);
        this.words.textContent =
            shown(this.nodes[node].words + ". " +
                  (moves.length === 0
                       ? "Nothing is possible there."
                       : moves.join("; ") +
                             (out.length > moves.length ? "; and " + (out.length - moves.length) + " more" : "")));
    }

    key(event) {
        const by = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]}[event.key];
        if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) {
            return;
        }
        event.preventDefault();
        const level = this.chosen === null ? 0 : this.place[this.chosen].level, row = this.rows[level + by[0]];
        const at = this.chosen === null || row === undefined ? 0
                   : by[0] !== 0 ? Math.min(row.length - 1, this.rows[level].indexOf(this.chosen))
                                 : row.indexOf(this.chosen) + by[1];
        if (row !== undefined && row[at] !== undefined) {
            this.choose(this.chosen === null ? 0 : row[at]);
        }
    }
}

/* The head of an arrow; each picture has its own, because a printed one may be alone. */
function make_arrow() {
    return svg("defs", {},
               svg("marker", {
                   id: "arrow",
                   viewBox: "0 0 8 8",
                   refX: 7,
                   refY: 4,
                   markerWidth: 7,
                   markerHeight: 7,
                   orient: "auto-start-reverse"
               },
                   svg("path", {d: "M0 0 L8 4 L0 8 z", class: "arrow"})));
}

/* "coordinator 3, site_1 0": of many processes those that differ from the state before. */
function tuple_text(tuple, before) {
    const parts = tuple.map((local, k) => ({local, k}))
                      .filter(({local, k}) => names.length <= 16 || before === null || local !== before[k])
                      .map(({local, k}) => names[k] + " " + value_of(k, local));
    return parts.length === 0 ? "the first state" : parts.slice(0, 16).join(", ") + (parts.length > 16 ? ", .." : "");
}

/* Transitions between the same two states become one edge. */
function joined_edges(transitions) {
    const all = new Map();
    transitions.forEach(([from, text, to]) => {
        const key = from + " " + to;
        all.set(key, all.get(key) || {from, to, labels: []});
        all.get(key).labels.push(text);
    });
    return [...all.values()];
}

/* The graph of an explanation as an element; null if there is none to draw. */
function region_node(graph) {
    if (graph?.states !== undefined) {
        const nodes = graph.states.map(
            (tuple, k) =>
                ({text: String(k), words: "State " + k + ": " + tuple_text(tuple, k === 0 ? null : graph.states[0])}));
        return new Region(nodes, joined_edges(graph.transitions)).node;
    }
    if (graph?.components !== undefined) {
        const nodes =
            graph.components.map((size, k) => ({
                                     text: size < 1e4 ? String(size) : "…",
                                     words: "Strongly connected component " + k + " of " + plural(size, "state")
                                 }));
        return new Region(nodes, graph.edges.map(([from, to]) => ({from, to, labels: []}))).node;
    }
    return null;
}
