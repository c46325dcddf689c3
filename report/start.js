/* The page: verdicts, the network, evidence. */

function make_help() {
    return html(
        "p", {class: "help"},
        "↑ ↓ step, ← → scroll the lanes, Enter opens and folds, / searches for labels, n and N go on to the next and the " +
            "previous, Home and End go to both ends. Tab goes to the next picture.");
}

function start() {
    document.title = "heddle: " + text_of(report.inputs.network);
    const views = [];
    report.results.forEach((result, index) => {
        if (result.evidence !== null) {
            const branches = result.evidence.kind === "parity" && !(path_of(result.evidence).steps?.length > 0);
            views.push(branches ? new Strategy(result, index) : new Sequence(result, index));
        }
    });
    const evidence = views.length === 0 ? [] : [html("h2", {}, "Evidence"), make_help(), ...views.map(view => view.node)];
    document.body.append(make_header(),
                         html("main", {},
                              ...(report.network === null ? [] : [make_changes(), make_verdicts(), variables === null ? new Model().node : make_variables()]),
                              ...evidence),
                         html("footer", {}, "heddle " + report.version));
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
