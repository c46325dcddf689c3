#ifndef HEDDLE_EXPLORER_MODEL_SUCCESSORS_DATA_CORE_H
#define HEDDLE_EXPLORER_MODEL_SUCCESSORS_DATA_CORE_H

/* successors_all for models with data that have tables (data_tables_core.h), on both sides. */
#include "explorer/model/data/data_tables_core.h"
#include "explorer/model/successors_core.h"

/* successors_all by tables; by the interpreter in states that these leave to it, and for what observers do
 * alone.
 */
CORE_FUNCTION int successors_all_by_data(const struct data_tables *tables,
                                         const struct successors_source *from, const uint32_t words,
                                         successors_visit visit, void *context) {
    const struct model_view *model = from->model;
    int moves = DATA_ODD;
    if (model->header->observer_states == 0) {
        moves = data_tables_visit(tables, from->state, words, from->scratch, from->work, visit, context);
    } else {
        struct successors_product product = successors_product_of(from, words, visit, context);
        if (model->observer_state[product.state].kind == OBSERVER_STEP) {
            moves = data_tables_visit(tables, from->state, words, from->scratch, from->work, successors_step,
                                      &product);
        }
    }
    return moves == DATA_ODD ? successors_all(from, words, visit, context) : moves;
}

#endif
