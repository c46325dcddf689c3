/* A strategy to step through. */
class Strategy extends Lanes {
    constructor(result, index) {
        super(result, index, new Tree(result.evidence));
        this.window.after(make_explanation(path_of(result.evidence).explanation, () => this.window.focus()));
    }

    /* The elements below a trace, which has the heading and the explanation. */
    inner() {
        this.node.querySelectorAll("h3, .explanations").forEach(node => node.remove());
        return [...this.node.childNodes];
    }

    /* The steps up to the first choice of the other player. */
    forced() {
        const at = this.model.entries.findIndex(entry => entry.choices > 1);
        return this.model.entries[at < 0 ? this.model.length : at].step;
    }

    summary() {
        const evidence = this.result.evidence, forced = this.forced(), nodes = this.model.nodes.length;
        return "A strategy of " + plural(evidence.nodes, "node") + " that " + (evidence.holds ? "proves" : "refutes") +
               " the formula" +
               (nodes < evidence.nodes
                    ? ", of which the first " + number(nodes) + " are here (--trace FILE.json has all)"
                    : "") +
               ". It forces " +
               (forced === 0 ? "nothing before the first choice of the other player" : plural(forced, "step")) +
               (this.model.folds
                    ? "; below, each move of the other player begins a branch, which Enter or a click on ▸ opens."
                    : ".");
    }

    can_save() {
        return has_strategy(this.result.evidence);
    }

    /* What `heddle check --trace FILE.json` writes. */
    saved() {
        const evidence = this.result.evidence, path = path_of(evidence);
        const head = path.steps === undefined
            ? {heddle_evidence: 1, inputs: report.inputs, components: report.components, property: this.result.property}
            : new Trace(path, this.result.property).evidence(evidence.holds);
        return strategy_file(head, evidence);
    }
}
