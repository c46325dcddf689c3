/*
 * A timing diagram of the atoms of a formula of linear time: a cell for each position of the run, from left to right,
 * where an atom is true (high) or false (low). Position p has the conditions after step p, and the event of the step
 * after it. Only what the window shows is drawn, as in the picture of the steps.
 */
const CELL = 28, WAVE = 26, WAVE_HEAD = 24, WAVE_SIGN = 16;
const MOST_WAVES = 200;                                     /* a formula may have thousands of atoms */
const PRINT_CELLS = 32, PRINT_WAVES = 24, PRINT_STRIPS = 8; /* of a printed diagram */

class Timing {
    /* `go` selects a position. */
    constructor(trace, go) {
        this.trace = trace;
        this.go = go;
        this.texts = trace.atoms.texts.map(text_of);
        this.values = trace.atoms.values;
        this.waves = [...this.texts.keys()].slice(0, MOST_WAVES);
        const longest = this.texts.reduce((most, text) => Math.max(most, Math.min(text.length, 24)), 0);
        this.names = 24 + CHARACTER * longest;
        this.position = 0;
        this.picture = svg("svg", {class: "picture"});
        this.space = html("div", {class: "space"}, this.picture);
        this.draw_soon = once(() => this.draw());
        this.window = html("div", {class: "window", tabindex: 0, role: "application",
                                   "aria-label": "timing diagram: arrow keys step",
                                   on: {scroll: this.draw_soon, keydown: event => this.key(event),
                                        click: event => this.click(event)}}, this.space);
        this.node = html("div", {class: "timing"}, html("h4", {}, "Atoms"), this.window,
                         html("p", {class: "help"}, this.words()));
    }

    words() {
        const left = this.texts.length - this.waves.length;
        return "What holds after each step: conditions on the state, and events that come next." +
               (this.trace.lasso === null ? "" : " The cycle is shaded.") +
               (left > 0 ? " " + plural(left, "atom") + " more: --json has them." : "");
    }

    /* The cell of a position of the trace: a lasso returns. Null after a trace whose end is not the run's. */
    cell(position) {
        const cell = this.trace.lasso !== null && position === this.trace.length ? this.trace.lasso : position;
        return cell < this.values.length ? cell : null;
    }

    /* The atoms that are true, in words; "" where nothing is known. */
    true_text(position) {
        const cell = this.cell(position);
        if (cell === null || this.texts.length === 0) {
            return "";
        }
        const held = this.texts.filter((_, atom) => this.values[cell][atom] === 1).map(text => shorten(text, 40));
        return held.length === 0 ? " · no atom is true"
                                 : " · true: " + held.slice(0, 8).join(", ") +
                                       (held.length > 8 ? " and " + (held.length - 8) + " more" : "");
    }

    /* --- layout --- */

    get height() {
        return WAVE_HEAD + this.waves.length * WAVE;
    }

    get all_width() {
        return this.names + this.values.length * CELL + WAVE_SIGN;
    }

    lay_out() {
        this.space.style.width = Math.min(this.all_width, MOST_PIXELS) + "px";
        this.space.style.height = this.height + "px";
        this.draw();
    }

    /* Pixels of cells for a pixel of the scroll bar. */
    scale() {
        const width = this.window.clientWidth;
        return this.all_width <= MOST_PIXELS ? 1 : (this.all_width - width) / (MOST_PIXELS - width);
    }

    draw() {
        const width = this.window.clientWidth, left = this.window.scrollLeft * this.scale();
        this.picture.setAttribute("width", width);
        this.picture.setAttribute("height", this.height);
        this.picture.replaceChildren();
        draw_timing(this.picture, this, {left, width, waves: this.waves, at: this.cell(this.position)});
    }

    /* Marks a position, and scrolls to it. */
    show(position) {
        this.position = position;
        const cell = this.cell(position), room = this.window.clientWidth - this.names;
        if (cell !== null) {
            const left = this.window.scrollLeft * this.scale(), x = cell * CELL;
            if (x < left) {
                this.window.scrollLeft = x / this.scale();
            } else if (x + 2 * CELL > left + room) {
                this.window.scrollLeft = (x + 2 * CELL - room) / this.scale();
            }
        }
        this.draw();
    }

    /* --- keys and clicks --- */

    key(event) {
        const to = {
            ArrowRight: this.position + 1,
            ArrowDown: this.position + 1,
            ArrowLeft: this.position - 1,
            ArrowUp: this.position - 1,
            Home: 0,
            End: this.trace.length
        }[event.key];
        if (to !== undefined && !event.ctrlKey && !event.altKey && !event.metaKey) {
            event.preventDefault();
            this.go(to);
        }
    }

    click(event) {
        const cell = event.target.closest("[data-cell]");
        if (cell !== null) {
            this.go(Number(cell.dataset.cell));
        }
    }

    /* Strips for a printed page, one below the other. */
    print() {
        const strips = [], count = this.values.length;
        for (let first = 0; first < count && strips.length < PRINT_STRIPS; first += PRINT_CELLS) {
            const cells = Math.min(PRINT_CELLS, count - first), width = this.names + cells * CELL + WAVE_SIGN;
            for (let wave = 0; wave < this.waves.length; wave += PRINT_WAVES) {
                const waves = this.waves.slice(wave, wave + PRINT_WAVES);
                const picture = svg("svg", {class: "picture", style: "max-width: " + width + "px",
                                            viewBox: "0 0 " + width + " " + (WAVE_HEAD + waves.length * WAVE)});
                draw_timing(picture, this, {left: first * CELL, width, waves, at: null});
                strips.push(picture);
            }
        }
        return strips;
    }
}

/* The line of an atom over the cells [first, end), and bars where it is true. */
function draw_wave(area, timing, atom, y, first, end, x) {
    const up = y + 6, down = y + WAVE - 6;
    let path = "", last = null;
    for (let cell = first; cell < end; cell++) {
        const value = timing.values[cell][atom], level = value === 1 ? up : down;
        if (value === null) {
            area.append(svg("text", {x: x(cell) + CELL / 2, y: down, class: "unknown"}, "?"));
        } else {
            path += (last === null ? "M" + x(cell) + " " + level : last === level ? "" : "V" + level) + "H" + x(cell + 1);
        }
        if (value === 1) {
            area.append(svg("rect", {x: x(cell), y: up, width: CELL, height: down - up, class: "high"}));
        }
        last = value === null ? null : level;
    }
    area.append(svg("path", {d: path, class: "wave"}));
}

/* What stands above a cell: its number, if there is room, or the sign of the end. */
function cell_head(timing, cell) {
    const every = CELL < 8 * String(timing.values.length).length + 4 ? 5 : 1;
    return timing.trace.ends && cell === timing.trace.length ? "end" : cell % every === 0 ? String(cell) : "";
}

/* Draws cells into an empty picture. view: left (pixels scrolled out), width, waves (atoms), at (the current cell; or
 * null). */
function draw_timing(picture, timing, view) {
    const {left, width, waves, at} = view, {trace, values, names} = timing, height = WAVE_HEAD + waves.length * WAVE;
    const x = cell => cell * CELL - left;
    const first = Math.max(0, Math.floor(left / CELL)), end = Math.min(values.length, Math.ceil((left + width - names) / CELL));
    const area = svg("svg", {x: names, y: 0, width: Math.max(0, width - names), height});
    if (trace.lasso !== null) {
        area.append(svg("rect", {x: x(trace.lasso), y: 0, width: (trace.length - trace.lasso) * CELL, height, class: "loop"}));
    }
    for (let cell = first; cell < end; cell++) {
        area.append(svg("g", {class: cell === at ? "cell here" : "cell", "data-cell": cell},
                        svg("rect", {x: x(cell), y: 0, width: CELL, height, class: "back"}),
                        svg("text", {x: x(cell) + CELL / 2, y: 16, class: "number"}, cell_head(timing, cell))));
    }
    const names_area = svg("svg", {x: 0, y: 0, width: names, height});
    waves.forEach((atom, k) => {
        const y = WAVE_HEAD + k * WAVE;
        draw_wave(area, timing, atom, y, first, end, x);
        names_area.append(label(timing.texts[atom], 24, {x: 8, y: y + WAVE - 8, class: "atom"}));
    });
    if (trace.lasso !== null && end === values.length) {
        area.append(svg("text", {x: x(values.length) + 2, y: 16, class: "again"}, "↺"));
    }
    picture.append(area, names_area);
}
