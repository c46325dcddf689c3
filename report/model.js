/* The network: a picture of the processes that synchronise with each other, and a table of the processes. */
const MOST_TABLE = 200, MOST_LISTED = 40;

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

    make_picture() {
        this.picture = names.length > 1 && names.length <= MOST_CIRCLE ? new Picture(this) : null;
        return this.picture !== null ? this.picture.node
               : names.length === 1  ? ""
                                     : html("p", {}, "Too many processes for a picture.");
    }

    /* --- the table --- */

    make_filter() {
        this.filter = html("input", {
            type: "search",
            placeholder: "process",
            "aria-label": "show processes by name",
            on: {input: () => this.search(), keydown: event => event.key === "Enter" && this.choose_first()}
        });
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
        const found = this.matching();
        this.hidden.textContent = found.length > MOST_TABLE ?
            "the first " + MOST_TABLE + " of " + number(found.length) : "";
        this.body.replaceChildren(...found.slice(0, MOST_TABLE).map(component => this.make_row(component)));
    }

    /* The processes whose names contain the text to be found. */
    matching() {
        const wanted = this.filter.value.toLowerCase();
        return [...names.keys()].filter(component => names[component].toLowerCase().includes(wanted));
    }

    search() {
        this.fill_table();
        if (this.picture !== null) {
            this.picture.found = new Set(this.filter.value === "" ? [] : this.matching());
            this.picture.mark();
        }
    }

    choose_first() {
        const found = this.matching();
        if (found.length > 0) {
            this.choose(found[0]);
        }
    }

    make_row(component) {
        const [states, moves, labels] = this.network.sizes[component];
        const name = html("button", {type: "button", class: "link", on: {click: () => this.choose(component)}},
                          ...breakable(names[component]));
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
        const labels = group.labels.map(text => shorten(text, 60)).join(", ");
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
        if (this.picture !== null) {
            this.picture.show_component(component);
            this.picture.mark();
        }
    }
}
