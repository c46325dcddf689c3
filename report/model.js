/* The network: a picture of the processes that synchronise with each other, and a table of the processes. */
const MOST_CIRCLE = 2000, MOST_NAMED = 72, MOST_TABLE = 200, MOST_LISTED = 40;
const PICTURE = 620, CENTRE = PICTURE / 2;

class Model {
    constructor() {
        this.network = report.network;
        this.joint = this.network.synchronisations.filter(group => group.components.length > 1);
        this.alone = new Map(); /* component: the group of its own */
        this.groups = names.map(() => []);
        this.network.synchronisations.forEach(group => this.note(group));
        this.chosen = null;
        this.node = html("section", {id: "model"}, html("h2", {}, "Network"), html("p", {}, this.summary()),
                         html("div", {class: "columns"}, this.make_picture(),
                              html("div", {class: "grow"}, this.make_filter(), this.make_table(), this.make_details())));
        this.fill_table();
    }

    note(group) {
        if (group.components.length === 1) {
            this.alone.set(group.components[0], group);
        } else {
            group.components.forEach(component => this.groups[component].push(group));
        }
    }

    summary() {
        const left = this.network.left_out;
        return plural(names.length, "process") + ", " + plural(this.network.labels, "label") + ", " +
            plural(this.network.rules, "rule") +
            (this.network.guards > 0 ? ", " + plural(this.network.guards, "guard") + " of priorities" : "") + "." +
            (left > 0 ? " " + plural(left, "group") + " of processes that synchronise, the largest, " +
                (left === 1 ? "is" : "are") + " left out here." : "");
    }

    partners(component) {
        const all = new Set(this.groups[component].flatMap(group => group.components));
        all.delete(component);
        return all;
    }

    /* --- the picture --- */

    place(component, radius) {
        const angle = 2 * Math.PI * component / names.length - Math.PI / 2;
        return [CENTRE + radius * Math.cos(angle), CENTRE + radius * Math.sin(angle), angle];
    }

    make_picture() {
        this.radius = names.length <= MOST_NAMED ? CENTRE - 135 : CENTRE - 60;
        if (names.length === 1) {
            return "";
        }
        if (names.length > MOST_CIRCLE) {
            return html("p", {}, "Too many processes for a picture.");
        }
        this.lines = svg("g", {});
        this.dots = svg("g", {});
        this.texts = svg("g", {});
        this.joint.forEach((group, index) => this.lines.append(this.draw_group(group, index)));
        names.forEach((_, component) => this.draw_component(component));
        const margin = names.length <= 12 ? CENTRE - this.radius - 30 : 0;
        const picture = svg("svg", {viewBox: "0 " + margin + " " + PICTURE + " " + (PICTURE - 2 * margin), class: "network", role: "img",
                                    "aria-label": "processes on a circle, joined where they synchronise"},
                            this.lines, this.dots, this.texts);
        return html("figure", {}, picture, html("figcaption", {},
            "A line joins two processes that synchronise; a small square joins more than two."));
    }

    /* Two processes get a line; more get a square between them, with a line to each. */
    draw_group(group, index) {
        const places = group.components.map(component => this.place(component, this.radius));
        const node = svg("g", {class: "group"}, svg("title", {}, this.group_text(group)));
        group.node = node;
        if (places.length === 2) {
            const [[x1, y1], [x2, y2]] = places;
            node.append(svg("line", {x1, y1, x2, y2}));
            return node;
        }
        /* Groups may have the same centre: their squares are placed on a spiral. */
        const turn = 2.4 * index, away = 5 * Math.sqrt(index);
        const limit = Math.min(away, this.radius * 0.5);
        const x = places.reduce((sum, place) => sum + place[0], 0) / places.length + limit * Math.cos(turn);
        const y = places.reduce((sum, place) => sum + place[1], 0) / places.length + limit * Math.sin(turn);
        places.forEach(([x1, y1]) => node.append(svg("line", {x1, y1, x2: x, y2: y})));
        node.append(svg("rect", {x: x - 4, y: y - 4, width: 8, height: 8}));
        return node;
    }

    draw_component(component) {
        const [x, y] = this.place(component, this.radius);
        const many = names.length > MOST_NAMED;
        const dot = svg("circle", {cx: x, cy: y, r: Math.max(1.2, Math.min(7, 2 * this.radius / names.length)), class: "component", "data-component": component},
                        svg("title", {}, names[component]));
        dot.addEventListener("click", () => this.choose(component));
        this.dots.append(dot);
        if (!many) {
            this.texts.append(this.name_text(component));
        }
    }

    /* A name is written along the ray from the centre, so that neighbours do not overlap. */
    name_text(component) {
        const [x, y, angle] = this.place(component, this.radius + 13);
        const right = Math.cos(angle) >= -1e-6, degrees = angle * 180 / Math.PI;
        return label(names[component], 14, {class: "ring", transform: "translate(" + x + " " + y + ")" +
            (names.length > 12 ? " rotate(" + (right ? degrees : degrees + 180) + ")" : ""),
            "text-anchor": names.length <= 12 && Math.abs(Math.cos(angle)) < 0.2 ? "middle" : right ? "start" : "end",
            dy: names.length <= 12 && Math.abs(Math.cos(angle)) < 0.2 ? (Math.sin(angle) > 0 ? "0.9em" : "-0.3em") : "0.35em"});
    }

    /* --- the table --- */

    make_filter() {
        this.filter = html("input", {type: "search", placeholder: "process", "aria-label": "show processes by name",
                                     on: {input: () => this.fill_table()}});
        this.hidden = html("span", {class: "matches"});
        return html("div", {class: "tools"}, html("label", {}, "find ", this.filter), this.hidden);
    }

    make_table() {
        this.body = html("tbody", {});
        const heads = ["states", "moves", "labels", "partners"];
        return html("div", {class: "scroll"}, html("table", {}, html("thead", {}, html("tr", {},
            html("th", {scope: "col"}, "process"),
            ...heads.map(text => html("th", {scope: "col", class: "count"}, text)))), this.body));
    }

    fill_table() {
        const wanted = this.filter.value.toLowerCase();
        const found = [];
        names.forEach((name, component) => {
            if (name.toLowerCase().includes(wanted)) {
                found.push(component);
            }
        });
        this.hidden.textContent = found.length > MOST_TABLE ?
            "the first " + MOST_TABLE + " of " + number(found.length) : "";
        this.body.replaceChildren(...found.slice(0, MOST_TABLE).map(component => this.make_row(component)));
    }

    make_row(component) {
        const [states, moves, labels] = this.network.sizes[component];
        const name = html("button", {type: "button", class: "link", on: {click: () => this.choose(component)}},
                          names[component]);
        const counts = [states, moves, labels, this.partners(component).size];
        return html("tr", {class: component === this.chosen ? "chosen" : null}, html("td", {}, name),
                    ...counts.map(count => html("td", {class: "count"}, number(count))));
    }

    /* --- one component --- */

    make_details() {
        this.details = html("div", {class: "details", "aria-live": "polite"},
                            html("p", {class: "help"}, "Choose a process to see with which it synchronises."));
        return this.details;
    }

    group_text(group) {
        const labels = group.labels.map(text => cut(text, 60)).join(", ");
        const more = group.label_count - group.labels.length;
        const members = group.components.slice(0, 8).map(component => names[component]).join(", ");
        const others = group.components.length - 8;
        return members + (others > 0 ? " and " + others + " more" : "") + ": " + labels +
            (more > 0 ? " and " + number(more) + " more" : "");
    }

    choose(component) {
        this.chosen = component;
        const groups = this.groups[component], alone = this.alone.get(component);
        const items = groups.slice(0, MOST_LISTED).map(group => html("li", {}, this.group_text(group)));
        if (groups.length > MOST_LISTED) {
            items.push(html("li", {}, "and " + plural(groups.length - MOST_LISTED, "group") + " more"));
        }
        if (alone !== undefined) {
            items.push(html("li", {}, "alone: " + this.group_text(alone).slice(names[component].length + 2)));
        }
        this.details.replaceChildren(html("h4", {}, names[component]),
                                     items.length > 0 ? html("ul", {}, ...items) : html("p", {}, "It never moves."));
        this.fill_table();
        this.mark();
    }

    /* The processes whose names fit next to each other. */
    names_apart(components) {
        const apart = 16 / (2 * Math.PI * this.radius) * names.length, named = [];
        components.slice(0, 200).forEach(component => {
            if (named.every(other => {
                const between = Math.abs(other - component);
                return Math.min(between, names.length - between) >= apart;
            })) {
                named.push(component);
            }
        });
        return named;
    }

    mark() {
        if (this.dots === undefined) {
            return;
        }
        const partners = this.partners(this.chosen);
        this.joint.forEach(group => group.node.classList.toggle("chosen", group.components.includes(this.chosen)));
        for (const dot of this.dots.children) {
            const component = Number(dot.dataset.component);
            dot.classList.toggle("chosen", component === this.chosen);
            dot.classList.toggle("partner", partners.has(component));
        }
        if (names.length > MOST_NAMED) {
            this.texts.replaceChildren(...this.names_apart([this.chosen, ...partners])
                .map(component => this.name_text(component)));
        }
    }
}
