/* The printed page has, in place of the windows: narrow pictures in parts that fit a sheet; tables in place of wide ones. */
const PRINT_WIDTH = 1000, PRINT_ROWS = 24, PRINT_LANES = 12, PRINT_STEPS = 500, PRINT_FILES = 60;

function print_picture(model) {
    const sizes = measure_lanes(model, model.lanes, PRINT_WIDTH);
    const width = sizes.labels + sizes.lane * model.lanes.length;
    const parts = html("div", {class: "print"});
    const rows = Math.min(model.rows.length + 1, PRINT_STEPS);
    for (let row = 0; row < rows; row += PRINT_ROWS) {
        const height = HEAD + Math.min(PRINT_ROWS, rows - row) * ROW;
        const picture = svg("svg", {class: "picture", viewBox: "0 0 " + width + " " + height});
        draw_lanes(picture, model, model.lanes, sizes, {current: 0, found: []}, {top: row * ROW, left: 0, width, height});
        parts.append(picture);
    }
    if (rows < model.rows.length) {
        parts.append(html("p", {}, "… and " + plural(model.rows.length - rows, "row") + " more"));
    }
    return parts;
}

function print_view(view) {
    const parts = view.model.lanes.length <= PRINT_LANES ? print_picture(view.model)
                                                         : html("div", {class: "print"}, lanes_table(view.model));
    if (view.timing) {
        parts.append(...view.timing.print());
    }
    return parts;
}

function before_print(views) {
    after_print();
    views.forEach(view => view.node.append(print_view(view)));
    document.querySelectorAll(".origin details").forEach(details => details.open = report.files.length <= PRINT_FILES);
}

function after_print() {
    document.querySelectorAll(".origin details").forEach(details => details.open = false);
    document.querySelectorAll(".print").forEach(node => node.remove());
}
