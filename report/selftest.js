/* If its address ends in #selftest, the page presses its own keys and writes what it showed, as JSON, into an
 * element with this id, where the tests read it. */

function press(view, key) {
    view.window.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
}

const MOST_TESTED = 300;

/* The label of the current row, as it is drawn; null if the row is not visible. */
function shown_label(view) {
    const shown = view.picture.querySelector(".current .text");
    const title = shown === null ? null : shown.querySelector("title");
    return shown === null ? null : (title || shown).textContent;
}

/* The labels of the first rows, at most MOST_TESTED, step by step, and the last label. */
function walk_labels(view) {
    const labels = [];
    let most_drawn = 0;
    press(view, "Home");
    for (let k = 1; k < view.trace.rows.length && k <= MOST_TESTED; k++) {
        press(view, "ArrowDown");
        labels.push(shown_label(view));
        most_drawn = Math.max(most_drawn, view.picture.querySelectorAll("*").length);
    }
    press(view, "End");
    return {labels, most_drawn, last: shown_label(view), status: view.status.textContent};
}

function test_sequence(view) {
    const folded = view.trace.rows.length;
    const fold_labels = walk_labels(view).labels;
    view.fold_all(true);
    const open = view.trace.rows.length, walk = walk_labels(view);
    view.fold_all(false);
    view.input.value = view.trace.length > 0 ? view.trace.label(view.trace.length) : "";
    view.search();
    press(view, "N");
    const found = {matches: view.found.length, at: view.position, text: view.matches.textContent};
    press(view, "Home");
    if (view.all !== undefined) {
        view.all.click();
    }
    const lanes = view.picture.querySelectorAll("line.lane").length;
    if (view.all !== undefined) {
        view.all.click();
    }
    return {kind: "trace", folded_rows: folded, open_rows: open, fold_labels, ...walk, found, lanes,
            heads: [...view.picture.querySelectorAll(".name")].map(node => node.textContent),
            saved: view.trace.evidence(view.result.evidence.holds)};
}

/* Goes down as far as possible. */
function test_strategy(view) {
    const path = [view.chosen];
    const drawn = view.picture.querySelectorAll("g.node").length;
    for (let k = 0; k < 1000; k++) {
        press(view, "ArrowDown");
        if (path.includes(view.chosen)) {
            break;
        }
        path.push(view.chosen);
    }
    view.all.click();
    const all = view.picture.querySelectorAll("g.node").length;
    view.all.click();
    return {kind: "parity", drawn, all, path, details: view.details.textContent};
}

function selftest(views) {
    const result = {views: [], failures};
    try {
        result.views = views.map(view => view instanceof Sequence ? test_sequence(view) : test_strategy(view));
        before_print(views);
        result.printed = document.querySelectorAll(".print").length;
        after_print();
        if (report.network !== null) {
            document.querySelector("#model button.link").click();
        }
        result.head = document.querySelector("header").textContent;
        result.verdicts = [...document.querySelectorAll("td.verdict")].map(node => node.textContent);
        result.formulas = [...document.querySelectorAll("pre.formula")].map(node => node.textContent);
        result.components = document.querySelectorAll("#model circle.component").length;
        result.partners = document.querySelectorAll("#model circle.partner").length;
    } catch (error) {
        failures.push(String(error.stack));
    }
    const seen = html("pre", {id: "selftest"});
    seen.textContent = JSON.stringify(result); /* as it is */
    document.body.append(seen);
}
