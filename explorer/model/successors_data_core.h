#ifndef HEDDLE_EXPLORER_MODEL_SUCCESSORS_DATA_CORE_H
#define HEDDLE_EXPLORER_MODEL_SUCCESSORS_DATA_CORE_H

/* successors_all for models with data that have tables (data_tables_core.h), on both sides. */
#include "explorer/model/data/data_tables_core.h"
#include "explorer/model/successors_core.h"

CORE_FUNCTION int successors_step_if_observed(void *context, uint32_t label, uint32_t choice,
                                              const uint64_t *target) {
    const struct successors_product *product = (const struct successors_product *)context;
    return product->model->header->observer_states == 0
               ? product->visit(product->context, label, choice, target)
               : successors_step(context, label, choice, target);
}

/*
 * successors_all by tables; or DATA_ODD in states that these leave to it, and for what observers do alone.
 * The code of the tables is there once, with and without observer, for GPUs.
 */
CORE_FUNCTION int successors_by_data(const struct data_tables *tables, const struct successors_source *from,
                                     const uint32_t words, successors_visit visit, void *context) {
    const struct model_view *model = from->model;
    struct successors_product product = successors_product_of(from, words, visit, context);
    if (model->header->observer_states != 0 && model->observer_state[product.state].kind != OBSERVER_STEP) {
        return DATA_ODD;
    }
    const int moves = data_tables_visit(tables, from->state, words, from->scratch, from->work,
                                        successors_step_if_observed, &product);
    return moves == 0 ? successors_end_quietly(&product) : moves;
}

/* successors_all, by tables where they say all. Without observer, visits are direct. */
CORE_FUNCTION int successors_all_by_data(const struct data_tables *tables,
                                         const struct successors_source *from, const uint32_t words,
                                         successors_visit visit, void *context) {
    const int moves =
        from->model->header->observer_states != 0
            ? successors_by_data(tables, from, words, visit, context)
            : data_tables_visit(tables, from->state, words, from->scratch, from->work, visit, context);
    return moves == DATA_ODD ? successors_all(from, words, visit, context) : moves;
}

#endif
