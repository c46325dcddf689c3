#ifndef HEDDLE_DECOMPOSE_PRUNE_SIDES_PRUNE_ITEM_CORE_H
#define HEDDLE_DECOMPOSE_PRUNE_SIDES_PRUNE_ITEM_CORE_H

/* Every step for one item: what both sides call (prune_cpu.c, prune_cuda.cu). */
#include "decompose/almost_sure/almost_sure_core.h"
#include "decompose/mec/mec_core.h"
#include "decompose/prune/prune_core.h"

/* The vertex that an item stands for. */
CORE_FUNCTION uint32_t prune_vertex_of(const struct prune_view *view, enum prune_step step, uint64_t item) {
    if (step == PRUNE_FALL || step == SURE_REACH) {
        return view->queue[item];
    }
    return step == PRUNE_HEAVY ? view->heavy[item] : (uint32_t)item;
}

/* How many parts the item has: edges, at least about. */
CORE_FUNCTION uint64_t prune_item_parts(const struct prune_view *view, enum prune_step step, uint64_t item) {
    uint32_t vertex = prune_vertex_of(view, step, item);
    if (step == PRUNE_FALL || step == SURE_REACH) {
        return view->sources_begin[vertex + 1] - view->sources_begin[vertex];
    }
    if (step == PRUNE_EMPTY || step == PRUNE_FORGET || step == MEC_MARK || step == SURE_BEGIN ||
        step == SURE_DROP || step == SURE_MEMBERS || step == SURE_JOIN) {
        return 1;
    }
    uint64_t edges = view->graph.offsets[vertex + 1] - view->graph.offsets[vertex];
    return step == PRUNE_COUNT || step == MEC_SETTLE ? edges / BITMAP_WORD_BITS : edges;
}

CORE_FUNCTION void prune_item(const struct prune_view *view, enum prune_step step, uint64_t item,
                              uint32_t lane, uint32_t lanes) {
    uint32_t vertex = prune_vertex_of(view, step, item);
    switch (step) {
    case PRUNE_COUNT:
        prune_count(view, vertex, lane, lanes);
        break;
    case PRUNE_EMPTY:
        prune_empty(view, vertex, lane);
        break;
    case PRUNE_FALL:
        prune_state_fell(view, vertex, lane, lanes);
        break;
    case PRUNE_HEAVY:
        prune_heavy(view, vertex, lane, lanes);
        break;
    case PRUNE_SWEEP:
        prune_sweep(view, vertex, lane, lanes);
        break;
    case PRUNE_FORGET:
        view->losers[item] &= ~view->fallen[item];
        break;
    case MEC_LEAVE:
        mec_leave(view, vertex, lane, lanes);
        break;
    case MEC_MARK:
        mec_mark(view, vertex, lane);
        break;
    case MEC_SETTLE:
        mec_settle(view, vertex, lane, lanes);
        break;
    case SURE_BEGIN:
        sure_begin(view, vertex, lane);
        break;
    case SURE_REACH:
        sure_reach(view, vertex, lane, lanes);
        break;
    case SURE_SWEEP:
        sure_sweep(view, vertex, lane, lanes);
        break;
    case SURE_DROP:
        sure_drop(view, vertex, lane);
        break;
    case SURE_CHOOSE:
        sure_choose(view, vertex, lane, lanes);
        break;
    case SURE_MEMBERS:
        sure_members(view, vertex, lane);
        break;
    case SURE_JOIN:
        sure_join(view, vertex, lane);
        break;
    }
}

#endif
