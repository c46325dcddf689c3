/* The picture of a trace, or a part of it: lanes from left to right, rows from top to bottom. */
const ROW = 30, HEAD = 46, STRIPE = 6;

/* The widths of the labels, at the left, and of a lane. */
function measure_lanes(trace, lanes, width) {
    const longest = trace.steps.slice(0, 2000).reduce((most, step) => Math.max(most, text_of(step.label).length), 16);
    const digits = String(trace.length).length;
    const labels = Math.min(90 + 7.2 * (digits + longest), Math.max(160, width * 0.4));
    const name = lanes.slice(0, 2000).reduce((most, lane) => Math.max(most, names[lane].length), 0);
    const lane = Math.max(84, Math.min(150, 16 + 7.4 * name),
                          Math.min(220, (width - labels) / Math.max(1, lanes.length)));
    return {labels, lane, digits};
}

/* The visible lanes, [first, end), if `left` pixels of all lanes are scrolled out to the left. */
function visible_lanes(lanes, sizes, left, width) {
    const first = Math.max(0, Math.floor(left / sizes.lane));
    const end = Math.min(lanes.length, Math.ceil((left + width - sizes.labels) / sizes.lane));
    return {first, end, width: width - sizes.labels, x: k => (k + 0.5) * sizes.lane - left};
}

function draw_heads(picture, trace, lanes, sizes, shown, position, height) {
    const most = Math.floor((sizes.lane - 8) / 7.4);
    for (let k = shown.first; k < shown.end; k++) {
        const x = shown.x(k);
        picture.append(svg("line", {x1: x, x2: x, y1: HEAD, y2: height, class: "lane"}),
                       label(names[lanes[k]], most, {x, y: 18, class: "name"}),
                       svg("text", {x, y: 37, class: "local"}, "in " + trace.state(lanes[k], position)));
    }
}

/* Names the participants beyond the edge at x. */
function draw_beyond(picture, beyond, x, y, anchor) {
    if (beyond.length > 0) {
        const more = beyond.length > 1 ? " and " + (beyond.length - 1) + " more" : "";
        const text = cut(move_text(beyond[0]), 32) + more;
        picture.append(svg("text", {x, y: y - 4, class: "change beyond", "text-anchor": anchor},
                           anchor === "end" ? text + " ▸" : "◂ " + text));
    }
}

/* Draws a dot for each participant, and a bar that joins them. */
function draw_moves(picture, moves, lanes, shown, y, kind) {
    const places = moves.map(([component]) => last_at_most(lanes, component));
    if (places.length === 0) {
        return;
    }
    const left = shown.x(Math.max(places[0], shown.first - 1));
    const right = shown.x(Math.min(places[places.length - 1], shown.end));
    if (places.length > 1 && places[places.length - 1] >= shown.first && places[0] < shown.end) {
        picture.append(svg("line", {x1: left, x2: right, y1: y, y2: y, class: "bar " + kind}));
    }
    moves.forEach(([component, from, to]) => {
        const k = last_at_most(lanes, component);
        if (k < shown.first || k >= shown.end) {
            return;
        }
        const text = from === to ? "= " + to : from + " → " + to;
        picture.append(svg("circle", {cx: shown.x(k), cy: y, r: kind === "folded" ? 4 : 5, class: "dot " + kind}),
                       svg("text", {x: shown.x(k) + 9, y: y - 4, class: "change"}, text));
    });
    draw_beyond(picture, moves.filter((_, k) => places[k] < shown.first), 6, y, "start");
    draw_beyond(picture, moves.filter((_, k) => places[k] >= shown.end), shown.width - 6, y, "end");
}

function row_text(trace, row) {
    if (row.first === 0) {
        return "initial state";
    }
    return row.run !== null ? (row.last - row.first + 1) + " internal steps" : trace.label(row.first);
}

function row_class(trace, row, view) {
    const kinds = ["row"];
    if (row.last >= view.position && row.first <= view.position) {
        kinds.push("current");
    }
    if (view.found.length > 0) {
        const at = last_at_most(view.found, row.last);
        if (at >= 0 && view.found[at] >= row.first) {
            kinds.push("match");
        }
    }
    return kinds.join(" ");
}

function draw_row_label(picture, trace, row, index, sizes, y, width, view) {
    const cycle = trace.lasso !== null && row.first > trace.lasso;
    const internal = row.first > 0 && (row.run !== null || trace.is_internal(row.first));
    const open = row.run === null && row.first > 0 ? trace.run_of(row.first) : null;
    const mark = row.run !== null ? "▸" : open !== null && open.first === row.first ? "▾" : "";
    const begins = STRIPE + 24 + 8 * sizes.digits;
    const most = Math.floor((sizes.labels - begins - 16) / 7.2);
    const group = svg("g", {class: row_class(trace, row, view), "data-row": index},
                      svg("rect", {x: 0, y: y - ROW / 2, width, height: ROW, class: "back"}),
                      svg("text", {x: begins - 19, y: y + 4, class: "step"},
                          row.run !== null ? "" : String(row.first)),
                      svg("text", {x: begins - 14, y: y + 4, class: "label fold"}, mark),
                      label(row_text(trace, row), most, {x: begins, y: y + 4, class: internal ? "label text internal" : "label text"}));
    if (cycle) {
        group.append(svg("rect", {x: 0, y: y - ROW / 2, width: STRIPE, height: ROW, class: "cycle"}));
    }
    picture.append(group);
}

/* Draws the part `box` of rows and lanes into an empty picture; top and left are the pixels scrolled out.
 * view: position, found (positions of matches).
 */
function draw_sequence(picture, trace, lanes, sizes, view, box) {
    const {top, left, width, height} = box, rows = trace.rows;
    const shown = visible_lanes(lanes, sizes, left, width);
    const first = Math.max(0, Math.floor(top / ROW));
    const end = Math.min(rows.length, Math.ceil((top + height - HEAD) / ROW));
    const labels = svg("svg", {x: 0, y: HEAD, width, height: height - HEAD});
    const area = svg("svg", {x: sizes.labels, y: 0, width: Math.max(0, width - sizes.labels), height});
    const bars = svg("svg", {x: 0, y: HEAD, width: "100%", height: height - HEAD});
    const bottom = Math.min(height, HEAD + rows.length * ROW - top);
    draw_heads(area, trace, lanes, sizes, shown, view.position, bottom);
    for (let index = first; index < end; index++) {
        const row = rows[index], y = (index + 0.5) * ROW - top;
        draw_row_label(labels, trace, row, index, sizes, y, width, view);
        if (row.first > 0) {
            const kind = row.run !== null ? "folded" : trace.is_internal(row.first) ? "internal" : "plain";
            draw_moves(bars, trace.moves(row.first, row.last), lanes, shown, y, kind);
        }
    }
    if (end === rows.length) {
        labels.append(label(trace.ending(), Math.floor(width / 7.2),
                            {x: STRIPE + 10, y: (rows.length + 0.5) * ROW - top + 4, class: "ending"}));
    }
    area.append(bars);
    picture.append(labels, area);
}
