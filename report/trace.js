/*
 * A trace with positions 0 .. steps: position 0 is the initial state, position p the state after step p. Rows show
 * the trace: each run of internal steps is folded into one row until the user opens it.
 */
class Trace {
    constructor(evidence, property) {
        this.steps = evidence.steps;
        this.initial = evidence.initial;
        this.lasso = evidence.lasso;
        this.property = property;
        this.history = new Map(); /* component: the positions where it takes part, and its states then */
        this.steps.forEach((step, index) => this.remember(step.moves, index + 1));
        this.lanes = [...this.history.keys()].sort((a, b) => a - b);
        this.find_runs();
        this.make_rows();
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

    is_internal(position) {
        return this.label(position) === "i";
    }

    state(component, position) {
        const history = this.history.get(component);
        const at = history === undefined ? -1 : last_at_most(history.positions, position);
        return at < 0 ? this.initial[component] : history.states[at];
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
            .map(component => [component, this.state(component, first - 1), this.state(component, last)]);
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
                this.runs.push({first, last, open});
            }
            first = last + 1;
        }
        this.run_begins = this.runs.map(run => run.first);
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

    set_open(runs, open) {
        runs.forEach(run => run.open = open);
        this.make_rows();
    }

    find(text) {
        const wanted = shown(text).toLowerCase(), found = [];
        for (let position = 1; position <= this.length && wanted !== ""; position++) {
            if (shown(this.label(position)).toLowerCase().includes(wanted)) {
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
        if (this.property !== null && this.property.kind === "deadlock") {
            return "■ deadlock: no transition from here";
        }
        if (this.property !== null && this.property.kind === "never") {
            return "■ this label must not occur";
        }
        if (this.property !== null && this.property.kind === "monitor") {
            return "■ the monitor is in an error state";
        }
        return this.property === null ? "■ end of the walk" : "■ end of the trace";
    }

    /* The same object as `heddle check --trace FILE.json` writes. */
    evidence(holds) {
        const state = this.initial.slice();
        const steps = this.steps.map(step => {
            for (let k = 0; k < step.moves.length; k += 2) {
                state[step.moves[k]] = step.moves[k + 1];
            }
            return {label: step.label, to: state.slice(), local: step.local};
        });
        const object = {heddle_evidence: 1, kind: "trace", inputs: report.inputs, components: report.components,
                        property: this.property, initial: this.initial, steps, lasso: this.lasso};
        return holds ? {...object, holds: true} : object;
    }
}

/* "producer 1 → 0", or "producer stays in 1". */
function move_text([component, from, to]) {
    return names[component] + (from === to ? " stays in " + to : " " + from + " → " + to);
}

function moves_text(moves, most) {
    const text = moves.slice(0, most).map(move_text).join(", ");
    return moves.length > most ? text + " and " + (moves.length - most) + " more" : text;
}
