#ifndef HEDDLE_EXPLORER_MODEL_MODEL_CORE_H
#define HEDDLE_EXPLORER_MODEL_MODEL_CORE_H

/*
 * The model image: a network (and perhaps an observer) compiled into one block of memory that holds offsets,
 * never pointers, and is copied verbatim to a device. Only this file defines it; model.c writes it, and
 * successors_core.h and fold_core.h read it on both sides.
 *
 * State vectors are tuples of bit fields, component 0 in the most significant bits of word 0, no field across
 * two words, the observer last; so the order of vectors as integers is the order of tuples. Words use 63
 * bits.
 */
#include "base/core.h"

#define MODEL_WORD_BITS 63u
#define MODEL_NONE UINT32_MAX
#define MODEL_KEY_WORDS 4u /* most words of a key */
#define MODEL_FOLD_LEVELS 24u
#define MODEL_LINK_WORDS 16384u /* words of a vector in which the components of a link may be */

/* The place of a component's local state in the vector, and where its rows and classes begin. */
struct model_component {
    uint64_t mask; /* mask of the field, before the shift */
    uint32_t word;
    uint32_t shift;
    uint32_t row;    /* its first row; equal components share rows */
    uint32_t lead;   /* its first class in the lead table */
    uint32_t rows;   /* its number of rows: later local states have no moves */
    uint32_t choice; /* added to the choice numbers of the component's moves */
};

/*
 * The moves of one local state. Moves of classes with a fast rule, which the component makes alone and
 * without guards, are [moves, moves of the next row). For all other rules there are entries, sorted by class:
 * [begin, lead_end) for classes that lead a rule, [lead_end, begin of the next row) for classes that only
 * join.
 */
struct model_row {
    uint32_t moves;
    uint32_t begin;
    uint32_t lead_end;
};

/* One class of one row; its targets are [targets, targets of the next entry). */
struct model_entry {
    uint32_t class_index;
    uint32_t targets;
};

/* A rule that is not fast. It is stored with the class that leads it, whose participant is enabled least
 * often.
 */
struct model_rule {
    uint32_t label;  /* result label, of final rules */
    uint32_t others; /* the other participants: [others, others + other_count) */
    uint32_t other_count;
    uint32_t needs; /* guards: [needs, needs + need_count) */
    uint32_t need_count;
    uint32_t falsifies; /* sub-rules: guards [falsifies, falsifies + falsify_count) */
    uint32_t falsify_count;
};

struct model_other {
    uint32_t component;
    uint32_t class_index;
    uint32_t leads; /* the class is in the leading part of the row */
};

/*
 * Neighbouring components of one word, whose moves are looked up in one step: a fused block has a row for
 * each value of its bits, with all moves of its components by fast rules and by rules whose participants are
 * all in the block. A block that is not fused is one component, with its own rows; components with linked
 * rules are always fused, if only with themselves. Blocks in which nothing can happen are left out. Networks
 * with guards have no blocks.
 */
struct model_block {
    uint64_t mask; /* mask of the block's bits, before the shift */
    uint32_t word;
    uint32_t shift;
    uint32_t row;     /* its first row; equal blocks share rows */
    uint32_t first;   /* its first component */
    uint32_t members; /* number of components */
    uint32_t fused;
    uint32_t labels; /* the label of target i is block_label[labels + i], modulo 2^32; blocks with equal rows
                        may have different labels */
};

/* One value of a fused block: its targets are [targets, targets of the next row). */
struct model_block_row {
    uint32_t targets;
    uint32_t leads; /* bit k: component first + k leads a rule with components of other blocks here */
};

/*
 * A component that leads links: rules of two participants in different blocks, each found by one look-up. A
 * local state of the linker has a link for each component with which it has such rules; the links of state s
 * are [link_begin[begin + s], link_begin[begin + s + 1]).
 */
struct model_linker {
    uint32_t word;
    uint32_t shift;
    uint32_t mask; /* of the field, before the shift */
    uint32_t begin;
};

/*
 * A link: if the partner is in state t, link_row[row + t] has the number of targets in its lower half and the
 * first of them in its upper half. A target is the linker's local state in the lower half of link_target,
 * less `to`, and the partner's in the upper. So links with one target of the linker share tables.
 */
struct model_link {
    uint16_t row;
    uint16_t to;
    uint32_t place; /* of the partner: mask of the field, shift, word; 12, 6 and 14 bits */
};

struct model_observer_state {
    uint32_t row; /* first of its class offsets */
    uint32_t priority;
    uint32_t predicate; /* TEST, PASS: its program in `data` */
    uint8_t kind, owner, error, quiet;
};

/*
 * The arrays of the image, in the order in which they lie there. From this table are made the offsets in the
 * header, the pointers of a view, and the tables that compilation fills (model_build.h).
 *
 * choice and move_choice are parallel to target and move_target, and used if there are choices. Moves are
 * those by fast rules; fast_label is the label of each class's fast rule (classes of all components). lead:
 * strata * (classes + 1) offsets into the rules; lead_cross: for each class, the first of its rules of the
 * last stratum that is made by blocks or links. guard: what needs and falsifies point to. block_target:
 * values of a fused block's bits. observer_class: a label's observer class; observer_row: states * classes +
 * 1 offsets into observer_target. initial: the words of the initial states; with a ROOT state of the
 * observer, of the only one, then of those to which it leads. data: of a model with data, its image
 * (explorer/model/data/data_model_core.h), with the layout of this one.
 *
 * Labels of blocks and links are there if header->labelled: block_label; link_label, parallel to link; and
 * link_target_label, parallel to link_target, for links whose label is MODEL_NONE, which several rules share.
 */
/* clang-format off */
#define MODEL_ARRAYS(ARRAY)                              \
    ARRAY(component, struct model_component)             \
    ARRAY(row, struct model_row)                         \
    ARRAY(entry, struct model_entry)                     \
    ARRAY(target, uint32_t)                              \
    ARRAY(choice, uint32_t)                              \
    ARRAY(lead, uint32_t)                                \
    ARRAY(rule, struct model_rule)                       \
    ARRAY(other, struct model_other)                     \
    ARRAY(guard, uint32_t)                               \
    ARRAY(move_target, uint32_t)                         \
    ARRAY(move_class, uint32_t)                          \
    ARRAY(move_choice, uint32_t)                         \
    ARRAY(fast_label, uint32_t)                          \
    ARRAY(lead_cross, uint32_t)                          \
    ARRAY(block, struct model_block)                     \
    ARRAY(block_row, struct model_block_row)             \
    ARRAY(block_target, uint16_t)                        \
    ARRAY(linker, struct model_linker)                   \
    ARRAY(link_begin, uint32_t)                          \
    ARRAY(link, struct model_link)                       \
    ARRAY(link_row, uint32_t)                            \
    ARRAY(link_target, uint32_t)                         \
    ARRAY(observer_state, struct model_observer_state)   \
    ARRAY(observer_row, uint32_t)                        \
    ARRAY(observer_class, uint32_t)                      \
    ARRAY(observer_target, uint32_t)                     \
    ARRAY(block_label, uint32_t)                         \
    ARRAY(link_label, uint32_t)                          \
    ARRAY(link_target_label, uint32_t)                   \
    ARRAY(initial, uint64_t)                             \
    ARRAY(data, uint64_t)
/* clang-format on */

enum model_array {
#define MODEL_NUMBER(name, type) MODEL_ARRAY_##name,
    MODEL_ARRAYS(MODEL_NUMBER)
#undef MODEL_NUMBER
        MODEL_ARRAYS_COUNT
};

/* The kind of model in an image, which decides how successors are made (successors_core.h). */
enum model_kind {
    MODEL_NETWORK = 0, /* processes that move by rules */
    MODEL_DATA         /* variables that change by commands */
};

struct model_header {
    uint64_t bytes;      /* bytes of the whole image */
    uint32_t kind;       /* enum model_kind */
    uint32_t components; /* components of the network; the observer's field, if any, follows theirs */
    uint32_t words;      /* W, the words of a state vector; 3 are made 4 */
    uint32_t key_words;  /* words of a key: W, or fewer after folding; 1, 2 or 4 */
    uint32_t labels;
    uint32_t strata;     /* strata of rules; 1 without guards */
    uint32_t work_words; /* 64-bit words that successors_all works in: a bit for each guard, or the room for a
                            state of a model with data */
    uint64_t initial_count;   /* initial states */
    uint64_t root_count;      /* states to which the observer's ROOT state leads; 0 without one */
    uint32_t observer_states; /* 0 without an observer */
    uint32_t passes;          /* the observer has PASS states */
    uint32_t classes; /* classes of all components; the lead table has one entry more for each stratum */
    uint32_t choices; /* choice numbers of all components; 0 if there are no choices */
    uint32_t blocks;  /* 0 if the network has no blocks */
    uint32_t linkers;
    uint32_t labelled;                            /* blocks and links have labels */
    uint32_t fold_levels;                         /* 0 if vectors are used as keys */
    uint32_t fold_words[MODEL_FOLD_LEVELS + 1];   /* input words of each level, then key_words */
    uint32_t fold_tail_joined[MODEL_FOLD_LEVELS]; /* the odd last word shares a word with the last id */
    uint64_t at[MODEL_ARRAYS_COUNT];              /* offset of each array in bytes from the header */
};

/* The image's arrays as pointers, which are valid only on the side that made them. */
struct model_view {
    const struct model_header *header;
#define MODEL_POINTER(name, type) const type *name;
    MODEL_ARRAYS(MODEL_POINTER)
#undef MODEL_POINTER
};

CORE_FUNCTION struct model_view model_view_of(const void *image) {
    const struct model_header *header = (const struct model_header *)image;
    const char *base = (const char *)image;
    struct model_view view;
    view.header = header;
#define MODEL_POINTER(name, type) view.name = (const type *)(base + header->at[MODEL_ARRAY_##name]);
    MODEL_ARRAYS(MODEL_POINTER)
#undef MODEL_POINTER
    return view;
}

CORE_FUNCTION uint32_t model_field(const struct model_component *component, const uint64_t *vector) {
    return (uint32_t)(vector[component->word] >> component->shift & component->mask);
}

CORE_FUNCTION uint32_t model_link_place(uint32_t mask, uint32_t shift, uint32_t word) {
    return mask | shift << 12 | word << 18;
}

CORE_FUNCTION uint32_t model_place_mask(uint32_t place) {
    return place & 0xfff;
}

CORE_FUNCTION uint32_t model_place_shift(uint32_t place) {
    return place >> 12 & 63;
}

CORE_FUNCTION uint32_t model_place_word(uint32_t place) {
    return place >> 18;
}

/* Whether the observer, if there is one, is in an error state. */
CORE_FUNCTION int model_is_error(const struct model_view *model, const uint64_t *vector) {
    return model->header->observer_states != 0 &&
           model->observer_state[model_field(model->component + model->header->components, vector)].error;
}

/* Moves the component from one local state to another. */
CORE_FUNCTION void model_move(const struct model_component *component, uint64_t *vector, uint32_t from,
                              uint32_t to) {
    vector[component->word] += ((uint64_t)to - from) << component->shift;
}

#endif
