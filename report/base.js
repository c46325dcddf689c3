"use strict";
/* Shared by all parts of the page. Texts from the network are inserted as text, never as markup. */

const report = JSON.parse(document.getElementById("report").textContent);
const names = report.components.map(text_of);
const variables = report.variables; /* of a model with data; null: components are processes */
const failures = []; /* errors of this script, for #selftest */

addEventListener("error", event => failures.push(String(event.message)));

/* A text of evidence: a string, or bytes that are not UTF-8, which become U+FFFD. */
function text_of(bytes) {
    return typeof bytes === "string" ? bytes
        : new TextDecoder().decode(Uint8Array.from(bytes.hex.match(/../g), digits => parseInt(digits, 16)));
}

/* Characters that are invisible or change the direction of writing: shown as \x.., as in heddle's tables
 * (base/text/text.c). */
const UNSEEN = new RegExp("[\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff" +
                          "\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]", "gu");

function shown(text) {
    return text.replace(UNSEEN, character =>
        Array.from(new TextEncoder().encode(character), byte => "\\x" + byte.toString(16).padStart(2, "0")).join(""));
}

function fill(node, attributes, children) {
    for (const key in attributes) {
        if (key === "on") {
            for (const type in attributes.on) {
                node.addEventListener(type, attributes.on[type]);
            }
        } else if (attributes[key] !== null && attributes[key] !== false) {
            node.setAttribute(key, attributes[key] === true ? "" : attributes[key]);
        }
    }
    node.append(...children.map(child => typeof child === "string" ? shown(child) : child));
    return node;
}

/* An element of HTML, and one of SVG. Children are nodes or texts. */
function html(tag, attributes, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function button(text, action) {
    return html("button", {type: "button", on: {click: action}}, text);
}

/* Separates thousands, as heddle's rows do. */
function number(count) {
    return String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

function plural(count, noun) {
    return number(count) + " " + noun + (count === 1 ? "" : noun.endsWith("s") ? "es" : "s");
}

/* A local state as people read it: of a variable its value. */
function value_of(component, local) {
    const variable = variables === null ? null : variables[component];
    return variable === null ? local : variable.bool ? local !== 0 : local + variable.lowest;
}

/* A state as a file of evidence has it. */
function state_of(tuple) {
    return variables === null ? tuple : Object.fromEntries(tuple.map((local, k) => [names[k], value_of(k, local)]));
}

const PART = variables === null ? "process" : "variable", PARTS = variables === null ? "processes" : "variables";

/* Updates the drawing at most once per frame. */
function once(draw) {
    let waiting = false;
    return () => {
        if (!waiting) {
            waiting = true;
            requestAnimationFrame(() => {
                waiting = false;
                draw();
            });
        }
    };
}

/* Index of the last number in the ascending list that is at most `limit`; -1 for none. */
function last_at_most(list, limit) {
    let low = 0, high = list.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (list[middle] <= limit) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low - 1;
}

/* What a property says: "deadlock holds" could be read as if there were one. */
function claim_name(name, kind) {
    return kind === "deadlock" && name === "deadlock" ? "no deadlock" : name || kind;
}

function property_name(result) {
    return result.property === null ? "walk" : claim_name(result.property.name, result.property.kind);
}
