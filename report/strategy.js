/* A strategy that branches: the winner has one move in each of its nodes, the loser has every move. Nodes are drawn
 * in rows by their distance from the first. A move of the formula alone is folded if it is the only one.
 */
const CELL = 194, LEVEL = 110, BOX = 160, BOX_HEIGHT = 56, MOST_DRAWN = 120;

/* The heads of arrows, which all pictures of the page use, printed ones too. */
function make_arrows() {
    const arrow = svg("marker", {id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8,
                                 orient: "auto-start-reverse"}, svg("path", {d: "M0 0 L8 4 L0 8 z", class: "arrow"}));
    return svg("svg", {width: 0, height: 0, class: "arrows", "aria-hidden": "true"}, svg("defs", {}, arrow));
}

class Strategy {
    constructor(result, index) {
        this.result = result;
        this.evidence = result.evidence;
        this.nodes = this.evidence.strategy.map(([tuple, subformula, owner, priority, moves]) =>
            ({tuple, subformula, owner, priority, moves}));
        this.winner = this.evidence.holds ? 0 : 1;
        this.most = MOST_DRAWN;
        this.folds = true;
        this.chosen = 0;
        this.node = html("section", {class: "evidence", id: "evidence-" + index},
                         html("h3", {}, property_name(result)), html("p", {}, this.summary()), this.make_tools(),
                         this.make_window(), html("div", {class: "details", "aria-live": "polite"}),
                         table_details(() => strategy_table(this)));
        this.details = this.node.querySelector(".details");
    }

    summary() {
        const verb = this.evidence.holds ? "proves" : "refutes";
        return "A strategy of " + plural(this.evidence.nodes, "node") + " that " + verb + " the formula" +
            (this.nodes.length < this.evidence.nodes ? ", of which the first " + number(this.nodes.length) +
                " are here (--trace FILE.json has all)" : "") +
            ". In a square node, the player who " + verb + " it has chosen one move; a round node has all moves of the " +
            "other player. Moves to nodes that are drawn elsewhere are faint, except at the chosen node.";
    }

    make_tools() {
        this.all = html("input", {type: "checkbox", on: {change: () => this.change()}});
        this.count = html("span", {class: "matches"});
        this.more = button("draw more", () => {
            this.most *= 4;
            this.change();
        });
        return html("div", {class: "tools"}, html("label", {}, this.all, " moves of the formula alone, too"), this.more,
                    this.count);
    }

    make_window() {
        this.picture = svg("svg", {class: "strategy"});
        this.window = html("div", {class: "window", tabindex: 0, role: "application",
                                   "aria-label": "strategy of " + property_name(this.result) +
                                       ": down to the first move, up to where it came from, left and right beside it",
                                   on: {keydown: event => this.key(event)}}, this.picture);
        return this.window;
    }

    change() {
        this.folds = !this.all.checked;
        this.lay_out();
    }

    /* --- the graph --- */

    label_text(index) {
        return text_of(this.evidence.labels[index]);
    }

    /* The node after all folded moves from this one. */
    after_folds(node) {
        const seen = new Set();
        while (this.folds && node < this.nodes.length && !seen.has(node)) {
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
            const to = this.after_folds(target), labels = all.get(to) || [];
            if (label_index !== null) {
                labels.push(this.label_text(label_index)); /* in place: there may be a hundred thousand */
            }
            all.set(to, labels);
        }
        return [...all];
    }

    /* Places nodes breadth-first, at most this.most. */
    find_places() {
        const first = this.after_folds(0), order = [first];
        this.places = new Map([[first, {node: first, level: 0, parent: null}]]);
        for (let k = 0; k < order.length; k++) {
            for (const [target] of this.targets(order[k])) {
                if (!this.places.has(target) && order.length < this.most) {
                    this.places.set(target, {node: target, level: this.places.get(order[k]).level + 1, parent: order[k]});
                    order.push(target);
                }
            }
        }
        this.levels = [];
        order.map(node => this.places.get(node)).forEach(place => {
            (this.levels[place.level] = this.levels[place.level] || []).push(place);
        });
        const widest = this.levels.reduce((most, level) => Math.max(most, level.length), 1);
        this.levels.forEach(level => level.forEach((place, k) => {
            place.x = (k + 0.5 + (widest - level.length) / 2) * CELL + 20;
            place.y = place.level * LEVEL + 40;
        }));
        this.width = widest * CELL + 110;
        this.height = this.levels.length * LEVEL + 20;
    }

    /* --- the picture --- */

    lay_out() {
        this.find_places();
        this.picture.setAttribute("width", this.width);
        this.picture.setAttribute("height", this.height);
        this.picture.setAttribute("viewBox", "0 0 " + this.width + " " + this.height);
        this.window.style.height = Math.min(this.height + 18, Math.max(240, innerHeight * 0.72)) + "px";
        const cut_off = this.nodes.length > this.places.size && this.places.size >= this.most;
        this.more.hidden = !cut_off;
        this.count.textContent = plural(this.places.size, "node") + " drawn";
        this.chosen = this.places.has(this.chosen) ? this.chosen : this.after_folds(0);
        this.choose(this.chosen);
    }

    draw() {
        const faint = svg("g", {}), edges = svg("g", {}), boxes = svg("g", {}), texts = svg("g", {});
        for (const place of this.places.values()) {
            for (const [target, labels] of this.targets(place.node)) {
                const to = this.places.get(target);
                const touches = place.node === this.chosen || target === this.chosen;
                if (to === undefined) { /* the target is not drawn */
                    faint.append(svg("path", {d: "M" + place.x + " " + (place.y + BOX_HEIGHT / 2) + " v14",
                                              class: "edge open"}));
                } else if (to.parent === place.node && target !== place.node) {
                    this.draw_down(edges, texts, place, to, labels.join(", "));
                } else {
                    this.draw_other(touches ? edges : faint, touches ? texts : null, place, to, labels.join(", "));
                }
            }
            boxes.append(this.draw_node(place));
        }
        this.picture.replaceChildren(faint, edges, boxes, texts);
    }

    /* The move that reached the node first; only its label is written above the node. */
    draw_down(edges, texts, from, to, text) {
        const y1 = from.y + BOX_HEIGHT / 2, y2 = to.y - BOX_HEIGHT / 2, bend = (y2 - y1) / 2;
        edges.append(svg("path", {d: "M" + from.x + " " + y1 + " C" + from.x + " " + (y1 + bend) + " " + to.x + " " +
                                     (y2 - bend - 6) + " " + to.x + " " + y2, class: "edge", "marker-end": "url(#arrow)"}));
        texts.append(label(text, 21, {x: to.x, y: y2 - 14, class: "on-edge"}));
    }

    /* Other moves are faint and without a label, unless they begin or end in the chosen node. */
    draw_other(edges, texts, from, to, text) {
        const kind = texts === null ? "edge faint" : "edge returns";
        if (from === to) {
            const x = from.x + BOX / 2, y = from.y;
            edges.append(svg("path", {d: "M" + x + " " + (y + 9) + " c24 14 24 -32 0 -18", class: kind,
                                      "marker-end": "url(#arrow)"}));
        } else {
            const side = Math.max(from.x, to.x) + BOX / 2 + 30;
            edges.append(svg("path", {d: "M" + (from.x + BOX / 2) + " " + (from.y + 6) + " C" + side + " " +
                                         (from.y + 20) + " " + side + " " + (to.y - 20) + " " + (to.x + BOX / 2) + " " +
                                         (to.y - 6), class: kind, "marker-end": "url(#arrow)"}));
        }
        if (texts !== null) { /* at the end that is not the chosen node; beside a loop */
            const at = from.node === this.chosen ? to : from;
            texts.append(label(text, 16, {x: at.x + BOX / 2 + (from === to ? 22 : 4), y: at.y + (from === to ? 4 : 20),
                                          class: "on-edge beside"}));
        }
    }

    /* The local states that differ from those of the node above. */
    changes(place) {
        const tuple = this.nodes[place.node].tuple;
        const before = place.parent === null ? null : this.nodes[place.parent].tuple;
        const parts = [];
        for (let k = 0; before !== null && k < tuple.length && parts.length < 8; k++) {
            if (tuple[k] !== before[k]) {
                parts.push(names[k] + " " + tuple[k]);
            }
        }
        return place.parent === null ? "start" : parts.length === 0 ? "same state" : parts.join(", ");
    }

    draw_node(place) {
        const node = this.nodes[place.node], known = node !== undefined;
        const kind = !known ? "unknown" : node.owner === this.winner ? "winner" : "loser";
        const end = known && node.moves.length === 0 ? " end" : "";
        const group = svg("g", {class: "node " + kind + end + (place.node === this.chosen ? " current" : ""),
                                on: {click: () => this.choose(place.node)}},
                          svg("rect", {x: place.x - BOX / 2, y: place.y - BOX_HEIGHT / 2, width: BOX, height: BOX_HEIGHT,
                                       rx: kind === "loser" ? 22 : 2}),
                          svg("text", {x: place.x, y: place.y - 11, class: "name"}, "node " + place.node));
        if (known) {
            group.append(label(this.changes(place), 20, {x: place.x, y: place.y + 5, class: "local"}),
                         label(this.evidence.subformulas[node.subformula], 19, {x: place.x, y: place.y + 20, class: "local"}));
        }
        return group;
    }

    /* --- one node --- */

    choose(node) {
        this.chosen = node;
        const place = this.places.get(node);
        if (place !== undefined) {
            this.window.scrollTop = Math.max(0, place.y - this.window.clientHeight / 2);
            if (place.x - BOX / 2 < this.window.scrollLeft || place.x + BOX / 2 > this.window.scrollLeft + this.window.clientWidth) {
                this.window.scrollLeft = place.x - this.window.clientWidth / 2;
            }
        }
        this.draw();
        this.tell();
    }

    /* All local states if there are few processes, else those that differ from the initial ones. */
    state_text(tuple) {
        const first = this.nodes[0].tuple, all = names.length <= 16;
        const parts = [];
        tuple.forEach((local, component) => {
            if (all || local !== first[component]) {
                parts.push(names[component] + " " + local);
            }
        });
        return parts.length === 0 ? "the initial one" : parts.join(", ") + (all ? "" : "; all others as at the start");
    }

    role(node) {
        const chosen = node.owner === this.winner;
        if (node.moves.length === 0) {
            return "No move is left, so that " + (this.evidence.holds ? "nothing refutes" : "nothing proves") +
                " the formula here.";
        }
        return chosen ? "The player who " + (this.evidence.holds ? "proves" : "refutes") + " the formula chooses:"
                      : "All moves of the other player:";
    }

    tell() {
        const node = this.nodes[this.chosen];
        if (node === undefined) {
            this.details.replaceChildren(html("p", {}, "Node " + this.chosen + " is not in this page."));
            return;
        }
        const moves = node.moves.map(([label_index, target]) => html("li", {},
            (label_index === null ? "(the network stands still)" : this.label_text(label_index)) + " → ",
            button("node " + this.after_folds(target), () => this.choose(this.after_folds(target)))));
        this.details.replaceChildren(
            html("h4", {}, "Node " + this.chosen), html("p", {}, "State: " + this.state_text(node.tuple)),
            html("p", {}, (this.evidence.holds ? "To be proved: " : "To be refuted: "),
                 html("code", {}, this.evidence.subformulas[node.subformula]), " (priority " + node.priority + ")"),
            html("p", {}, this.role(node)), html("ul", {}, ...moves));
    }

    key(event) {
        const place = this.places.get(this.chosen);
        const level = this.levels[place === undefined ? 0 : place.level];
        const at = level.indexOf(place);
        const down = this.targets(this.chosen).find(([target]) => this.places.has(target) && target !== this.chosen);
        const to = {
            ArrowDown: down && down[0],
            ArrowUp: place && place.parent,
            ArrowLeft: level[at - 1] && level[at - 1].node,
            ArrowRight: level[at + 1] && level[at + 1].node,
            Home: this.after_folds(0)
        };
        if (event.key in to && !event.ctrlKey && !event.altKey && !event.metaKey) {
            event.preventDefault();
            if (to[event.key] !== undefined && to[event.key] !== null) {
                this.choose(to[event.key]);
            }
        }
    }
}
