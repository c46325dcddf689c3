/* A strategy to step through. */
class Strategy extends Lanes {
    constructor(result, index) {
        super(result, index, new Tree(result.evidence));
    }

    /* The steps up to the first choice of the other player. */
    forced() {
        const at = this.model.entries.findIndex(entry => entry.choices > 1);
        return this.model.entries[at < 0 ? this.model.length : at].step;
    }

    summary() {
        const evidence = this.result.evidence, forced = this.forced(), nodes = this.model.nodes.length;
        return "A strategy of " + plural(evidence.nodes, "node") + " that " + (evidence.holds ? "proves" : "refutes") +
            " the formula" + (nodes < evidence.nodes ? ", of which the first " + number(nodes) +
                " are here (--trace FILE.json has all)" : "") + ". It forces " +
            (forced === 0 ? "nothing before the first choice of the other player" : plural(forced, "step")) +
            (this.model.folds ? "; below, each move of the other player begins a branch, which Enter or a click on ▸ opens." : ".");
    }

    /* What `heddle check --trace FILE.json` writes; null if the page has not all of it. */
    saved() {
        const evidence = this.result.evidence;
        return this.model.nodes.length < evidence.nodes ? null : strategy_file(
            {heddle_evidence: 1, kind: "parity", inputs: report.inputs, components: report.components, property: this.result.property},
            evidence);
    }
}
