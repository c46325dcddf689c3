/*
 * A window with rows, one for each step, and a lane for each process. Only what the window shows is drawn, again after
 * each scroll, so a million steps cost as much as five. The model is a Trace or a Tree:
 *   length         the last position; position 0 is the initial state
 *   rows           the rows, each with its positions, `first` to `last`, ascending
 *   widest         about the most characters of a label
 *   lanes          the processes that take part, and OBSERVER, ascending
 *   row(index)     how a row is drawn: step, mark, text, note, indent, kind, cycle, begins, moves
 *   state(lane, index), lane_name(lane), ending(), row_of(position), words(index)
 *   find(text)     positions, ascending; reveal(position) opens what hides it
 *   toggle(position), set_open(open), folds     opening and folding of rows
 */
const MOST_PIXELS = 8e6; /* browsers cannot lay out anything much higher */
const OBSERVER = -1;     /* the lane of a monitor's state, or of what is left of a formula */

class Lanes {
    constructor(result, index, model) {
        this.result = result;
        this.model = model;
        this.all_lanes = [...(model.lanes[0] === OBSERVER ? [OBSERVER] : []), ...names.keys()];
        this.lanes = model.lanes;
        this.position = 0;
        this.found = [];
        this.draw_soon = once(() => this.draw());
        const back =
            report.network === null ? "" : html("a", {href: "#verdict-" + index, class: "back-link"}, "↑ verdicts");
        this.node = html("section", {class: "evidence", id: "evidence-" + index},
                         html("h3", {}, ...breakable(property_name(result)), " ", back), html("p", {}, this.summary()),
                         this.make_tools(), this.make_status(), this.make_window(),
                         table_details(() => lanes_table(this.model)));
    }

    /* --- elements --- */

    make_tools() {
        this.input = html("input", {type: "search", placeholder: "label", "aria-label": "search by label",
                                    on: {input: () => this.search(), keydown: event => this.search_key(event)}});
        this.matches = html("span", {class: "matches", "aria-live": "polite"});
        const tools = html("div", {class: "tools"}, button("◂ step", () => this.step(-1)),
                           button("step ▸", () => this.step(1)),
                           html("label", {}, "search ", this.input), button("previous", () => this.next_match(-1)),
                           button("next", () => this.next_match(1)), this.matches);
        if (this.model.folds) {
            tools.append(button("open all", () => this.fold_all(true)), button("fold", () => this.fold_all(false)));
        }
        if (this.model.lanes.length < this.all_lanes.length) {
            this.all = html("input", {type: "checkbox", on: {change: () => this.choose_lanes()}});
            tools.append(html("label", {}, this.all, " all " + PARTS));
        }
        if (this.can_save()) {
            tools.append(button("save as JSON", () => this.save()));
        }
        return tools;
    }

    make_status() {
        this.status = html("p", {class: "status", "aria-live": "polite"});
        return this.status;
    }

    make_window() {
        this.picture = svg("svg", {class: "picture"});
        this.space = html("div", {class: "space"}, this.picture);
        this.window = html("div", {class: "window", tabindex: 0, role: "application",
                                   "aria-label": "steps of " + property_name(this.result) +
                                       ": arrow keys step, Enter opens and folds, / searches",
                                   on: {scroll: this.draw_soon, keydown: event => this.key(event),
                                        click: event => this.click(event)}}, this.space);
        return this.window;
    }

    /* --- layout --- */

    rows_height() {
        return (this.model.rows.length + (this.model.ending() === "" ? 0 : 1)) * ROW;
    }

    get current() {
        return this.model.row_of(this.position);
    }

    /* Sets the sizes of the window and of its scrolled content; called after each change of rows or lanes. */
    lay_out() {
        const width = this.window.clientWidth;
        this.sizes = measure_lanes(this.model, this.lanes, width);
        this.window.style.height = Math.min(this.rows_height() + HEAD + 18, Math.max(240, innerHeight * 0.72)) + "px";
        this.space.style.width = Math.max(width, this.sizes.labels + this.lanes.length * this.sizes.lane) + "px";
        this.space.style.height = Math.min(this.rows_height() + HEAD, MOST_PIXELS) + "px";
        this.draw();
        this.describe();
    }

    /* Pixels of rows for a pixel of the scroll bar: 1 unless there are very many rows. */
    scale() {
        const height = this.window.clientHeight, all = this.rows_height() + HEAD;
        return all <= MOST_PIXELS ? 1 : (all - height) / (MOST_PIXELS - height);
    }

    draw() {
        const width = this.window.clientWidth, height = this.window.clientHeight;
        const box = {top: this.window.scrollTop * this.scale(), left: this.window.scrollLeft, width, height};
        this.picture.setAttribute("width", width);
        this.picture.setAttribute("height", height);
        this.picture.replaceChildren();
        draw_lanes(this.picture, this.model, this.lanes, this.sizes, {current: this.current, found: this.found}, box);
    }

    show_row(index) {
        const scale = this.scale(), height = this.window.clientHeight - HEAD;
        const top = this.window.scrollTop * scale, y = index * ROW;
        if (y < top) {
            this.window.scrollTop = y / scale;
        } else if (y + 2 * ROW > top + height) {
            this.window.scrollTop = (y + 2 * ROW - height) / scale;
        }
    }

    /* Scrolls the first lane of the step to the middle unless one of its lanes is visible. */
    show_lanes(moves) {
        const {first, end} = visible_lanes(this.lanes, this.sizes, this.window.scrollLeft, this.window.clientWidth);
        const places = moves.map(([lane]) => last_at_most(this.lanes, lane));
        if (places.length > 0 && !places.some(k => k >= first && k < end - 1)) {
            this.window.scrollLeft = (places[0] - Math.floor((end - first) / 2)) * this.sizes.lane;
        }
    }

    /* --- actions --- */

    select(position) {
        this.position = Math.max(0, Math.min(this.model.length, position));
        this.show_row(this.current);
        this.show_lanes(this.model.row(this.current).moves);
        this.draw();
        this.describe();
    }

    /* Describes the current row in words. */
    describe() {
        const index = this.current, row = this.model.row(index), {at, name, after} = this.model.words(index);
        const moves = row.moves.length === 0 ? "" : " · " + moves_text(this.model, row.moves, 12);
        this.status.replaceChildren(shown(at), html("b", {}, name), shown(moves + after));
    }

    /* Goes `by` rows down, or up if it is negative. */
    step(by) {
        const index = Math.max(0, Math.min(this.model.rows.length - 1, this.current + by));
        this.select(this.model.rows[index].last);
    }

    toggle(position) {
        const to = this.model.toggle(position);
        if (to !== null) {
            this.position = to;
            this.lay_out();
            this.select(to);
        }
    }

    fold_all(open) {
        this.model.set_open(open);
        this.lay_out();
        this.select(this.model.rows[this.current].last);
    }

    choose_lanes() {
        this.lanes = this.all.checked ? this.all_lanes : this.model.lanes;
        this.window.scrollLeft = 0;
        this.lay_out();
    }

    search() {
        this.found = this.model.find(this.input.value);
        this.next_match(0);
    }

    /* by: 1 for the next match, -1 for the previous one, 0 for this position if it matches, else the next. */
    next_match(by) {
        if (this.found.length > 0) {
            const from = last_at_most(this.found, by === 1 ? this.position : this.position - 1);
            const at = by === -1 ? from : from + 1;
            this.show_match((at + this.found.length) % this.found.length);
        } else {
            this.matches.textContent = this.input.value === "" ? "" : "no such label";
            this.draw();
        }
    }

    show_match(at) {
        if (this.model.reveal(this.found[at])) {
            this.lay_out();
        }
        this.matches.textContent = (at + 1) + " of " + this.found.length;
        this.select(this.found[at]);
    }

    save() {
        const url = URL.createObjectURL(new Blob([this.saved()], {type: "application/json"}));
        html("a", {href: url, download: evidence_noun(this.result) + ".json"}).click();
        setTimeout(() => URL.revokeObjectURL(url), 1000);
    }

    /* --- keys and clicks --- */

    key(event) {
        const page = Math.max(1, Math.floor((this.window.clientHeight - HEAD) / ROW) - 2);
        const actions = {
            ArrowDown: () => this.step(1),
            ArrowUp: () => this.step(-1),
            ArrowRight: () => this.window.scrollLeft += this.sizes.lane,
            ArrowLeft: () => this.window.scrollLeft -= this.sizes.lane,
            PageDown: () => this.step(page),
            PageUp: () => this.step(-page),
            Home: () => this.select(0),
            End: () => this.select(this.model.length),
            Enter: () => this.toggle(this.position),
            " ": () => this.toggle(this.position),
            "/": () => this.input.focus(),
            n: () => this.next_match(1),
            N: () => this.next_match(-1)
        };
        const action = actions[event.key];
        if (action !== undefined && !event.ctrlKey && !event.altKey && !event.metaKey) {
            event.preventDefault();
            action();
        }
    }

    search_key(event) {
        if (event.key === "Enter") {
            this.next_match(event.shiftKey ? -1 : 1);
        } else if (event.key === "Escape") {
            this.window.focus();
        }
    }

    click(event) {
        const group = event.target.closest("[data-row]");
        if (group === null) {
            return;
        }
        const index = Number(group.dataset.row), position = this.model.rows[index].last;
        if (event.target.classList.contains("label") && this.model.row(index).mark !== "") {
            this.toggle(this.model.rows[index].first);
        } else {
            this.select(position);
        }
    }
}
