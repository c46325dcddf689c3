/*
 * Solves any game by small progress measures. First it decides loops, and cycles that their owner wins alone,
 * whose measures would otherwise climb to the top one by one. Then it solves strongly connected components
 * from the bottom up, each with measures no longer than it needs.
 */
#include <string.h>

#include "parity/measures/spm.h"

struct lifting {
    struct solving *solving;
    uint32_t *place;
};

static int lift_block(void *context, const uint32_t *list, uint64_t count, int splits) {
    const struct lifting *lifting = context;
    (void)splits;
    return spm_solve(lifting->solving, lifting->place, list, count);
}

int solve_spm(struct solving *solving) {
    const struct solve_options *options = solving->options;
    int is_whole = options->keep_whole || options->spm.exchange != NULL;
    uint32_t *place = solving->stack;
    struct splitting splitting;
    if (!options->keep_loops) {
        if (solving_decide_loops(solving) != 0) {
            return -1;
        }
        solving->report->preprocessed += solving->decided;
        solving_forget_decided(solving);
    }
    int splits = !options->keep_cycles || !is_whole;
    int result = splits ? splitting_open(&splitting, solving) : 0;
    if (result == 0 && !options->keep_cycles) {
        result = solving_decide_cycles(&splitting);
    }
    if (options->spm.exchange != NULL) { /* measures are exchanged with the levels of the whole game */
        solving_sort(solving);
        solving_forget_decided(solving);
    }
    memset(place, 0xff, solving->game->vertices * sizeof *place); /* SPM_NOT_IN_SET */
    if (result == 0 && !is_whole) {
        result = splitting_solve(&splitting, lift_block, &(struct lifting){solving, place});
    }
    if (splits) {
        splitting_close(&splitting);
    }
    if (result == 0 && is_whole && solving->in_order > 0) {
        result = spm_solve(solving, place, solving->order, solving->in_order);
    }
    return result;
}
