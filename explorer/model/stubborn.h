#ifndef HEDDLE_EXPLORER_MODEL_STUBBORN_H
#define HEDDLE_EXPLORER_MODEL_STUBBORN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct model_view;
struct network;
struct run;
struct stubborn_view;

/*
 * Stubborn sets of processes, for partial-order reduction. A set of processes is closed in a state if, for
 * each rule in which one of them can take part from its local state: where the rule is enabled, all its
 * participants are in the set; where it is not, at least one participant that blocks it is. What processes
 * outside do can then neither enable, disable nor change the moves of those inside, so it is enough to make
 * the moves of a closed set that has some. This preserves deadlocks (source: Valmari, "Stubborn sets for
 * reduced state space generation", 1990, with processes instead of transitions).
 *
 * To preserve the sequences of visible labels, too, a set that is smaller than everything makes no visible
 * label, and no marked move. Marked are the moves that close a cycle of a process, in a depth-first search of
 * its local states: each cycle of the network leads some process round a cycle of its own, so no move is put
 * off for ever.
 */
typedef struct stubborn stubborn;

/* Why the network has no stubborn sets here, "the network has priorities"; NULL if it has. */
const char *stubborn_refusal(const struct network *network);
/* What a GPU has no stubborn sets of, "networks of more than 2048 processes", if the network is such; else
 * NULL. */
const char *stubborn_device_refusal(const struct network *network);
/*
 * The tables of a network without stubborn_refusal, for the model that `view` shows, which must outlive them.
 * visible: one byte for each label of the network, non-zero for visible ones; or NULL: only deadlocks matter.
 * Labels on which the model's observer moves in some STEP state are visible as well. NULL with *error filled:
 * ERROR_MEMORY, ERROR_LIMIT, ERROR_INTERRUPTED.
 */
stubborn *stubborn_create(const struct model_view *view, const uint8_t *visible, const struct run *run,
                          struct error *error);
void stubborn_free(stubborn *tables);

/* The tables as stubborn_core.h reads them, which belong to `tables`; and the bytes of their arrays, by enum
 * stubborn_array. */
const struct stubborn_view *stubborn_tables(const stubborn *tables);
const uint64_t *stubborn_array_bytes(const stubborn *tables);

/* The number of 64-bit words that stubborn_choose works in; their initial content does not matter. */
uint64_t stubborn_work_words(const stubborn *tables);
/* 64-bit words of a set of processes: bit k % 64 of word k / 64 is process k. Of commands in models with data
 * (stubborn_data.h). */
uint32_t stubborn_set_words(const stubborn *tables);
/*
 * Chooses the processes whose moves are to be made in a state: of the closed sets with moves, one with the
 * fewest; on a tie, one of those that the least process needs, and of these the one with the least process
 * that has moves. The choice is a function of the state. Returns the set, which lies in `work`; NULL if all
 * moves are to be made: nothing can be left out, or no set may be taken, or there are no moves, or the
 * observer does not follow the network. In models with data the set is of commands, and `work` keeps the
 * state for stubborn_move.
 */
const uint64_t *stubborn_choose(const stubborn *tables, const uint64_t *state, uint64_t *work);

struct successors_source;
/*
 * Of a model with data: makes the transitions that commands of the set lead, once stubborn_choose has chosen
 * one in `work`. visit, context: successors_visit (successors_core.h). Returns as successors_all: 1 or
 * SUCCESSORS_FAULT.
 */
int stubborn_move(const stubborn *tables, const struct successors_source *from, uint64_t *work,
                  int (*visit)(void *context, uint32_t label, uint32_t choice, const uint64_t *target),
                  void *context);

#ifdef __cplusplus
}
#endif
#endif
