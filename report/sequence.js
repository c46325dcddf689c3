/* A trace to step through. */
class Sequence extends Lanes {
    constructor(result, index) {
        super(result, index, new Trace(result.evidence, result.property));
        this.trace = this.model;
    }

    summary() {
        const trace = this.model, moving = trace.lanes.filter(lane => lane !== OBSERVER).length;
        const what = this.result.property === null ? "A walk" : this.result.evidence.holds ? "A witness" : "A trace";
        const round = trace.length - trace.lasso;
        const cycle = trace.lasso === null ? "" : (round === trace.length ? ", all" : round === 1 ? ", the last" :
            ", the last " + number(round)) + " of them on a cycle (marked at the left)";
        return what + " of " + plural(trace.length, "step") + cycle + ". " +
            (moving === names.length ? "All processes take part." : moving + " of " + names.length + " processes take part.");
    }

    /* What `heddle check --trace FILE.json` writes; null if the page has not all of it. */
    saved() {
        const evidence = this.result.evidence, trace = this.model.evidence(evidence.holds);
        if (!evidence.game) {
            return JSON.stringify(trace) + "\n";
        }
        return evidence.strategy === undefined ? null : strategy_file(trace, evidence);
    }
}

/* A file of evidence with a strategy: an object, then a line for each node. */
function strategy_file(head, evidence) {
    const {kind, strategy, ...parts} = evidence;
    ["initial", "steps", "lasso", "game"].forEach(key => delete parts[key]);
    return [{...head, ...parts}, ...strategy].map(value => JSON.stringify(value)).join("\n") + "\n";
}
