/* Long texts in little room. Names are shortened in the middle, because many differ at their ends alone: `#2`, `_12`. */

/* The text with an ellipsis in its middle if it has more than `most` characters. */
function shorten(text, most) {
    const characters = Array.from(text), room = Math.max(3, most) - 1, head = Math.floor(room * 0.45);
    return characters.length <= room + 1 ? text
        : characters.slice(0, head).join("") + "…" + characters.slice(characters.length - (room - head)).join("");
}

/* The same for a name. The end that remains begins where a piece of the name begins, unless too little would
 * remain. */
function shorten_name(name, most) {
    const room = Math.max(3, most) - 1, tail = name_pieces(name);
    while (tail.length > 1 && tail.join("").length > room * 0.6) {
        tail.shift();
    }
    const end = tail.join(""), head = name.slice(0, room - end.length);
    return name.length <= most || end.length > room * 0.6 || end.length < room * 0.2 ? shorten(name, most)
        : head.replace(/[\uD800-\uDBFF]$/, "") + "…" + end;
}

/* A text of SVG, shortened by the function if it is long; then a tooltip shows all of it. */
function label(label_text, most, attributes, by = shorten) {
    const text = shown(label_text), short = by(text, most), node = svg("text", attributes, short);
    if (short !== text) {
        node.append(svg("title", {}, text));
    }
    return node;
}

/* Pieces of a name, between which a line may break: after punctuation, and where a capital follows a small letter. */
function name_pieces(name) {
    return name.split(/(?<=[_\-\/:,;!#(])(?=[^_\-\/:,;!#(])|(?<=\p{Ll})(?=\p{Lu})/u);
}

/* The text as nodes of HTML that break between pieces of names alone. */
function breakable(text) {
    return name_pieces(shown(text)).flatMap((piece, k) => k === 0 ? [piece] : [document.createElement("wbr"), piece]);
}

/* The name in one line of at most `most` characters, or in two, of which the second is shortened if it must be. */
function name_lines(name, most) {
    const text = shown(name), pieces = name_pieces(text);
    let first = "";
    if (text.length <= most) {
        return [text];
    }
    while (pieces.length > 1 && (first + pieces[0]).length <= most) {
        first += pieces.shift();
    }
    return first === "" ? [shorten_name(text, most)] : [first, shorten_name(pieces.join(""), most)];
}
