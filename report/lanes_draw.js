/* The picture of a trace or a strategy, or a part of it: lanes from left to right, rows from top to bottom. */
const ROW = 30, HEAD = 60, STRIPE = 6, INDENT = 16;
const CHARACTER = 7.2; /* pixels of a character in a label */

/* The widths of the labels, at the left, and of a lane. */
function measure_lanes(model, lanes, width) {
    const shown_lanes = lanes.slice(0, 2000), digits = String(model.length).length;
    const labels = Math.min(90 + CHARACTER * (digits + model.widest), Math.max(160, width * 0.4));
    const name = shown_lanes.reduce((most, lane) => Math.max(most, Math.min(model.lane_name(lane).length, 40)), 0);
    const lane = Math.max(92, Math.min(170, 30 + 8.2 * Math.ceil(name / 2)),
                          Math.min(220, (width - labels) / Math.max(1, lanes.length)));
    return {labels, lane, digits};
}

/* The visible lanes, [first, end), if `left` pixels of all lanes are scrolled out to the left. */
function visible_lanes(lanes, sizes, left, width) {
    const first = Math.max(0, Math.floor(left / sizes.lane));
    const end = Math.min(lanes.length, Math.ceil((left + width - sizes.labels) / sizes.lane));
    return {first, end, width: width - sizes.labels, x: k => (k + 0.5) * sizes.lane - left};
}

function draw_head(picture, model, lane, x, most, index) {
    const name = model.lane_name(lane), lines = name_lines(name, most);
    const text = svg("text", {class: lane === OBSERVER ? "name observer" : "name"}, svg("title", {}, name),
                     ...lines.map((line, k) => svg("tspan", {x, y: 17 + 15 * k + (lines.length === 1 ? 8 : 0)}, line)));
    picture.append(
        text, label((lane === OBSERVER || variables !== null ? "" : "in ") + model.state(lane, index), most + 2,
                    {x, y: 51, class: "local"}));
}

function draw_heads(picture, model, lanes, sizes, shown, index, height) {
    const most = Math.floor((sizes.lane - 16) / 8.2);
    for (let k = shown.first; k < shown.end; k++) {
        const x = shown.x(k);
        picture.append(svg("line", {x1: x, x2: x, y1: HEAD, y2: height, class: "lane"}));
        draw_head(picture, model, lanes[k], x, most, index);
    }
}

/* Names the participants beyond the edge at x. */
function draw_beyond(picture, model, beyond, x, y, anchor) {
    if (beyond.length > 0) {
        const more = beyond.length > 1 ? " and " + (beyond.length - 1) + " more" : "";
        const text = shorten(move_text(model, beyond[0]), 32) + more;
        picture.append(svg("text", {x, y: y - 4, class: "change beyond", "text-anchor": anchor},
                           anchor === "end" ? text + " ▸" : "◂ " + text));
    }
}

function change_text([, from, to], most) {
    return from === to ? "= " + to : typeof to === "number" ? from + " → " + to : "→ " + shorten(String(to), most - 2);
}

/* Draws a dot for each participant, and a bar that joins the processes among them. */
function draw_moves(picture, model, row, lanes, sizes, shown, y) {
    const moves = row.moves, places = moves.map(([lane]) => last_at_most(lanes, lane));
    const joined = places.filter((_, k) => moves[k][0] !== OBSERVER), last = joined[joined.length - 1];
    const most = Math.floor((sizes.lane - 12) / 6.4);
    if (joined.length > 1 && last >= shown.first && joined[0] < shown.end) {
        picture.append(svg("line", {
            x1: shown.x(Math.max(joined[0], shown.first - 1)),
            x2: shown.x(Math.min(last, shown.end)),
            y1: y,
            y2: y,
            class: "bar " + row.kind
        }));
    }
    moves.forEach((move, at) => {
        const k = places[at];
        if (k < shown.first || k >= shown.end) {
            return;
        }
        const kind = move[0] === OBSERVER ? "observer" : row.kind;
        picture.append(svg("circle", {cx: shown.x(k), cy: y, r: kind === "folded" ? 4 : 5, class: "dot " + kind}),
                       svg("text", {x: shown.x(k) + 9, y: y - 4, class: "change"}, change_text(move, most)));
    });
    draw_beyond(picture, model, moves.filter((_, k) => places[k] < shown.first), 6, y, "start");
    draw_beyond(picture, model, moves.filter((_, k) => places[k] >= shown.end), shown.width - 6, y, "end");
}

function row_class(model, index, view) {
    const kinds = ["row"], row = model.rows[index];
    if (index === view.current) {
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

function draw_row_label(picture, model, row, index, sizes, y, width, view) {
    const begins = STRIPE + 26 + 8 * sizes.digits, x = begins + Math.min(row.indent * INDENT, sizes.labels / 3);
    const wide = row.note.length * 6.2 + 10 < (sizes.labels - x) / 2; /* a note that is not is its mark alone */
    const note = wide ? row.note : row.note.split(" ")[0];
    const most = Math.floor((sizes.labels - x - note.length * 6.2 - 20) / CHARACTER);
    const group = svg("g", {class: row_class(model, index, view), "data-row": index},
                      svg("rect", {x: 0, y: y - ROW / 2, width, height: ROW, class: "back"}),
                      svg("text", {x: begins - 21, y: y + 4, class: "step"}, row.step),
                      svg("text", {x: x - 15, y: y + 4, class: "label fold"}, row.mark),
                      label(row.text, most, {x, y: y + 4, class: "label text " + row.kind}));
    if (row.note !== "") {
        group.append(svg("text", {x: sizes.labels - 8, y: y + 4, class: "note" + (row.cycle ? " begins" : "")},
                         svg("title", {}, row.note), note));
    }
    if (row.cycle) {
        group.append(svg("rect", {x: 0, y: y - ROW / 2, width: STRIPE, height: ROW, class: "cycle"}));
    }
    if (row.begins) {
        group.append(svg("line", {x1: 0, x2: width, y1: y - ROW / 2 + 0.5, y2: y - ROW / 2 + 0.5, class: "begins"}));
    }
    picture.append(group);
}

/* Draws the part `box` of rows and lanes into an empty picture; top and left are the pixels scrolled out.
 * view: current (a row), found (positions of matches).
 */
function draw_lanes(picture, model, lanes, sizes, view, box) {
    const {top, left, width, height} = box, count = model.rows.length;
    const shown = visible_lanes(lanes, sizes, left, width);
    const first = Math.max(0, Math.floor(top / ROW)), end = Math.min(count, Math.ceil((top + height - HEAD) / ROW));
    const labels = svg("svg", {x: 0, y: HEAD, width, height: height - HEAD});
    const area = svg("svg", {x: sizes.labels, y: 0, width: Math.max(0, width - sizes.labels), height});
    const bars = svg("svg", {x: 0, y: HEAD, width: "100%", height: height - HEAD});
    draw_heads(area, model, lanes, sizes, shown, view.current, Math.min(height, HEAD + count * ROW - top));
    for (let index = first; index < end; index++) {
        const row = model.row(index), y = (index + 0.5) * ROW - top;
        draw_row_label(labels, model, row, index, sizes, y, width, view);
        draw_moves(bars, model, row, lanes, sizes, shown, y);
    }
    if (end === count) {
        labels.append(label(model.ending(), Math.floor(width / 7.2),
                            {x: STRIPE + 10, y: (count + 0.5) * ROW - top + 4, class: "ending"}));
    }
    area.append(bars);
    picture.append(labels, area);
}
