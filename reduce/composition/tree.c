/* What was joined, as a tree: its leaves are the components of the original network. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "explorer/model/network.h"
#include "reduce/composition/composition_internal.h"

static int memory_error(const struct composition *composition) {
    return error_memory(composition->error, "for what was joined");
}

int composition_tree_begin(struct composition *composition) {
    struct memory *memory = composition->memory;
    for (uint32_t i = 0; composition->options->keep_tree && i < composition->original->component_count; i++) {
        const struct composition_node leaf = {.component = i};
        if (GROWING_ADD(memory, composition->nodes, leaf) != 0 ||
            GROWING_ADD(memory, composition->roots, i) != 0) {
            return memory_error(composition);
        }
    }
    return 0;
}

/* Copies the texts of the labels, which are the seam's. */
static int take_texts(struct composition *composition, struct network *network) {
    for (uint32_t i = 0; i < network->label_count; i++) {
        struct network_label *label = &network->labels[i];
        label->text = arena_copy(composition->arena, label->text, label->length);
        if (label->text == NULL) {
            return memory_error(composition);
        }
    }
    return 0;
}

static int fill_parts(struct composition *composition, const struct seam *seam,
                      struct composition_node *node) {
    node->parts = arena_allocate(composition->arena, seam->part_count * sizeof *node->parts);
    if (node->parts == NULL) {
        return memory_error(composition);
    }
    for (uint32_t i = 0; i < seam->part_count; i++) {
        node->parts[i] = composition->roots.data[seam->parts[i]];
        const uint32_t depth = composition->nodes.data[node->parts[i]].depth + 1;
        node->depth = depth > node->depth ? depth : node->depth;
    }
    return 0;
}

/* The first part's place becomes the node's, the others' places go. */
static void replace_roots(struct composition *composition, const struct seam *seam, uint32_t node) {
    uint64_t kept = 0;
    for (uint32_t i = 0; i < seam->component_count; i++) {
        const uint32_t place = seam->place[i], root = composition->roots.data[i];
        if (place == 0 || place == UINT32_MAX) {
            composition->roots.data[kept++] = place == 0 ? node : root;
        }
    }
    composition->roots.count = kept;
}

int composition_tree_join(struct composition *composition, const struct seam *seam, uint32_t piece) {
    struct composition_node node = {.component = COMPOSITION_PIECE, .piece = piece};
    if (!composition->options->keep_tree) {
        return 0;
    }
    node.network = seam_sub_network(seam, composition->error);
    if (node.network == NULL) {
        return -1;
    }
    if (take_texts(composition, node.network) != 0 || fill_parts(composition, seam, &node) != 0 ||
        (GROWING_ADD(composition->memory, composition->nodes, node) != 0 && memory_error(composition))) {
        network_free(composition->memory, node.network);
        return -1;
    }
    replace_roots(composition, seam, (uint32_t)composition->nodes.count - 1);
    return 0;
}

void composition_tree_free(struct composition *composition) {
    for (uint64_t i = 0; i < composition->nodes.count; i++) {
        network_free(composition->memory, composition->nodes.data[i].network);
    }
    GROWING_FREE(composition->memory, composition->nodes);
    GROWING_FREE(composition->memory, composition->roots);
}
