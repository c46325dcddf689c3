/*
 * Predicates of networks: {PROCESS: E} is an expression E of the PRISM model of one process. PROCESS may be
 * left out if only one process is a PRISM model.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "frontend/exp/syntax/exp_tree_internal.h"

#define MOST_PROCESSES (UINT32_C(1) << 20)
#define DEADLOCK "\"deadlock\""
#define LISTED 5u
#define LIST_TEXT 512u /* for so many names, cut off at 60 bytes */

/* --- processes --- */

/* A search through the processes, in the order of the network. */
struct process_search {
    const char *name; /* NULL: every process that is a PRISM model */
    size_t length;
    uint64_t wanted;            /* of the processes with this name, from 1 on */
    uint32_t end;               /* the number of processes that count */
    uint32_t processes, models; /* so far */
    uint64_t same;              /* so far, of this name */
    const struct exp_node *found;
    uint32_t found_at;
};

static void meet_process(struct process_search *search, const struct exp_node *leaf) {
    size_t length;
    const char *name = exp_leaf_name(leaf->path, &length);
    const int fits = search->name == NULL
                         ? leaf->prism != NULL
                         : length == search->length && memcmp(name, search->name, length) == 0;
    search->models += leaf->prism != NULL;
    search->same += (uint64_t)fits;
    if (fits && search->same == search->wanted) {
        search->found = leaf;
        search->found_at = search->processes;
    }
    search->processes++;
}

/* Trees are of limited depth. */
static void search_processes(struct process_search *search, const struct exp_node *node) {
    if (node->kind == EXP_LEAF) {
        meet_process(search, node);
        return;
    }
    for (uint32_t i = 0; i < node->child_count && search->processes < search->end; i++) {
        search_processes(search, node->children[i]);
    }
}

/* The processes among the first `end` that have this name. */
static uint64_t count_same(const exp_tree *tree, const char *name, size_t length, uint32_t end) {
    struct process_search search = {.name = name, .length = length, .end = end};
    search_processes(&search, tree->root);
    return search.same;
}

/* "tank, tank#2, counter, ..": the processes that are PRISM models. */
static const char *list_models(const exp_tree *tree, char text[LIST_TEXT]) {
    size_t used = 0;
    for (uint64_t k = 1; k <= LISTED; k++) {
        struct process_search search = {.wanted = k, .end = MOST_PROCESSES};
        size_t length;
        search_processes(&search, tree->root);
        if (search.found == NULL) {
            return text;
        }
        const char *name = exp_leaf_name(search.found->path, &length);
        const uint64_t number = count_same(tree, name, length, search.found_at) + 1;
        char sharp[24] = "";
        if (number > 1) {
            snprintf(sharp, sizeof sharp, "#%llu", (unsigned long long)number);
        }
        used += (size_t)snprintf(text + used, LIST_TEXT - used, "%s%.*s%s%s", k == 1 ? "" : ", ",
                                 length > 60 ? 60 : (int)length, name, sharp,
                                 k == LISTED && search.models > LISTED ? ", .." : "");
    }
    return text;
}

/* --- the text --- */

/* The text in the braces, and where a formula has it. */
struct predicate_text {
    const char *text;
    size_t length;
    struct source_position position;
};

/* What stands in the braces: the process, if it is said, and where the expression begins. */
struct written {
    const char *name;
    size_t length;   /* of its name without a number */
    uint64_t number; /* "#2" */
    size_t expression;
};

/* Whether the text begins with a process. The ':' of a condition follows a '?'. */
static int has_process(const char *text, size_t length, struct written *written) {
    size_t begin = 0, end, colon;
    while (begin < length && isspace((unsigned char)text[begin])) {
        begin++;
    }
    for (end = begin;
         end < length && strchr(":?\"&|=<>()!,", text[end]) == NULL && !isspace((unsigned char)text[end]);) {
        end++;
    }
    for (colon = end; colon < length && isspace((unsigned char)text[colon]);) {
        colon++;
    }
    if (end == begin || colon == length || text[colon] != ':') {
        return 0;
    }
    const char *sharp = memchr(text + begin, '#', end - begin);
    char *rest = NULL;
    *written = (struct written){text + begin, end - begin, 1, colon + 1};
    if (sharp != NULL) {
        written->number = strtoull(sharp + 1, &rest, 10);
        written->length = rest == text + end ? (size_t)(sharp - written->name) : written->length;
        written->number = rest == text + end ? written->number : 1;
    }
    return 1;
}

static int is_deadlock(const char *text, size_t length) {
    while (length > 0 && isspace((unsigned char)text[length - 1])) {
        length--;
    }
    while (length > 0 && isspace((unsigned char)*text)) {
        text++;
        length--;
    }
    return length == strlen(DEADLOCK) && memcmp(text, DEADLOCK, length) == 0;
}

/* Finds the process of a predicate, or with no name in it the only model. 0, or -1 with *error filled. */
static int find_process(const exp_tree *tree, const struct predicate_text *question, struct written *written,
                        struct process_search *search, struct error *error) {
    char models[LIST_TEXT];
    const int said = has_process(question->text, question->length, written);
    *search = (struct process_search){.name = said ? written->name : NULL,
                                      .length = written->length,
                                      .wanted = said ? written->number : 1,
                                      .end = MOST_PROCESSES};
    search_processes(search, tree->root);
    if (search->models == 0) {
        return error_at(error, ERROR_INPUT, question->position,
                        "{..} is about PRISM models, and no process of the network is one: say it with "
                        "labels, as <\"LABEL\"> true (in LTL: \"LABEL\")");
    }
    if (said && (search->found == NULL || search->found->prism == NULL)) {
        return error_at(error, ERROR_INPUT, question->position,
                        "no process %.*s is a PRISM model; the PRISM models are: %s",
                        written->expression > 60 ? 60 : (int)written->expression - 1, question->text,
                        list_models(tree, models));
    }
    return said || search->models == 1
               ? 0
               : error_at(error, ERROR_INPUT, question->position,
                          "the network has several PRISM models: write {PROCESS: ..} to say which one is "
                          "meant, with PROCESS as in traces (%s)",
                          list_models(tree, models));
}

/* --- predicates --- */

/* The tree of a model, which gets more predicates. */
static prism_tree *own_tree(const exp_tree *tree, const prism_tree *model) {
    uint64_t i = 0;
    while (tree->files.data[i].prism != model) {
        i++;
    }
    return tree->files.data[i].prism;
}

static int add_predicate(exp_tree *tree, struct exp_predicate added, const char *text, size_t length,
                         uint32_t *number, struct error *error) {
    for (*number = 0; *number < tree->predicates.count; ++*number) {
        const struct exp_predicate *known = &tree->predicates.data[*number];
        if (known->process == added.process && known->number == added.number) {
            return 0;
        }
    }
    added.text = arena_copy(tree->arena, text, length);
    return added.text == NULL || GROWING_ADD(tree->memory, tree->predicates, added) != 0
               ? error_memory(error, "to read the formula")
               : 0;
}

int exp_tree_add_predicate(exp_tree *tree, const char *text, size_t length, struct source_position position,
                           uint32_t *number, struct error *error) {
    const struct predicate_text question = {text, length, position};
    struct process_search search;
    struct written written = {.name = NULL};
    if (is_deadlock(text, length)) {
        *number = PRISM_PREDICATE_DEADLOCK;
        return 0;
    }
    if (find_process(tree, &question, &written, &search, error) != 0) {
        return -1;
    }
    struct exp_predicate added = {.process = search.found_at};
    struct source_position inside = position;
    inside.column += (uint32_t)written.expression;
    if (prism_tree_add_predicate(own_tree(tree, search.found->prism), text + written.expression,
                                 length - written.expression, inside, &added.number, error) != 0) {
        return -1;
    }
    if (added.number == PRISM_PREDICATE_DEADLOCK) {
        return error_at(error, ERROR_INPUT, inside,
                        "a deadlock is one of the whole network: write {" DEADLOCK "}");
    }
    return add_predicate(tree, added, text, length, number, error);
}

uint32_t exp_tree_predicate_count(const exp_tree *tree) {
    return (uint32_t)tree->predicates.count;
}

struct exp_predicate exp_tree_predicate(const exp_tree *tree, uint32_t number) {
    return tree->predicates.data[number];
}
