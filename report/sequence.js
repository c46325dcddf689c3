/* A trace to step through. Only what the window shows is drawn, again after each scroll, so a million steps cost as
 * much as five.
 */
const MOST_PIXELS = 8e6; /* browsers cannot lay out anything much higher */

class Sequence {
    constructor(result, index) {
        this.result = result;
        this.trace = new Trace(result.evidence, result.property);
        this.all_lanes = names.map((_, component) => component);
        this.lanes = this.trace.lanes;
        this.position = 0;
        this.found = [];
        this.draw_soon = once(() => this.draw());
        this.node = html("section", {class: "evidence", id: "evidence-" + index},
                         html("h3", {}, property_name(result)), html("p", {}, this.summary()), this.make_tools(),
                         this.make_status(), this.make_window(), table_details(() => trace_table(this.trace)));
    }

    summary() {
        const trace = this.trace, rest = names.length - trace.lanes.length;
        const what = this.result.property === null ? "A walk" : this.result.evidence.holds ? "A witness" : "A trace";
        const round = trace.length - trace.lasso;
        const cycle = trace.lasso === null ? "" : (round === trace.length ? ", all" : round === 1 ? ", the last" :
            ", the last " + number(round)) + " of them on a cycle (marked at the left)";
        return what + " of " + plural(trace.length, "step") + cycle + ". " +
            (rest === 0 ? "All processes take part." :
             trace.lanes.length + " of " + names.length + " processes take part.");
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
        if (this.trace.runs.length > 0) {
            tools.append(button("open all folds", () => this.fold_all(true)),
                         button("fold internal steps", () => this.fold_all(false)));
        }
        if (this.trace.lanes.length < names.length) {
            this.all = html("input", {type: "checkbox", on: {change: () => this.choose_lanes()}});
            tools.append(html("label", {}, this.all, " all processes"));
        }
        if (!this.result.evidence.game) { /* a trace alone is no evidence for a game */
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
                                       ": arrow keys step, Enter opens and folds internal steps, / searches",
                                   on: {scroll: this.draw_soon, keydown: event => this.key(event),
                                        click: event => this.click(event)}}, this.space);
        return this.window;
    }

    /* --- layout --- */

    rows_height() {
        return (this.trace.rows.length + 1) * ROW; /* and the ending */
    }

    /* Sets the sizes of the window and of its scrolled content; called after each change of rows or lanes. */
    lay_out() {
        const width = this.window.clientWidth;
        this.sizes = measure_lanes(this.trace, this.lanes, width);
        this.window.style.height = Math.min(this.rows_height() + HEAD + 18, Math.max(240, innerHeight * 0.72)) + "px";
        this.space.style.width = Math.max(width, this.sizes.labels + this.lanes.length * this.sizes.lane) + "px";
        this.space.style.height = Math.min(this.rows_height() + HEAD, MOST_PIXELS) + "px";
        this.draw();
        this.tell();
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
        draw_sequence(this.picture, this.trace, this.lanes, this.sizes, this, box);
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
        const places = moves.map(([component]) => last_at_most(this.lanes, component));
        if (places.length > 0 && !places.some(k => k >= first && k < end - 1)) {
            this.window.scrollLeft = (places[0] - Math.floor((end - first) / 2)) * this.sizes.lane;
        }
    }

    /* --- actions --- */

    current_row() {
        return this.trace.rows[this.trace.row_of(this.position)];
    }

    select(position) {
        this.position = Math.max(0, Math.min(this.trace.length, position));
        const index = this.trace.row_of(this.position), row = this.trace.rows[index];
        this.show_row(index);
        if (row.first > 0) {
            this.show_lanes(this.trace.moves(row.first, row.last));
        }
        this.draw();
        this.tell();
    }

    /* Describes the current row in words. */
    tell() {
        const row = this.current_row(), trace = this.trace;
        const at = row.first === 0 ? "initial state" :
            row.run !== null ? "steps " + row.first + " to " + row.last + " of " + trace.length + ": internal" :
            "step " + row.first + " of " + trace.length + ": ";
        const name = html("b", {}, row.first > 0 && row.run === null ? trace.label(row.first) : "");
        const moves = row.first === 0 ? "" : " · " + moves_text(trace.moves(row.first, row.last), 12);
        const end = row.last === trace.length ? " · " + trace.ending() : "";
        this.status.replaceChildren(at, name, moves, end);
    }

    /* Goes `by` rows down, or up if it is negative. */
    step(by) {
        const index = Math.max(0, Math.min(this.trace.rows.length - 1, this.trace.row_of(this.position) + by));
        this.select(this.trace.rows[index].last);
    }

    toggle(position) {
        const run = this.trace.run_of(position);
        if (run !== null) {
            this.trace.set_open([run], !run.open);
            this.position = run.open ? run.first : run.last;
            this.lay_out();
            this.select(this.position);
        }
    }

    fold_all(open) {
        this.trace.set_open(this.trace.runs, open);
        this.lay_out();
        this.select(this.current_row().last);
    }

    choose_lanes() {
        this.lanes = this.all.checked ? this.all_lanes : this.trace.lanes;
        this.window.scrollLeft = 0;
        this.lay_out();
    }

    search() {
        this.found = this.trace.find(this.input.value);
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
        const position = this.found[at], run = this.trace.run_of(position);
        if (run !== null && !run.open) {
            this.trace.set_open([run], true);
            this.lay_out();
        }
        this.matches.textContent = (at + 1) + " of " + this.found.length;
        this.select(position);
    }

    save() {
        const text = JSON.stringify(this.trace.evidence(this.result.evidence.holds)) + "\n";
        const url = URL.createObjectURL(new Blob([text], {type: "application/json"}));
        html("a", {href: url, download: "trace.json"}).click();
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
            End: () => this.select(this.trace.length),
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
        const row = this.trace.rows[Number(group.dataset.row)], run = this.trace.run_of(row.first);
        if (event.target.classList.contains("label") && run !== null && (!run.open || run.first === row.first)) {
            this.toggle(row.first);
        } else {
            this.select(row.last);
        }
    }
}
