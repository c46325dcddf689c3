/* Why a path ends where it does: which subformula is decided there, and by what. */

/* What the graph of a part shows. */
function graph_words(graph) {
    return graph.states !== undefined
               ? "The " + (graph.states.length === 1 ? "state" : number(graph.states.length) + " states") +
                     " that can still be reached:"
           : graph.components !== undefined
               ? "The states that can still be reached, by strongly connected components (with their sizes):"
               : "They have " + plural(graph.component_count, "strongly connected component") +
                     ", too many for a picture.";
}

/* A part for each end of the path; `go` selects a step. The graph is folded unless `with_graph`. */
function explanation_part(part, go, with_graph) {
    const where = part.step === 0 ? "At the start" : "After step " + number(part.step);
    const node = html("div", {class: "explanation " + part.kind},
                      html("p", {}, button(where, () => go(part.step)), " ", part.text));
    if (part.subformula !== undefined) {
        const place = part.line === undefined ? "" : " (line " + part.line + ", column " + part.column + " of the formula)";
        node.append(html("p", {class: "help"}, "It is about ", html("code", {}, part.subformula), place));
    }
    if (part.graph !== undefined) {
        const picture = region_node(part.graph), shows = picture === null ? [] : [picture], words = graph_words(part.graph);
        node.append(...(with_graph ? [html("p", {class: "help"}, words), ...shows]
                                   : [html("details", {}, html("summary", {}, words), ...shows)]));
    }
    return node;
}

function make_explanation(explanation, go) {
    const parts = explanation === undefined || explanation === null ? [] : [explanation, ...(explanation.also || [])];
    return parts.length === 0 ? "" : html("div", {class: "explanations"}, html("h4", {}, "Why"), 
        ...parts.map((part, k) => explanation_part(part, go, parts.findIndex(one => one.graph !== undefined) === k)));
}
