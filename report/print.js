/* The printed page has, in place of the windows: narrow pictures as a whole, those of traces in parts that fit a sheet;
 * tables in place of wide ones. */
const PRINT_WIDTH = 1000, PRINT_STRATEGY = 1300, PRINT_ROWS = 24, PRINT_LANES = 12, PRINT_STEPS = 500;

function print_picture(trace) {
    const sizes = measure_lanes(trace, trace.lanes, PRINT_WIDTH);
    const width = sizes.labels + sizes.lane * trace.lanes.length;
    const parts = html("div", {class: "print"});
    const rows = Math.min(trace.rows.length + 1, PRINT_STEPS);
    for (let row = 0; row < rows; row += PRINT_ROWS) {
        const height = HEAD + Math.min(PRINT_ROWS, rows - row) * ROW;
        const picture = svg("svg", {class: "picture", viewBox: "0 0 " + width + " " + height});
        const view = {position: 0, found: []};
        draw_sequence(picture, trace, trace.lanes, sizes, view, {top: row * ROW, left: 0, width, height});
        parts.append(picture);
    }
    if (rows < trace.rows.length) {
        parts.append(html("p", {}, "… and " + plural(trace.rows.length - rows, "row") + " more"));
    }
    return parts;
}

function print_view(view) {
    if (view instanceof Sequence) {
        return view.trace.lanes.length <= PRINT_LANES ? print_picture(view.trace)
                                                      : html("div", {class: "print"}, trace_table(view.trace));
    }
    return html("div", {class: "print"}, view.width <= PRINT_STRATEGY ? view.picture.cloneNode(true)
                                                                      : strategy_table(view));
}

function before_print(views) {
    after_print();
    views.forEach(view => view.node.append(print_view(view)));
}

function after_print() {
    document.querySelectorAll(".print").forEach(node => node.remove());
}
