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
#include <stdint.h>

struct arena;
struct data_header;
struct stubborn_view;

/* The commands of the model, at most; more are searched without reduction. */
#define STUBBORN_COMMANDS_MOST 2048u

/*
 * Makes the tables: arrays of the view, and their bytes by enum stubborn_array, all in the arena. visible:
 * one byte for each label of the network, or NULL: only deadlocks matter. 0, or -1 when memory runs out.
 */
int stubborn_data_create(struct arena *arena, const struct data_header *image, const uint8_t *visible,
                         struct stubborn_view *view, uint64_t *bytes);

#endif
