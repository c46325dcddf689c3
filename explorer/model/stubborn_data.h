#ifndef HEDDLE_EXPLORER_MODEL_STUBBORN_DATA_H
#define HEDDLE_EXPLORER_MODEL_STUBBORN_DATA_H

/*
 * Stubborn sets of models with data (stubborn.h): of commands, in place of processes. A set is closed in a
 * state if for each of its commands
 * - whose guard does not hold: those that can make some part of the guard true that does not hold are in it;
 * - whose guard holds, for each of its rules: where some class of the rule has no enabled command, the
 *   commands of the first such class are in it; else those of all its classes;
 * - that takes part in an enabled rule: all commands are in it that conflict with the command: their guards
 *   do not exclude each other, and one assigns to a variable that the other reads or assigns to.
 * So what is outside can neither enable, disable nor change the transitions of the set, nor these what is
 * outside. If one command of an enabled combination is in a closed set, all of them are.
 *
 * With visible labels, a set that is smaller than everything takes no marked command. Of the others, each
 * branch increases some variable, and decreases none: so each cycle of states has a marked command.
 */
#include "explorer/model/data/data_choices_core.h"
#include "explorer/model/successors_core.h"

struct arena;
struct stubborn;
struct stubborn_data;

/* The commands of the model, at most; more are searched without reduction. */
#define STUBBORN_COMMANDS_MOST 2048u

/* What a command can do, for the choice of a set. */
struct stubborn_command {
    uint64_t moves; /* enabled combinations of the rules that it leads */
    int bad;        /* a smaller set may not take some of them */
};

/*
 * visible: one byte for each label of the network, or NULL: only deadlocks matter. All of it is in the arena.
 * NULL when memory runs out.
 */
struct stubborn_data *stubborn_data_create(struct arena *arena, const struct data_header *image,
                                           const uint8_t *visible);
/* 64-bit words of room that a state needs. */
uint64_t stubborn_data_words(const struct stubborn_data *tables);
/* Reads a state, before the other calls: 0, or -1 if the model has an error there. */
int stubborn_data_begin(const struct stubborn_data *tables, const uint64_t *state, uint64_t *room);
/* What command `number` can do, and needs: a set of `words` words. */
struct stubborn_command stubborn_data_look_at(const struct stubborn_data *tables, uint64_t *room,
                                              uint32_t number, uint64_t *needs, uint32_t words);
/* Whether the guard of the command holds: all others have no moves. */
int stubborn_data_can_lead(const struct stubborn_data *tables, uint64_t *room, uint32_t number);

/* The state of which transitions are made, in `room` also, and what visits them. */
struct stubborn_moving {
    const struct successors_source *from;
    uint64_t *room;
    successors_visit visit;
    void *context;
};

/* Makes the transitions that commands of the closed set lead. Returns as successors_all: 1 or
 * SUCCESSORS_FAULT. */
int stubborn_data_move(const struct stubborn_data *tables, const struct stubborn_moving *moving,
                       const uint64_t *set);
/* stubborn_choose.c: the same, where `room` is the work of stubborn_choose, which gave the set. */
int stubborn_move(const struct stubborn *tables, struct stubborn_moving moving, const uint64_t *set);

#endif
