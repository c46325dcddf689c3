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

/* --- processes --- */

/* A search through the processes, in the order of the network. */
struct process_search {
    const char *name; /* NULL: every process that is a PRISM model */
    size_t length;
    uint64_t wanted;            /* of the processes with this name, from 1 on */
    uint32_t processes, models; /* so far */
    uint64_t same;              /* so far, of this name */
    const struct exp_node *found;
    uint32_t found_at;
};

static void meet_process(struct process_search *search, const struct exp_node *leaf) {
    size_t length;
    const char *name = exp_leaf_name(leaf->path, &length);
    search->models += leaf->prism != NULL;
    if (search->name != NULL && length == search->length && memcmp(name, search->name, length) == 0) {
        search->same++;
    }
    const int fits = search->name == NULL
                         ? leaf->prism != NULL
                         : length == search->length && memcmp(name, search->name, length) == 0 &&
                               search->same == search->wanted;
    if (fits && search->found == NULL) {
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
    for (uint32_t i = 0; i < node->child_count && search->processes < MOST_PROCESSES; i++) {
        search_processes(search, node->children[i]);
    }
}

/* Whether a PRISM model before this one has its name. */
static int is_listed(const exp_tree *tree, uint64_t number, const char *name, size_t length) {
    size_t other;
    for (uint64_t i = 0; i < number; i++) {
        const char *before = exp_leaf_name(tree->files.data[i].path, &other);
        if (tree->files.data[i].prism != NULL && other == length && memcmp(before, name, length) == 0) {
            return 1;
        }
    }
    return 0;
}

/* "tank, counter": the names of the PRISM models that are processes, each once. */
static const char *list_models(const exp_tree *tree, char *text, size_t size) {
    unsigned listed = 0;
    size_t used = 0;
    *text = '\0';
    for (uint64_t i = 0; i < tree->files.count && used < size; i++) {
        size_t length;
        const char *name = exp_leaf_name(tree->files.data[i].path, &length);
        if (tree->files.data[i].prism != NULL && !is_listed(tree, i, name, length) && listed++ < LISTED) {
            used += (size_t)snprintf(text + used, size - used, "%s%.*s", used == 0 ? "" : ", ",
                                     length > 60 ? 60 : (int)length, name);
        }
    }
    return text;
}

/* --- the text --- */

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

static int find_process(const exp_tree *tree, const char *text, size_t length,
                        struct source_position position, struct process_search *search,
                        struct written *written, struct error *error) {
    char models[400];
    const int said = has_process(text, length, written);
    search->name = said ? written->name : NULL;
    search->length = written->length;
    search->wanted = written->number;
    search_processes(search, tree->root);
    if (search->models == 0) {
        return error_at(error, ERROR_INPUT, position,
                        "{..} is about PRISM models, and no process of the network is one: say it with "
                        "labels, as <\"LABEL\"> true");
    }
    if (said && (search->found == NULL || search->found->prism == NULL)) {
        return error_at(error, ERROR_INPUT, position,
                        "no process %.*s is a PRISM model; the PRISM models are: %s",
                        written->expression > 60 ? 60 : (int)written->expression - 1, text,
                        list_models(tree, models, sizeof models));
    }
    return said || search->models == 1
               ? 0
               : error_at(error, ERROR_INPUT, position,
                          "the network has several PRISM models: write {PROCESS: ..} to say which one is "
                          "meant, with PROCESS as in traces (%s)",
                          list_models(tree, models, sizeof models));
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
    struct process_search search = {.name = NULL};
    struct written written = {.name = NULL};
    if (is_deadlock(text, length)) {
        *number = PRISM_PREDICATE_DEADLOCK;
        return 0;
    }
    if (find_process(tree, text, length, position, &search, &written, error) != 0) {
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
