/* The table of verdicts, with links to the evidence. */

/* Keeps the lines and tabs of a formula, because a comment ends with its line. */
function formula_text(text) {
    return html("pre", {class: "formula"}, ...text.trim().split(/(\r?\n|\t)/)
        .map(piece => /^(\r?\n|\t)$/.test(piece) ? document.createTextNode(piece.replace("\r", "")) : piece));
}

function property_cell(result) {
    const name = property_name(result), formula = result.property.formula;
    const text = formula === undefined ? name : text_of(formula);
    return html("td", {class: "property"}, ...breakable(name), text.trim() !== name ? formula_text(text) : "");
}

/* What the evidence of a result is called. */
function evidence_noun(result) {
    const evidence = result.evidence;
    return result.property === null ? "walk" : evidence.kind === "parity" ? "strategy"
        : evidence.holds ? "witness" : evidence.lasso === null ? "trace" : "lasso";
}

/* What a suite expects of the verdict. */
function expectation(result) {
    return result.expected === null ? ""
           : result.expected === result.verdict
               ? html("div", {class: "expected holds"}, "as expected")
               : html("div", {class: "expected " + (result.verdict === "undecided" ? "undecided" : "violated")},
                      "expected: " + result.expected);
}

function verdict_row(result, index) {
    const why =
        [result.reason.replace(/^:? /, "").replace(/^\((.*)\)$/, "$1"), result.why === null ? "" : result.why].filter(
            text => text !== "");
    const place = html("td", {class: "why"}, why.join("; "));
    const link = result.evidence === null ? "" : html("a", {href: "#evidence-" + index}, evidence_noun(result) + " ↓");
    if (result.file !== null) {
        place.append(why.length > 0 ? " " : "", "(in ", ...breakable(result.file), ")");
    }
    return html("tr", {id: "verdict-" + index},
                html("td", {class: "verdict " + result.verdict}, result.verdict, expectation(result)),
                property_cell(result), html("td", {class: "kind"}, result.property.kind),
                html("td", {class: "link"}, link), place);
}

function make_verdicts() {
    const head = ["verdict", "property", "kind", "evidence", "why"].map(text => html("th", {scope: "col"}, text));
    return html("section", {id: "verdicts"}, html("h2", {}, "Verdicts"), html("table", {class: "verdicts"},
        html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...report.results.map(verdict_row))));
}
