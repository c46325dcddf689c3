/* What changed since an earlier run (--report-base). */

const SHORTEST = 0.05; /* seconds */

/* How a property is found again: by name and kind; the k-th of several that are alike is that of the earlier run. */
function property_keys(properties) {
    const seen = new Map();
    return properties.map(property => {
        const key = property.kind + "\0" + property.name, count = seen.get(key) || 0;
        seen.set(key, count + 1);
        return key + "\0" + count;
    });
}

/* The result as the earlier run has it: name, kind, verdict, and the length of its trace or null. */
function outcome(result) {
    const path = result.evidence === null ? {} : path_of(result.evidence);
    return {
        name: result.property.name,
        kind: result.property.kind,
        verdict: result.verdict,
        steps: path.steps?.length ?? null
    };
}

function outcome_text(one) {
    return one === undefined ? "—" : one.verdict + (one.steps === null ? "" : ", " + plural(one.steps, "step"));
}

/* Whether two outcomes differ; a length that one of them lacks is no difference. */
function differs(before, now) {
    return before === undefined || now === undefined || before.verdict !== now.verdict ||
        (before.steps !== null && now.steps !== null && before.steps !== now.steps);
}

/* [before, now] of each property of one of the runs, in the order of this run. */
function paired_outcomes() {
    const now = report.results.map(outcome), keys = property_keys(now), before = new Map();
    property_keys(report.base.properties).forEach((key, k) => before.set(key, report.base.properties[k]));
    const pairs = now.map((one, k) => [before.get(keys[k]), one]);
    keys.forEach(key => before.delete(key));
    return [...pairs, ...[...before.values()].map(one => [one, undefined])];
}

function outcome_row([before, now]) {
    const cell = one => html("td", {class: one === undefined ? "" : "verdict " + one.verdict}, outcome_text(one));
    return html("tr", {},
                html("td", {class: "property"}, ...breakable(claim_name((now || before).name, (now || before).kind))),
                cell(before), cell(now),
                html("td", {},
                     before === undefined ? "new"
                     : now === undefined  ? "no longer checked"
                                          : ""));
}

function with_sign(value) {
    return (value > 0 ? "+" : value < 0 ? "−" : "±") + number(Math.abs(value));
}

/* A share of two times, unless they are too short to compare. */
function share_text(before, now) {
    const percent = Math.max(before, now) >= SHORTEST ? Math.round(100 * (now - before) / Math.max(before, 1e-3)) : 0;
    return percent === 0 ? "" : with_sign(percent) + " %";
}

/* A count, or a time in seconds, of both runs; null if neither run has it or the count is the same. */
function count_row(key, in_seconds) {
    const before = report.base.counts[key], now = (report.counts || {})[key];
    const text = value => typeof value !== "number" ? "—" : in_seconds ? value.toFixed(3) + " s" : number(value);
    if ((before === undefined && now === undefined) || (!in_seconds && before === now)) {
        return null;
    }
    const both = typeof before === "number" && typeof now === "number";
    const change = !both ? "" : in_seconds ? share_text(before, now) : with_sign(now - before);
    return html("tr", {},
                html("td", {}, key.replace("_seconds", " time").replace("seconds", "search time").replace("_", " ")),
                html("td", {}, text(before)), html("td", {}, text(now)), html("td", {}, change));
}

function change_rows() {
    const pairs = paired_outcomes(), changed = pairs.filter(([before, now]) => differs(before, now));
    const counts = ["states", "transitions", "product_states", "deadlocks"].map(key => count_row(key, false));
    const times = ["seconds", "game_seconds", "total_seconds"].map(key => count_row(key, true));
    return {
        same: pairs.length - changed.length,
        rows: [...changed.map(outcome_row), ...counts, ...times].filter(row => row !== null),
        changed: changed.length
    };
}

function make_changes() {
    if (report.base === null) {
        return "";
    }
    const {same, rows, changed} = change_rows();
    const heads = ["", "before", "now", "change"].map(text => html("th", {scope: "col"}, text));
    const summary = changed === 0 ? "No verdict changed since the run in " : "Properties that differ from the run in ";
    return html(
        "section", {id: "changes"}, html("h2", {}, "Changes"),
        html("p", {}, summary, ...breakable(report.base.file),
             changed === 0 ? "." : ": " + changed + "; " + same + " " + (same === 1 ? "is" : "are") + " as before."),
        html("table", {class: "changes"}, html("thead", {}, html("tr", {}, ...heads)), html("tbody", {}, ...rows)));
}
