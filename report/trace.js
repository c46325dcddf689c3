/*
 * A trace with positions 0 .. steps: position 0 is the initial state, position p the state after step p. Rows show
 * the trace: each run of internal steps is folded into one row until the user opens it.
 */
const SHORT_RUN = 20;

class Trace {
    constructor(evidence, property) {
        this.steps = evidence.steps;
        this.initial = evidence.initial;
        this.lasso = evidence.lasso;
        this.property = property;
        this.holds = evidence.holds;
        this.explanation = evidence.explanation || null;
        this.marks = new Map(); /* position: what an explanation says of it, in a few words */
        (this.explanation === null ? [] : [
            ...(this.explanation.also || []), this.explanation
        ]).forEach(part => this.mark(part));
        if (this.explanation === null && ["formula", "ctl"].includes(property?.kind) && this.lasso === null && this.length > 0) {
            this.mark({step: this.length});
        }
        this.history = new Map(); /* component: the positions where it takes part, and its states then */
        this.steps.forEach((step, index) => this.remember(step.moves, index + 1));
        this.observer = evidence.observer || null;
        this.atoms = evidence.atoms || null; /* of a formula of linear time: texts, and values at each position */
        this.ends = evidence.ends === true;
        const observed = this.observer !== null && this.observer.some(state => state !== this.observer[0]);
        const moving = this.length === 0 ? [...names.keys()] : [...this.history.keys()].sort((a, b) => a - b);
        this.lanes = [...(observed ? [OBSERVER] : []), ...moving];
        this.find_runs();
        this.folds = this.runs.length > 0;
        this.widest = this.steps.slice(0, 2000).reduce((most, _, k) => {
            const lines = this.lines_text(k + 1);
            return Math.max(most, this.text(k + 1).length + (lines === "" ? 0 : lines.length + 2));
        }, 16);
        this.marks.forEach((note, step) => this.widest =
                               Math.max(this.widest, (step === 0 ? 13 : this.text(step).length) + note.length + 2));
        this.make_rows();
    }

    mark(part) {
        const note = part.kind === "choice" ? "◇ choice"
            : part.kind === "loop"          ? "↻ for ever"
            : this.holds                    ? "✓ decided"
                                            : "✗ fails here";
        (part.steps || [part.step]).forEach(step => this.marks.set(step, note));
    }

    remember(moves, position) {
        for (let k = 0; k < moves.length; k += 2) {
            if (!this.history.has(moves[k])) {
                this.history.set(moves[k], {positions: [], states: []});
            }
            const history = this.history.get(moves[k]);
            history.positions.push(position);
            history.states.push(moves[k + 1]);
        }
    }

    get length() {
        return this.steps.length;
    }

    label(position) {
        return text_of(this.steps[position - 1].label);
    }

    /* The label; beside it the processes' own labels, where they differ from it: "i (crash)". */
    text(position) {
        const {local, moves} = this.steps[position - 1];
        return this.label(position) + (local ? " (" + local_text(local, moves.length / 2) + ")" : "");
    }

    is_internal(position) {
        return this.label(position) === "i";
    }

    lane_name(lane) {
        return lane === OBSERVER ? (this.property.kind === "monitor" ? "monitor" : "formula") : names[lane];
    }

    /* The state of a lane after a row. */
    state(lane, index) {
        const position = this.rows[index].last;
        return lane === OBSERVER ? observer_text(this.observer[position]) : this.state_at(lane, position);
    }

    state_at(component, position) {
        const history = this.history.get(component);
        const at = history === undefined ? -1 : last_at_most(history.positions, position);
        return value_of(component, at < 0 ? this.initial[component] : history.states[at]);
    }

    /* [component, from, to] of all processes that take part in the steps from `first` to `last`. */
    moves(first, last) {
        const run = last > first ? this.run_of(first) : null; /* cached, because each picture needs it */
        if (run !== null && run.moves !== undefined) {
            return run.moves;
        }
        const moves = this.find_moves(first, last);
        if (run !== null) {
            run.moves = moves;
        }
        return moves;
    }

    find_moves(first, last) {
        const components = new Set();
        for (let position = first; position <= last; position++) {
            const moves = this.steps[position - 1].moves;
            for (let k = 0; k < moves.length; k += 2) {
                components.add(moves[k]);
            }
        }
        return [...components].sort((a, b) => a - b)
            .map(component => [component, this.state_at(component, first - 1), this.state_at(component, last)]);
    }

    /* [lane, from, to] of all lanes that change, or whose process takes part, in a row. */
    row_moves(row) {
        const moves = row.first === 0 ? [] : this.moves(row.first, row.last);
        if (row.first === 0 || this.lanes[0] !== OBSERVER || this.observer[row.first - 1] === this.observer[row.last]) {
            return moves;
        }
        return [[OBSERVER, observer_text(this.observer[row.first - 1]), observer_text(this.observer[row.last])], ...moves];
    }

    row(index) {
        const row = this.rows[index], run = row.first > 0 ? this.run_of(row.first) : null;
        const cycle = this.lasso !== null && row.first > this.lasso;
        return {step: row.run !== null ? "" : String(row.first), indent: 0, cycle, moves: this.row_moves(row),
                mark: row.run !== null ? "▸" : run !== null && run.first === row.first ? "▾" : "",
                text: row.first === 0 ? "initial state"
                    : row.run !== null ? this.run_text(row.run) : this.text(row.first),
                kind: row.run !== null ? "folded" : row.first > 0 && this.is_internal(row.first) ? "internal" : "plain",
                begins: cycle && row.first === this.lasso + 1,
                note: cycle && row.first === this.lasso + 1 ? "↻ cycle begins"
                    : this.marks.get(row.last) || (row.run !== null ? "" : this.lines_text(row.first))};
    }

    /* "line 7", "lines 7, 12": the commands of a model that make the step. */
    lines_text(position) {
        const lines = position === 0 ? undefined : this.steps[position - 1].lines;
        return lines === undefined ? "" : (lines.length === 1 ? "line " : "lines ") + lines.slice(0, 4).join(", ") +
            (lines.length > 4 ? ", …" : "");
    }

    /* "3 internal steps (crash, recover)": with the first own labels of the processes, each once. */
    run_text(run) {
        const own = new Set();
        for (let position = run.first; position <= run.last && own.size < 4; position++) {
            (this.steps[position - 1].local || []).forEach(one => own.add(text_of(one.label)));
        }
        const first = [...own].slice(0, 3).join(", ") + (own.size > 3 ? ", …" : "");
        return plural(run.last - run.first + 1, "internal step") + (first === "" ? "" : " (" + first + ")");
    }

    /* The row in words: where it is, its label, what comes after. */
    words(index) {
        const row = this.rows[index];
        const at = row.first === 0 ? "initial state" :
            row.run !== null ? "steps " + row.first + " to " + row.last + " of " + this.length + ": internal" :
            "step " + row.first + " of " + this.length + ": ";
        return {at, name: row.first > 0 && row.run === null ? this.text(row.first) : "",
                after: row.last === this.length ? " · " + this.ending() : ""};
    }

    /* Runs of two or more internal steps; a run ends at the state to which a lasso returns. */
    find_runs() {
        this.runs = [];
        const open = this.property !== null && this.property.kind === "livelock";
        for (let first = 1; first <= this.length;) {
            let last = first;
            while (this.is_internal(first) && last < this.length && last !== this.lasso &&
                   this.is_internal(last + 1)) {
                last++;
            }
            if (last > first) {
                this.runs.push({first, last, open: open || this.says_something(first, last)});
            }
            first = last + 1;
        }
        this.run_begins = this.runs.map(run => run.first);
    }

    /* Whether a short run has labels of processes, "i (crash)" is worth its row, or changes variables. */
    says_something(first, last) {
        return last - first < SHORT_RUN &&
               (variables !== null || this.steps.slice(first - 1, last).some(step => step.local));
    }

    /* The run that contains the position; or null. */
    run_of(position) {
        const run = this.runs[last_at_most(this.run_begins, position)];
        return run !== undefined && position <= run.last ? run : null;
    }

    /* Makes the rows: the positions that each shows, and its run if it is folded. */
    make_rows() {
        this.rows = [{first: 0, last: 0, run: null}];
        for (let position = 1; position <= this.length;) {
            const run = this.run_of(position);
            const folded = run !== null && !run.open;
            this.rows.push({first: position, last: folded ? run.last : position, run: folded ? run : null});
            position = folded ? run.last + 1 : position + 1;
        }
        this.row_begins = this.rows.map(row => row.first);
    }

    row_of(position) {
        return last_at_most(this.row_begins, position);
    }

    set_open(open) {
        this.runs.forEach(run => run.open = open);
        this.make_rows();
    }

    /* Opens or folds the run at the position. Where to go on; null if there is none. */
    toggle(position) {
        const run = this.run_of(position);
        if (run === null) {
            return null;
        }
        run.open = !run.open;
        this.make_rows();
        return run.open ? run.first : run.last;
    }

    /* Whether a run had to be opened. */
    reveal(position) {
        const run = this.run_of(position);
        return run !== null && !run.open && this.toggle(position) !== null;
    }

    find(text) {
        const wanted = shown(text).toLowerCase(), found = [];
        for (let position = 1; position <= this.length && wanted !== ""; position++) {
            if (shown(this.text(position)).toLowerCase().includes(wanted)) {
                found.push(position);
            }
        }
        return found;
    }

    /* The end of the trace in words. */
    ending() {
        if (this.lasso !== null && this.length > 0) {
            return "↺ and back to the state " + (this.lasso === 0 ? "at the start" : "after step " + this.lasso);
        }
        if (this.explanation !== null) {
            return this.explanation.kind === "choice" ? "◇ from here on, the other player has a choice"
                                                      : "■ " + shorten(this.explanation.text, 120);
        }
        if (this.ends) {
            return "■ here the run ends, for ever";
        }
        if (this.property !== null && this.property.kind === "deadlock") {
            return "■ deadlock: no transition from here";
        }
        if (this.property !== null && this.property.kind === "never") {
            return "■ this label must not occur";
        }
        if (this.property !== null && this.property.kind === "monitor") {
            return "■ the monitor is in an error state";
        }
        return this.property === null ? "■ end of the walk" : this.holds ? "■ reached" : "■ the property fails here";
    }

    /* The same object as `heddle check --trace FILE.json` writes. */
    evidence(holds) {
        const state = this.initial.slice();
        const steps = this.steps.map(step => {
            for (let k = 0; k < step.moves.length; k += 2) {
                state[step.moves[k]] = step.moves[k + 1];
            }
            return {label: step.label, to: state_of(state.slice()), local: step.local};
        });
        const object = {heddle_evidence: 1, kind: "trace", inputs: report.inputs, components: report.components,
                        property: this.property, initial: state_of(this.initial), steps, lasso: this.lasso,
                        ...(this.property?.kind === "monitor" && this.observer !== null ? {observer: this.observer} : {})};
        return holds ? {...object, holds: true} : object;
    }
}

/* The own labels of the processes that take part; one text if all of these have the same. */
function local_text(own, processes) {
    const labels = own.map(one => text_of(one.label));
    return own.length === processes && labels.every(one => one === labels[0])
               ? labels[0]
               : own.map((one, k) => text_of(one.process) + ": " + labels[k]).join(", ");
}

function observer_text(state) {
    return typeof state === "number" ? state : state === null ? "" : text_of(state);
}

/* "producer 1 → 0", or "producer stays in 1". */
function move_text(model, [lane, from, to]) {
    const stays = variables === null ? " stays in " : " stays ";
    return model.lane_name(lane) + (from === to ? stays + to : " " + from + " → " + to);
}

function moves_text(model, moves, most) {
    const text = moves.slice(0, most).map(move => move_text(model, move)).join(", ");
    return moves.length > most ? text + " and " + (moves.length - most) + " more" : text;
}
