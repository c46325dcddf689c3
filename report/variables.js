/* A model with data: its variables, and its text, with numbers of lines as messages have them. */
const MOST_VARIABLES = 1000;

/* "-2 to 3", "false, true" */
function range_text(variable) {
    return variable.bool ? "false, true"
        : variable.states === 1 ? String(variable.lowest)
                                : variable.lowest + " to " + (variable.lowest + variable.states - 1);
}

function variable_row(variable, k) {
    return html("tr", {}, html("td", {}, ...breakable(names[k])), html("td", {}, range_text(variable)));
}

function make_source() {
    if (report.source === null) {
        return "";
    }
    const lines = report.source.replace(/\n$/, "").split("\n");
    const width = String(lines.length).length;
    const text = lines.map((line, k) => String(k + 1).padStart(width) + "  " + line.replace(/\r$/, "")).join("\n");
    const pre = html("pre", {class: "source"});
    pre.textContent = text.split("\n").map(shown).join("\n");
    return html("details", {}, html("summary", {}, "the model, " + plural(lines.length, "line")), pre);
}

function make_variables() {
    const few = variables.slice(0, MOST_VARIABLES), head = text => html("th", {scope: "col"}, text);
    const rows = few.map(variable_row), left = variables.length - few.length;
    return html("section", {id: "model"}, html("h2", {}, "Model"),
                html("p", {}, plural(variables.length, "variable") + ", " + plural(report.network.labels, "label") + "." +
                                  (left > 0 ? " The first " + number(few.length) + " variables:" : "")),
                html("div", {class: "scroll"},
                     html("table", {}, html("thead", {}, html("tr", {}, head("variable"), head("values"))),
                          html("tbody", {}, ...rows))),
                make_source());
}
