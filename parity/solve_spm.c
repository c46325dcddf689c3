/*
 * Any game, by small progress measures. First loops and cycles that their owner wins alone are decided, which
 * would have to climb to the top one by one; then strongly connected components are solved from the bottom
 * up, each with measures no larger than it needs itself.
 */
#include <string.h>

#include "parity/spm.h"

static int solve_components(struct splitting *splitting, uint32_t *place) {
    struct solving *solving = splitting->solving;
    uint32_t *list = solving->order;
    uint64_t count = solving->in_order;
    splitting_join(splitting, list, 0, count);
    int is_component = 0;
    for (uint64_t begin = 0, end; begin < count;) {
        end = splitting_block_end(splitting, list, begin, count);
        uint64_t first = splitting_keep_undecided(splitting, list, begin, end);
        if (first == end) {
            begin = end;
            is_component = 1;
            continue;
        }
        if (first != begin || !is_component) { /* some of it has been decided, so the rest may fall apart */
            begin = first;
            if (splitting_split(splitting, list, begin, end) != 0) {
                return -1;
            }
            is_component = 1;
            continue;
        }
        if (spm_solve(solving, place, list + begin, end - begin) != 0) {
            return -1;
        }
    }
    return 0;
}

static int decide_cycles(struct splitting *splitting) {
    struct solving *solving = splitting->solving;
    uint64_t before = solving->decided;
    int result = cycles_decide(splitting);
    solving->report->preprocessed += solving->decided - before;
    solving_forget_decided(solving);
    return result;
}

int solve_spm(struct solving *solving) {
    const struct solve_options *options = solving->options;
    uint32_t *place = solving->stack;
    struct splitting splitting;
    if (!options->keep_loops) {
        if (solving_decide_loops(solving) != 0) {
            return -1;
        }
        solving->report->preprocessed += solving->decided;
        solving_forget_decided(solving);
    }
    int splits = !options->keep_cycles || !options->keep_whole;
    int result = splits ? splitting_open(&splitting, solving) : 0;
    if (result == 0 && !options->keep_cycles) {
        result = decide_cycles(&splitting);
    }
    memset(place, 0xff, solving->game->vertices * sizeof *place); /* SPM_NOT_IN_SET */
    if (result == 0 && !options->keep_whole) {
        result = solve_components(&splitting, place);
    }
    if (splits) {
        splitting_close(&splitting);
    }
    if (result == 0 && options->keep_whole && solving->in_order > 0) {
        result = spm_solve(solving, place, solving->order, solving->in_order);
    }
    return result;
}
