/*
 * Compiling blocks: neighbouring components that have few bits together get one table of all their common
 * moves, computed from the image with the search's own successor functions.
 */
#include "explorer/model/model_build.h"

#include <string.h>

#include "explorer/model/successors_core.h"
#include "explorer/model/network.h"

#define BLOCK_MEMBERS 32u /* bits of model_block_row.leads */
#define BLOCK_TARGETS                                                                                        \
    16384u /* estimated limit of a fused block's targets by the components' separate moves */
#define MOST_TARGETS (1u << 22) /* limit of all blocks' targets, by joint moves, too */
#define MOST_LABELS (1u << 20)  /* with more labels, blocks get none */

static uint32_t bits_of(const struct model_component *component) {
    return (uint32_t)__builtin_popcountll(component->mask);
}

/* The average number of moves of a local state. */
static double moves_of_row(const struct lts *lts) {
    return (double)lts->moves / (double)lts->row_states;
}

/* The number of components, from `first` on, that form a block. */
static uint32_t count_members(const struct model_build *build, uint32_t first) {
    const struct network_component *components = build->network->components;
    const struct model_component *component = build->component.data;
    uint32_t bits = bits_of(component + first), members = 1;
    double targets = moves_of_row(components[first].lts);
    for (uint32_t c = first + 1; c < build->network->component_count && members < BLOCK_MEMBERS; c++) {
        bits += bits_of(component + c);
        targets += moves_of_row(components[c].lts);
        if (component[c].word != component[first].word || bits > build->block_bits ||
            targets * (double)(1u << bits) > BLOCK_TARGETS) {
            break;
        }
        members++;
    }
    return members;
}

/*
 * Sets word, shift and mask of a block whose members begin at `component`; fields without bits are ignored.
 */
static void place_block(struct model_block *block, const struct model_component *component) {
    uint32_t low = MODEL_WORD_BITS, high = 0;
    for (uint32_t i = 0; i < block->members; i++) {
        uint32_t bits = bits_of(component + i), shift = component[i].shift;
        if (bits != 0) {
            low = shift < low ? shift : low;
            high = shift + bits > high ? shift + bits : high;
        }
    }
    block->word = component->word;
    block->shift = high == 0 ? 0 : low;
    block->mask = high == 0 ? 0 : ((uint64_t)1 << (high - low)) - 1;
}

int model_plan_blocks(struct model_build *build) {
    uint32_t count = build->network->component_count;
    const struct model_component *component = build->component.data;
    if (build->network->strata > 1) {
        return 0;
    }
    build->block_of = model_scratch(build, count, sizeof *build->block_of);
    if (build->block_of == NULL) {
        return -1;
    }
    for (uint32_t first = 0; first < count;) {
        struct model_block *block = model_table_add(build, &build->block, 1);
        if (block == NULL) {
            return -1;
        }
        block->first = first;
        block->members = count_members(build, first);
        block->fused = block->members > 1;
        place_block(block, component + first);
        for (uint32_t i = 0; i < block->members; i++) {
            build->block_of[first++] = (uint32_t)build->block.count - 1;
        }
    }
    return 0;
}

/* A row under construction. */
struct row_filling {
    struct model_build *build;
    const struct model_block *block;
    uint64_t *source, *scratch; /* [words], zeroed */
    uint32_t words;
    int failed, many;
};

static int take_target(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    struct row_filling *filling = context;
    const struct model_block *block = filling->block;
    struct model_build *build = filling->build;
    uint16_t *at = model_table_add(build, &build->block_target, 1);
    uint32_t *label_at = !build->labelled ? &label : model_table_add(build, &build->block_label, 1);
    (void)choice;
    if (at == NULL || label_at == NULL || build->block_target.count > MOST_TARGETS) {
        filling->failed = at == NULL || label_at == NULL;
        filling->many = 1;
        return 1;
    }
    *label_at = label;
    *at = (uint16_t)(target[block->word] >> block->shift & block->mask);
    return 0;
}

/* Whether the row leads a rule that joins components of another block. */
static int leads_out(const struct model_view *model, const struct successors_mover *mover) {
    for (uint32_t entry = mover->row->begin; entry < mover->row->lead_end; entry++) {
        uint32_t class_number = mover->component->lead + model->entry[entry].class_index;
        if (model->lead[class_number] < model->lead_cross[class_number]) {
            return 1;
        }
    }
    return 0;
}

/* Builds the row for one value of the block's bits. */
static int fill_row(struct row_filling *filling, const struct model_view *model, uint64_t value) {
    struct model_build *build = filling->build;
    const struct model_block *block = filling->block;
    uint64_t *source = filling->source;
    const struct successors_source from = {model, source, filling->scratch, NULL, 0, 0};
    const struct successors_rules inner = {build->lead_inner, model->lead + 1, 1};
    struct model_block_row row = {(uint32_t)build->block_target.count, 0};
    source[block->word] = value << block->shift;
    int real = 1; /* all fields are local states, with or without moves */
    for (uint32_t i = 0; i < block->members; i++) {
        const struct model_component *component = model->component + block->first + i;
        real =
            real && model_field(component, source) < build->network->components[block->first + i].lts->states;
    }
    for (uint32_t i = 0; i < block->members && real; i++) {
        struct successors_mover mover;
        if (successors_mover_of(&from, block->first + i, &mover)) {
            successors_move_alone(&from, &mover, filling->words, take_target, filling);
            successors_lead(&from, &mover, &inner, filling->words, take_target, filling);
            row.leads |= (uint32_t)leads_out(model, &mover) << i;
        }
    }
    source[block->word] = 0;
    struct model_block_row *at = model_table_add(build, &build->block_row, 1);
    if (at == NULL || filling->failed) {
        return -1;
    }
    *at = row;
    return 0;
}

/*
 * Whether an earlier fused block has the same rows as those from `row` on; targets are compared relative to
 * each block's first.
 */
static int same_rows(const struct model_build *build, const struct model_block *block, uint64_t row) {
    const struct model_block_row *rows = build->block_row.data;
    const uint16_t *targets = build->block_target.data;
    const struct model_block_row *a = rows + block->row, *b = rows + row;
    for (uint64_t i = 0; i <= block->mask; i++) {
        if (a[i].leads != b[i].leads || a[i + 1].targets - a[0].targets != b[i + 1].targets - b[0].targets) {
            return 0;
        }
    }
    uint64_t count = a[block->mask + 1].targets - a[0].targets;
    return count == 0 || memcmp(targets + a[0].targets, targets + b[0].targets, count * sizeof *targets) == 0;
}

/* Drops the rows just built if one of the few preceding blocks has the same. */
static uint64_t share_rows(struct model_build *build, uint32_t number, uint64_t row) {
    const struct model_block *blocks = build->block.data;
    const struct model_block_row *rows = build->block_row.data;
    for (uint32_t back = 1; back <= number && back <= 8; back++) {
        const struct model_block *other = blocks + number - back;
        if (other->fused && other->mask == blocks[number].mask && same_rows(build, other, row)) {
            build->block_target.count = rows[row].targets;
            build->block_row.count = row;
            return other->row;
        }
    }
    return row;
}

/* A view of the tables under construction, as the search will see them. */
static struct model_view view_tables(const struct model_build *build, const struct model_header *header) {
    struct model_view view = {.header = header};
#define MODEL_DATA(name, type) view.name = build->name.data;
    MODEL_ARRAYS(MODEL_DATA)
#undef MODEL_DATA
    return view;
}

static void drop_labels(struct model_build *build, struct model_header *header) {
    build->labelled = 0;
    build->block_label.count = build->link_label.count = build->link_target_label.count = 0;
    header->labelled = 0;
}

/* If components have very many joint moves, it is better to expand them separately. */
static void do_without_blocks(struct model_build *build, struct model_header *header) {
    drop_labels(build, header);
    build->block.count = 0;
    build->block_row.count = 0;
    build->block_target.count = 0;
    build->linker.count = build->link_begin.count = build->link.count = 0;
    build->link_row.count = build->link_target.count = 0;
    header->blocks = header->linkers = 0;
}

/* Whether something can happen in the block, or by a rule that one of its components leads. */
static int has_moves(const struct model_build *build, const struct model_block *block) {
    const struct model_block_row *rows = (const struct model_block_row *)build->block_row.data + block->row;
    const struct model_component *component =
        (const struct model_component *)build->component.data + block->first;
    const struct model_row *of_component = (const struct model_row *)build->row.data + component->row;
    int found = 0;
    if (!block->fused) {
        const struct model_row *end = of_component + component->rows;
        return end->moves != of_component->moves || end->begin != of_component->begin;
    }
    for (uint64_t value = 0; value <= block->mask && !found; value++) {
        found = rows[value].leads != 0 || rows[value + 1].targets != rows[value].targets;
    }
    return found;
}

/* Leaves out blocks without moves, but not the last one: networks without blocks are searched otherwise. */
static void drop_blocks(struct model_build *build, struct model_header *header) {
    struct model_block *blocks = build->block.data;
    uint32_t kept = 0;
    for (uint32_t number = 0; number < header->blocks; number++) {
        if (has_moves(build, blocks + number) || (kept == 0 && number + 1 == header->blocks)) {
            blocks[kept++] = blocks[number];
        }
    }
    header->blocks = kept;
    build->block.count = kept;
}

int model_build_blocks(struct model_build *build, struct model_header *header) {
    const struct model_view model = view_tables(build, header);
    uint64_t *vectors = model_scratch(build, 2 * (uint64_t)header->words, sizeof *vectors);
    if (vectors == NULL) {
        return -1;
    }
    for (uint32_t number = 0; number < build->block.count; number++) {
        struct model_block *block = (struct model_block *)build->block.data + number;
        struct row_filling filling = {build, block, vectors, vectors + header->words, header->words, 0, 0};
        uint64_t row = build->block_row.count, labels = build->block_label.count;
        if (!block->fused) {
            continue;
        }
        for (uint64_t value = 0; value <= block->mask; value++) {
            if (fill_row(&filling, &model, value) != 0) {
                return -1;
            }
            if (filling.many) {
                do_without_blocks(build, header);
                return 0;
            }
        }
        struct model_block_row *end = model_table_add(build, &build->block_row, 1);
        if (end == NULL) {
            return -1;
        }
        end->targets = (uint32_t)build->block_target.count;
        block->row = (uint32_t)share_rows(build, number, row);
        const struct model_block_row *rows = build->block_row.data;
        block->labels = (uint32_t)labels - rows[block->row].targets;
        if (build->block_label.count > MOST_LABELS) {
            drop_labels(build, header);
        }
    }
    drop_blocks(build, header);
    return 0;
}
