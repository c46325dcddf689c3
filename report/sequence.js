/* A trace to step through; that of a game has the strategy below it, folded. */
class Sequence extends Lanes {
    constructor(result, index) {
        super(result, index, new Trace(path_of(result.evidence), result.property));
        this.trace = this.model;
        const evidence = result.evidence;
        this.timing = this.make_timing();
        this.window.after(make_explanation(this.path.explanation, step => this.select(step)));
        if (evidence.kind === "parity" || evidence.strategy?.length > 1) {
            this.node.append(this.make_strategy(index));
        }
    }

    /* Below the steps, the atoms of a formula of linear time, and why a cycle is fair; or null. */
    make_timing() {
        const fair = this.path.fair || [];
        if (fair.length > 0) {
            this.window.after(html("div", {class: "fair"}, html("p", {}, "The cycle is fair:"),
                                   html("ul", {}, ...fair.map(text => html("li", {}, text)))));
        }
        if (this.model.atoms === null || this.model.atoms.texts.length === 0 || this.model.atoms.values.length === 0) {
            return null;
        }
        const timing = new Timing(this.model, position => this.go(position));
        this.window.after(timing.node);
        return timing;
    }

    /* Selects a position, and opens what hides it. */
    go(position) {
        const to = Math.max(0, Math.min(this.model.length, position));
        if (this.model.reveal(to)) {
            this.lay_out();
        }
        this.select(to);
    }

    describe() {
        super.describe();
        if (this.timing !== null) {
            this.status.append(shown(this.timing.true_text(this.position)));
            this.timing.show(this.position);
        }
    }

    get path() {
        return path_of(this.result.evidence);
    }

    /* The strategy is made when it is opened for the first time. */
    make_strategy(index) {
        this.open_strategy = () => {
            if (this.strategy === undefined) {
                this.strategy = new Strategy(this.result, index);
                details.append(...this.strategy.inner());
                this.strategy.lay_out();
            }
        };
        const details = html("details", {on: {toggle: this.open_strategy}}, html("summary", {}, "the whole strategy"));
        return details;
    }

    lay_out() {
        super.lay_out();
        if (this.timing !== null) {
            this.timing.lay_out();
        }
        if (this.strategy !== undefined) {
            this.strategy.lay_out();
        }
    }

    summary() {
        const trace = this.model, moving = trace.lanes.filter(lane => lane !== OBSERVER).length;
        const what = this.result.property === null            ? "A walk"
                     : this.result.evidence.kind === "parity" ? "The steps that a strategy forces: a path"
                     : this.result.evidence.holds             ? "A witness"
                                                              : "A trace";
        const large = this.is_game() && !has_strategy(this.result.evidence)
                          ? " The strategy is too large for this page; --trace FILE.json writes it."
                          : "";
        if (trace.length === 0) {
            return "The property is decided in the initial state." + large;
        }
        const round = trace.length - trace.lasso;
        const cycle = trace.lasso === null ? "" : (round === trace.length ? ", all" : round === 1 ? ", the last" :
            ", the last " + number(round)) + " of them on a cycle (marked at the left)";
        return what + " of " + plural(trace.length, "step") + cycle + ". " +
               (moving === names.length ? "All " + PARTS : moving + " of " + names.length + " " + PARTS) +
               (variables === null ? " take part." : " change.") +
               large;
    }

    is_game() {
        return this.result.evidence.game || this.result.evidence.kind === "parity";
    }

    can_save() {
        return !this.is_game() || has_strategy(this.result.evidence);
    }

    /* What `heddle check --trace FILE.json` writes. */
    saved() {
        const evidence = this.result.evidence, trace = this.model.evidence(evidence.holds);
        return this.is_game() ? strategy_file(trace, evidence) : JSON.stringify(trace) + "\n";
    }
}

/* The forced path of a strategy, or the trace itself. */
function path_of(evidence) {
    return evidence.path || evidence;
}

/* Whether the page has all nodes of the strategy. */
function has_strategy(evidence) {
    return evidence.strategy !== undefined && evidence.strategy.length === evidence.nodes;
}

/* A file of evidence with a strategy: an object, then a line for each node. */
function strategy_file(head, evidence) {
    const {strategy, ...parts} = evidence;
    ["initial", "steps", "lasso", "game", "path", "observer"].forEach(key => delete parts[key]);
    const explanation = path_of(evidence).explanation;
    return [{...head, ...parts, ...(explanation === undefined ? {} : {explanation})}, ...strategy]
               .map(value => JSON.stringify(value))
               .join("\n") +
           "\n";
}
