/* The head of the page: the network, how many properties hold, the counts, and what the page was made from. */

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
function make_options() {
    const inputs = report.inputs;
    const ways = [inputs.ignore_case ? "--ignore-case" : "", inputs.independent ? "--independent" : "",
                  inputs.regex === "extended" ? "--regex extended" : "",
                  ...inputs.internal.map(name => "--internal " + text_of(name))].filter(text => text !== "");
    return ways.length === 0 ? "" : html("p", {}, "read with " + ways.join(" "));
}

function make_tally() {
    const parts =
        report.network === null
            ? []
            : ["violated", "undecided", "holds"]
                  .map(verdict => [verdict, report.results.filter(result => result.verdict === verdict).length])
                  .filter(([, count]) => count > 0)
                  .map(([verdict, count]) => html("span", {class: "verdict " + verdict},
                                                  count + " " + (verdict === "holds" && count > 1 ? "hold" : verdict)));
    const failing = report.results.filter(result => (result.expected || "holds") !== result.verdict).length;
    const expected = report.results.some(result => result.expected !== null);
    return html("p", {class: "tally"}, ...parts, !expected ? "" : failing === 0 ? "all as expected"
        : plural(failing, "verdict") + (failing === 1 ? " is" : " are") + " not as expected");
}

/* An argument as a shell reads it. */
function shell_word(word) {
    return /^[\w.,:=@%+\/-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'";
}

function file_row(file) {
    return html("tr", {}, html("td", {}, ...breakable(text_of(file.name))),
                html("td", {class: "count"}, file.bytes === null ? "" : number(file.bytes)),
                html("td", {class: "hash"}, file.sha256 === null ? "(not computed)" : file.sha256));
}

/* The command line, the time, and the files with their SHA-256: the network first. */
function make_origin() {
    const network = text_of(report.inputs.network);
    const files = report.files.slice().sort((a, b) => (text_of(b.name) === network) - (text_of(a.name) === network));
    const heads = html("tr", {}, html("th", {scope: "col"}, "file"), html("th", {scope: "col", class: "count"}, "bytes"),
                       html("th", {scope: "col"}, "SHA-256"));
    const command = ["heddle", ...report.command.map(text_of)].map(word => html("span", {}, shell_word(word)));
    return html(
        "div", {class: "origin"},
        html("p", {}, html("code", {class: "command"}, ...command.flatMap(word => [word, " "]))),
        html("p", {class: "help"}, [report.date, "heddle " + report.version].filter(text => text !== null).join(" · ")),
        files.length === 0 ? ""
                           : html("details", {}, html("summary", {}, plural(files.length, "input file")),
                                  html("div", {class: "scroll"},
                                       html("table", {class: "files"}, html("thead", {}, heads),
                                            html("tbody", {}, ...files.map(file_row))))));
}

function make_header() {
    return html("header", {}, html("h1", {}, ...breakable(text_of(report.inputs.network))), make_tally(), make_counts(),
                make_options(), make_origin());
}
