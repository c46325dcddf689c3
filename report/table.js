/* Evidence as tables, for screen readers, and for printing where a picture would be too wide. */
const MOST_TABLE_STEPS = 2000;

function make_table(heads, rows, end) {
    const head = heads.map(text => html("th", {scope: "col"}, text));
    const body = rows.map(cells => html("tr", {}, ...cells.map(text => html("td", {}, text))));
    body.push(html("tr", {}, html("td", {colspan: heads.length}, end)));
    return html("table", {}, html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...body));
}

/* The rows as they are: folded ones stay folded. */
function lanes_table(model) {
    const rows = [], left = model.rows.length - 1 - MOST_TABLE_STEPS;
    for (let index = 1; index < model.rows.length && rows.length < MOST_TABLE_STEPS; index++) {
        const {step, text, note, moves, indent} = model.row(index);
        rows.push([step, "\u2003".repeat(Math.min(indent, 20)) + text + (note === "" ? "" : " · " + note),
                   moves_text(model, moves, 1000)]);
    }
    return make_table(["step", "label", PARTS], rows,
                      left > 0 ? "… and " + plural(left, "row") + " more" : model.ending());
}

/* A folded table, made when it is opened. */
function table_details(make) {
    const details = html("details", {}, html("summary", {}, "as a table"));
    details.addEventListener("toggle", () => {
        details.querySelectorAll("table").forEach(table => table.remove());
        if (details.open) {
            details.append(make());
        }
    });
    return details;
}
