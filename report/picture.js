/*
 * The picture of the network: processes on a circle, joined where they synchronise. One that synchronises with far more
 * processes than any other is in the middle. The picture can be zoomed and moved; names keep their size, so that more of
 * them appear in a part of the circle.
 */
const MOST_CIRCLE = 2000, PICTURE = 760, CENTRE = PICTURE / 2, FEW = 12, MOST_NAME = 22, LINE = 17;

class Picture {
    constructor(model) {
        this.model = model;
        this.hub = this.find_hub();
        this.ring = [...names.keys()].filter(component => component !== this.hub);
        const longest = names.reduce((most, name) => Math.max(most, Math.min(name.length, MOST_NAME)), 0);
        this.radius = names.length <= FEW ? 190 : CENTRE - 24 - 8.6 * longest;
        this.found = new Set();
        const down = [...names.keys()].map(component => this.place(component, this.radius)[1]);
        const top = names.length <= FEW ? Math.min(...down) - 45 : 0,
              bottom = names.length <= FEW ? Math.max(...down) + 45 : PICTURE;
        const margin = names.length <= FEW ? Math.max(0, CENTRE - this.radius - 24 - 8.6 * longest) : 0;
        this.whole = {x: margin, y: top, width: PICTURE - 2 * margin, height: bottom - top};
        this.lines = svg("g", {class: model.joint.length > 150 ? "lines many" : "lines"});
        this.dots = svg("g", {});
        this.texts = svg("g", {});
        model.joint.forEach((group, index) => this.lines.append(this.draw_group(group, index)));
        names.forEach((_, component) => this.dots.append(this.draw_component(component)));
        this.picture = svg("svg", {
            class: "network",
            role: "img",
            tabindex: 0,
            "aria-label": "processes on a circle, joined where they synchronise; + and - zoom, arrows move, 0 shows all"
        },
                           this.lines, this.texts, this.dots);
        this.listen();
        this.show(this.whole);
        this.node = html(
            "figure", {style: "flex: 0 1 " + Math.round(0.8 * this.whole.width) + "px"},
            html("div", {class: "tools"}, button("+", () => this.zoom(0.7)), button("−", () => this.zoom(1 / 0.7)),
                 button("all", () => this.show(this.whole))),
            this.picture,
            html("figcaption", {}, "A line joins two processes that synchronise; a small square joins more than two."));
    }

    /* The only process with partners on most of the circle; null if there is none. */
    find_hub() {
        const counts = names.map((_, component) => this.model.partners(component).size);
        const order = [...names.keys()].sort((a, b) => counts[b] - counts[a]);
        return names.length >= 5 && counts[order[0]] >= names.length / 2 && counts[order[0]] > 2 * counts[order[1]]
                   ? order[0]
                   : null;
    }

    /* --- drawing --- */

    place(component, radius) {
        if (component === this.hub) {
            return [CENTRE, CENTRE - (radius - this.radius), -Math.PI / 2];
        }
        const at = this.hub !== null && component > this.hub ? component - 1 : component;
        const angle = 2 * Math.PI * at / this.ring.length - (this.ring.length === 2 ? Math.PI : Math.PI / 2);
        return [CENTRE + radius * Math.cos(angle), CENTRE + radius * Math.sin(angle), angle];
    }

    /* Two processes get a line; more get a square between them, with a line to each. */
    draw_group(group, index) {
        const places = group.components.map(component => this.place(component, this.radius));
        const node = svg("g", {class: "group"}, svg("title", {}, this.model.group_text(group)));
        group.node = node;
        if (places.length === 2) {
            const [[x1, y1], [x2, y2]] = places;
            node.append(svg("line", {x1, y1, x2, y2}));
            return node;
        }
        /* Groups may have the same centre: their squares are placed on a spiral. */
        const turn = 2.4 * index, away = Math.min(5 * Math.sqrt(index), this.radius * 0.5);
        const middle = k => places.reduce((sum, place) => sum + place[k], 0) / places.length;
        const x = middle(0) + away * Math.cos(turn), y = middle(1) + away * Math.sin(turn);
        places.forEach(([x1, y1]) => node.append(svg("line", {x1, y1, x2: x, y2: y})));
        node.append(svg("rect", {x: x - 4, y: y - 4, width: 8, height: 8}));
        return node;
    }

    draw_component(component) {
        const [x, y] = this.place(component, this.radius);
        const radius = component === this.hub ? 8 : Math.max(1.2, Math.min(7, 2 * this.radius / names.length));
        return svg("circle", {cx: x, cy: y, r: radius, class: "component", "data-component": component,
                              on: {click: () => this.model.choose(component)}}, svg("title", {}, names[component]));
    }

    /* A name in a ring of many is written along the ray from the centre, so that neighbours do not overlap. */
    name_text(component) {
        const scale = this.box.width / this.whole.width, few = this.ring.length <= FEW || component === this.hub;
        const [x, y, angle] = this.place(component, this.radius + 13 * scale);
        const right = Math.cos(angle) >= -1e-6, degrees = angle * 180 / Math.PI,
              upright = few && Math.abs(Math.cos(angle)) < 0.2;
        return label(names[component], MOST_NAME, {
            class: "ring" + (component === this.model.chosen ? " chosen" : ""),
            transform: "translate(" + x + " " + y + ") scale(" + scale + ")" +
                           (few ? "" : " rotate(" + (right ? degrees : degrees + 180) + ")"),
            "text-anchor": upright ? "middle"
                           : right ? "start"
                                   : "end",
            dy: upright ? (Math.sin(angle) > 0 ? "0.9em" : "-0.3em") : "0.35em"
        },
                     shorten_name);
    }

    /* The processes whose names fit next to each other; those that come first are preferred. The ring is divided into
     * cells in which one name has room. */
    names_apart(components) {
        const count = this.ring.length,
              apart = LINE * this.box.width / this.whole.width / (2 * Math.PI * this.radius) * count;
        const cells = Math.max(1, Math.floor(count / Math.max(1, apart))), by_cell = new Map(), named = [];
        for (const component of components) {
            const cell = Math.floor(component * cells / names.length);
            const near = [cell + cells - 1, cell, cell + 1].some(other => {
                const between = Math.abs(by_cell.get(other % cells) - component); /* NaN for an empty cell */
                return Math.min(between, count - between) < apart;
            });
            if (component === this.hub || !near) {
                named.push(component);
                if (component !== this.hub) {
                    by_cell.set(cell, component);
                }
            }
        }
        return named;
    }

    is_inside(component) {
        const [x, y] = this.place(component, this.radius), box = this.box;
        return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
    }

    /* Names the chosen process, its partners and what was found first, then others where there is room. */
    draw_names() {
        const chosen = this.model.chosen, first = chosen === null ? [] : [chosen, ...this.model.partners(chosen)];
        const wanted =
            [...new Set([...first, ...this.found, ...names.keys()])].filter(component => this.is_inside(component));
        this.texts.replaceChildren(...this.names_apart(wanted).map(component => this.name_text(component)));
    }

    mark() {
        const chosen = this.model.chosen, partners = chosen === null ? new Set() : this.model.partners(chosen);
        this.picture.classList.toggle("choosing", partners.size > 0);
        this.model.joint.forEach(group => group.node.classList.toggle("chosen", group.components.includes(chosen)));
        for (const dot of this.dots.children) {
            const component = Number(dot.dataset.component);
            dot.classList.toggle("chosen", component === chosen);
            dot.classList.toggle("partner", partners.has(component));
            dot.classList.toggle("match", this.found.has(component));
        }
        this.draw_names();
    }

    /* --- zoom --- */

    show(box) {
        this.box = box;
        this.picture.setAttribute("viewBox", [box.x, box.y, box.width, box.height].join(" "));
        this.draw_names();
    }

    /* Zooms by the factor; the point, the middle of the picture by default, stays where it is. */
    zoom(factor, point) {
        const box = this.box, least = this.whole.width / Math.max(8, this.ring.length);
        const width = Math.max(least, Math.min(this.whole.width, box.width * factor)), by = width / box.width;
        const {x, y} = point || {x: box.x + box.width / 2, y: box.y + box.height / 2};
        this.show(by >= 1 && width === this.whole.width ? this.whole
            : {x: x - (x - box.x) * by, y: y - (y - box.y) * by, width, height: box.height * by});
    }

    move(right, down) {
        this.show({...this.box, x: this.box.x + right * this.box.width, y: this.box.y + down * this.box.height});
    }

    /* Shows a process that is out of sight. */
    show_component(component) {
        const [x, y] = this.place(component, this.radius), box = this.box;
        if (!this.is_inside(component)) {
            this.show({...box, x: x - box.width / 2, y: y - box.height / 2});
        }
    }

    listen() {
        const at = event => {
            const area = this.picture.getBoundingClientRect();
            return {x: this.box.x + (event.clientX - area.left) / area.width * this.box.width,
                    y: this.box.y + (event.clientY - area.top) / area.height * this.box.height};
        };
        let from = null; /* where the pointer holds the picture */
        this.picture.addEventListener("wheel", event => {
            if (event.ctrlKey || event.metaKey) { /* without a key the wheel scrolls the page */
                event.preventDefault();
                this.zoom(event.deltaY > 0 ? 1.25 : 0.8, at(event));
            }
        }, {passive: false});
        this.picture.addEventListener("dblclick", event => this.zoom(0.5, at(event)));
        this.picture.addEventListener("pointerdown", event => from = at(event));
        this.picture.addEventListener("pointermove", event => {
            if (from !== null && event.buttons === 1 && this.box !== this.whole) {
                const to = at(event);
                this.show({...this.box, x: this.box.x + from.x - to.x, y: this.box.y + from.y - to.y});
            }
        });
        addEventListener("pointerup", () => from = null);
        this.picture.addEventListener("keydown", event => this.key(event));
    }

    key(event) {
        const actions = {
            "+": () => this.zoom(0.7),
            "=": () => this.zoom(0.7),
            "-": () => this.zoom(1 / 0.7),
            "0": () => this.show(this.whole),
            ArrowLeft: () => this.move(-0.15, 0),
            ArrowRight: () => this.move(0.15, 0),
            ArrowUp: () => this.move(0, -0.15),
            ArrowDown: () => this.move(0, 0.15)
        };
        const moves_nothing = event.key.startsWith("Arrow") && this.box === this.whole;
        if (actions[event.key] !== undefined && !moves_nothing && !event.ctrlKey && !event.altKey && !event.metaKey) {
            event.preventDefault();
            actions[event.key]();
        }
    }
}
