/* The page: verdicts, the network, evidence. */

/* Keeps the lines and tabs of a formula, because a comment ends with its line. */
function formula_text(text) {
    return html("pre", {class: "formula"}, ...text.trim().split(/(\r?\n|\t)/)
        .map(piece => /^(\r?\n|\t)$/.test(piece) ? document.createTextNode(piece.replace("\r", "")) : piece));
}

function verdict_row(result, index) {
    const why = [result.reason.replace(/^:? /, ""), result.why === null ? "" : result.why].filter(text => text !== "");
    const place = html("td", {}, why.join("; "));
    if (result.evidence !== null) {
        const what = result.evidence.kind === "parity" ? "strategy" : result.evidence.holds ? "witness" : "trace";
        place.append(why.length > 0 ? " · " : "", html("a", {href: "#evidence-" + index}, what));
    }
    if (result.file !== null) {
        place.append(" (also in " + result.file + ")");
    }
    const name = property_name(result), text = result.property.formula === undefined ? undefined : text_of(result.property.formula);
    return html("tr", {}, html("td", {}, name, text !== undefined && text.trim() !== name ?
                    formula_text(text) : ""),
                html("td", {class: "kind"}, result.property.kind), html("td", {class: "verdict " + result.verdict}, result.verdict),
                place);
}

function make_verdicts() {
    const head = ["property", "kind", "verdict", ""].map(text => html("th", {scope: "col"}, text));
    return html("section", {}, html("h2", {}, "Verdicts"), html("div", {class: "scroll-wide"}, html("table", {class: "verdicts"},
        html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...report.results.map(verdict_row)))));
}

/* Why the search is incomplete, by its outcome. */
const CUT_SHORT = {violated: "ended when all was decided", limit: "was stopped by a limit", full: "ran out of memory",
                   interrupted: "was interrupted", timeout: "was stopped by the timeout"};

function make_counts() {
    const counts = report.counts || {};
    const least = counts.complete === false ? "at least " : "";
    const parts = ["states", "transitions", "product_states", "deadlocks"].filter(key => counts[key] !== undefined)
        .map(key => least + plural(counts[key], key.replace("_", " ").slice(0, -1)));
    if (counts.device !== undefined) {
        parts.push("on " + counts.device);
    }
    if (counts.total_seconds !== undefined) {
        parts.push(counts.total_seconds.toFixed(3) + " s");
    }
    return html("p", {}, parts.join(", ") + (counts.complete === false ? "; the search " +
        (CUT_SHORT[counts.outcome] || "did not see all") : ""));
}

/* The options with which the network was read. */
function make_inputs() {
    const inputs = report.inputs;
    const ways = [inputs.ignore_case ? "--ignore-case" : "", inputs.independent ? "--independent" : "",
                  inputs.regex === "extended" ? "--regex extended" : "",
                  ...inputs.internal.map(name => "--internal " + text_of(name))].filter(text => text !== "");
    return ways.length === 0 ? "" : html("p", {}, "read with " + ways.join(" "));
}

function tally() {
    return report.network === null ? [] : ["violated", "undecided", "holds"]
        .map(verdict => [verdict, report.results.filter(result => result.verdict === verdict).length])
        .filter(([, count]) => count > 0)
        .map(([verdict, count]) => html("span", {class: "verdict " + verdict}, count + " " + (verdict === "holds" && count > 1 ? "hold" : verdict)));
}

function make_help() {
    return html("p", {class: "help"},
        "In a trace: ↑ ↓ step, ← → scroll the lanes, Enter opens and folds internal steps, / searches for labels, " +
        "n and N go on to the next and the previous, Home and End go to both ends. In a strategy, arrows go from " +
        "node to node. Tab goes to the next picture.");
}

function start() {
    document.title = "heddle: " + text_of(report.inputs.network);
    const views = [];
    report.results.forEach((result, index) => {
        if (result.evidence !== null) {
            views.push(result.evidence.kind === "parity" ? new Strategy(result, index) : new Sequence(result, index));
        }
    });
    const evidence = views.length === 0 ? [] : [html("h2", {}, "Evidence"), make_help(), ...views.map(view => view.node)];
    document.body.append(html("header", {}, html("h1", {}, text_of(report.inputs.network)), html("p", {class: "tally"}, ...tally()),
                              make_counts(), make_inputs()),
                         html("main", {}, ...(report.network === null ? [] : [make_verdicts(), new Model().node]), ...evidence),
                         html("footer", {}, "heddle " + report.version), make_arrows());
    const lay_out = once(() => views.forEach(view => view.lay_out()));
    views.forEach(view => view.lay_out());
    addEventListener("resize", lay_out);
    addEventListener("beforeprint", () => before_print(views));
    addEventListener("afterprint", after_print);
    if (location.hash === "#selftest") {
        selftest(views);
    } else if (location.hash !== "") {
        location.replace(location.hash); /* the element that it names exists only now */
    }
}

document.addEventListener("DOMContentLoaded", start);
