/* Evidence as tables, for screen readers, and for printing where a picture would be too wide. */
const MOST_TABLE_STEPS = 2000, MOST_TABLE_NODES = 300;

function make_table(heads, rows, end) {
    const head = heads.map(text => html("th", {scope: "col"}, text));
    const body = rows.map(cells => html("tr", {}, ...cells.map(text => html("td", {}, text))));
    body.push(html("tr", {}, html("td", {colspan: heads.length}, end)));
    return html("table", {}, html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...body));
}

function trace_table(trace) {
    const rows = [], left = trace.length - MOST_TABLE_STEPS;
    for (let position = 1; position <= Math.min(trace.length, MOST_TABLE_STEPS); position++) {
        rows.push([String(position), trace.label(position), moves_text(trace.moves(position, position), 1000)]);
    }
    return make_table(["step", "label", "processes"], rows,
                      left > 0 ? "… and " + plural(left, "step") + " more" : trace.ending());
}

function strategy_table(view) {
    const places = [...view.places.values()].filter(place => view.nodes[place.node] !== undefined);
    const rows = places.slice(0, MOST_TABLE_NODES).map(place => {
        const node = view.nodes[place.node];
        const moves = view.targets(place.node).map(([target, labels]) => labels.join(", ") + " → node " + target);
        return ["node " + place.node, view.state_text(node.tuple), view.evidence.subformulas[node.subformula],
                moves.length === 0 ? "none is left" : moves.join("; ")];
    });
    const left = view.evidence.nodes - rows.length;
    return make_table(["node", "state", "formula there", "moves"], rows,
                      left > 0 ? plural(left, "node") + " of the strategy " + (left === 1 ? "is" : "are") +
                          " not in this table" : "");
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
