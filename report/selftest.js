/* If its address ends in #selftest, the page presses its own keys and writes what it showed, as JSON, into an
 * element with this id, where the tests read it. */

function press(view, key) {
    view.window.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
}

const MOST_TESTED = 300;

/* The whole text of a node that may be shortened; null if there is no node. */
function whole_text(node) {
    return node === null ? null : (node.querySelector("title") || node).textContent;
}

/* The labels of the first rows, at most MOST_TESTED, step by step, and the last label. */
function walk_labels(view) {
    const labels = [];
    const shown_label = () => whole_text(view.picture.querySelector(".current .text"));
    let most_drawn = 0;
    press(view, "Home");
    for (let k = 1; k < view.model.rows.length && k <= MOST_TESTED; k++) {
        press(view, "ArrowDown");
        labels.push(shown_label());
        most_drawn = Math.max(most_drawn, view.picture.querySelectorAll("*").length);
    }
    press(view, "End");
    return {labels, most_drawn, last: shown_label(), status: view.status.textContent};
}

/* Searches for the last label, backwards. */
function test_search(view) {
    const row = view.model.row(view.model.rows.length - 1);
    view.input.value = view.model.length > 0 ? row.text : "";
    view.search();
    press(view, "N");
    return {matches: view.found.length, at: view.position, text: view.matches.textContent};
}

function test_lanes(view) {
    if (view.all !== undefined) {
        view.all.click();
    }
    const lanes = view.picture.querySelectorAll("line.lane").length;
    if (view.all !== undefined) {
        view.all.click();
    }
    return lanes;
}

/* The strategy below a trace; null if there is none. */
function test_strategy(view) {
    if (view.open_strategy === undefined) {
        return null;
    }
    view.open_strategy();
    return test_view(view.strategy);
}

/* Steps through the diagram of atoms; null if there is none. */
function test_timing(view) {
    const timing = view.timing;
    if (!timing) {
        return null;
    }
    const press_there = key =>
        timing.window.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
    const here = () => timing.picture.querySelector(".cell.here")?.dataset.cell || null;
    const cells = [];
    press(view, "Home");
    for (let k = 0; k <= view.model.length && k <= MOST_TESTED; k++) {
        cells.push([here(), view.position, view.status.textContent]);
        press_there("ArrowRight");
    }
    press_there("Home");
    const loop = timing.picture.querySelector(".loop");
    const result = {
        cells,
        atoms: [...timing.picture.querySelectorAll("text.atom")].map(whole_text),
        heads: [...timing.picture.querySelectorAll("text.number")].map(node => node.textContent),
        waves: [...timing.picture.querySelectorAll("path.wave")].map(node => node.getAttribute("d")),
        highs: timing.picture.querySelectorAll("rect.high").length,
        loop: loop === null ? null : [Number(loop.getAttribute("x")) / CELL, Number(loop.getAttribute("width")) / CELL],
        drawn: timing.picture.querySelectorAll("*").length,
        strips: timing.print().length
    };
    timing.picture.querySelector("[data-cell='1'] rect")?.dispatchEvent(new MouseEvent("click", {bubbles: true}));
    result.clicked = view.position;
    press(view, "Home");
    return result;
}

function test_view(view) {
    const folded = view.model.rows.length, fold_labels = walk_labels(view).labels;
    view.fold_all(true);
    const open = view.model.rows.length, walk = walk_labels(view), found = test_search(view);
    view.fold_all(false);
    press(view, "Home");
    return {
        kind: view.result.evidence.kind,
        folded_rows: folded,
        open_rows: open,
        fold_labels,
        ...walk,
        found,
        lanes: test_lanes(view),
        heads: [...view.picture.querySelectorAll("text.name")].map(whole_text),
        summary: view.summary(),
        saved: view.can_save() ? view.saved() : null,
        explanation: [...view.node.querySelectorAll(".explanation")].map(node => node.textContent),
        regions: [...view.node.querySelectorAll("svg.region")].map(node => node.querySelectorAll(".state").length),
        strategy: test_strategy(view),
        timing: test_timing(view),
        fair: [...view.node.querySelectorAll(".fair li")].map(node => node.textContent),
        back: document.querySelector(view.node.querySelector(".back-link")?.getAttribute("href") || "html").className
    };
}

/* Chooses the first process, and zooms into the picture and out again. */
function test_network() {
    const model = document.querySelector("#model"), picture = model.querySelector("svg.network");
    model.querySelector("button.link").click();
    const result = {
        components: model.querySelectorAll("circle.component").length,
        partners: model.querySelectorAll("circle.partner").length,
        details: model.querySelector(".details").textContent
    };
    if (picture !== null) {
        const named = () => [...picture.querySelectorAll("text.ring")].map(whole_text);
        result.named = named();
        result.written = [...picture.querySelectorAll("text.ring")].map(
            node => node.firstChild.textContent); /* as it is shortened */
        const zoom = key => picture.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
        ["+", "+", "+"].forEach(zoom);
        result.zoomed = picture.getAttribute("viewBox");
        result.named_zoomed = named();
        zoom("0");
        result.whole = picture.getAttribute("viewBox");
        const find = model.querySelector("input");
        find.value = names[names.length - 1];
        find.dispatchEvent(new Event("input"));
        result.found = [...picture.querySelectorAll("circle.match")].map(whole_text);
    }
    return result;
}

function selftest(views) {
    const result = {views: [], failures};
    try {
        result.views = views.map(test_view);
        before_print(views);
        result.printed = document.querySelectorAll(".print").length;
        after_print();
        result.network = report.network === null || variables !== null ? null : test_network();
        result.variables = [...document.querySelectorAll("#model tbody tr")].map(
            row => [...row.cells].map(cell => cell.textContent));
        result.source = document.querySelector("pre.source")?.textContent || null;
        result.head = document.querySelector("header").textContent;
        result.verdicts = [...document.querySelectorAll("td.verdict")].map(node => node.textContent);
        result.formulas = [...document.querySelectorAll("pre.formula")].map(node => node.textContent);
        result.changes = [...document.querySelectorAll("#changes tbody tr")].map(
            row => [...row.cells].map(cell => cell.textContent));
        result.wide = document.documentElement.scrollWidth > innerWidth; /* whether the page scrolls sideways */
    } catch (error) {
        failures.push(String(error.stack));
    }
    const seen = html("pre", {id: "selftest"});
    seen.textContent = JSON.stringify(result); /* as it is */
    document.body.append(seen);
}
