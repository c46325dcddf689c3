/* Moves of states: the parts that graphs and models share. */
#include <string.h>

#include "base/memory.h"
#include "reduce/lump/moves_internal.h"

void moves_free(struct moves *moves, struct memory *memory) {
    for (uint64_t i = 0; i < moves->forms.count; i++) {
        memory_free(memory, moves->forms.data[i].earned, moves->rewards.count * sizeof(uint32_t));
    }
    for (uint64_t i = 0; i < moves->properties.count; i++) {
        memory_free(memory, moves->properties.data[i].values, moves->states * sizeof(uint32_t));
    }
    GROWING_FREE(memory, moves->offsets);
    GROWING_FREE(memory, moves->moves);
    GROWING_FREE(memory, moves->draws);
    GROWING_FREE(memory, moves->forms);
    GROWING_FREE(memory, moves->properties);
    GROWING_FREE(memory, moves->values);
    GROWING_FREE(memory, moves->rewards);
    GROWING_FREE(memory, moves->initial[0]);
    GROWING_FREE(memory, moves->initial[1]);
    arena_free(moves->arena);
    memset(moves, 0, sizeof *moves);
}

static int is_form(const struct moves *moves, const struct moves_form *one, const struct moves_form *other) {
    const int same_text = one->text == NULL || other->text == NULL ? one->text == other->text
                                                                   : strcmp(one->text, other->text) == 0;
    return one->kind == other->kind && same_text &&
           (one->earned == NULL || moves->rewards.count == 0 ||
            memcmp(one->earned, other->earned, moves->rewards.count * sizeof *one->earned) == 0);
}

static uint64_t hash_form(const struct moves *moves, const struct moves_form *form) {
    const uint64_t bytes = form->earned == NULL ? 0 : moves->rewards.count * sizeof *form->earned;
    const uint64_t hash =
        form->text == NULL ? form->kind : hash_bytes(form->text, strlen(form->text), form->kind);
    return bytes == 0 ? hash : hash_bytes(form->earned, bytes, hash);
}

uint32_t moves_find_form(struct moves *moves, struct index *index, const struct moves_form *form,
                         struct memory *memory) {
    const uint64_t hash = hash_form(moves, form), bytes = moves->rewards.count * sizeof *form->earned;
    for (struct index_walk walk = index_find(index, hash); index_next(&walk);) {
        if (is_form(moves, &moves->forms.data[walk.number], form)) {
            return walk.number;
        }
    }
    struct moves_form own = *form;
    own.earned = form->earned == NULL ? NULL : memory_allocate(memory, bytes);
    if (own.earned == NULL && form->earned != NULL && bytes > 0) {
        return MOVES_NO_FORM;
    }
    if (own.earned != NULL) {
        memcpy(own.earned, form->earned, bytes);
    }
    const uint64_t number = moves->forms.count;
    if (number >= MOVES_NO_FORM || GROWING_ADD(memory, moves->forms, own) != 0) {
        memory_free(memory, own.earned, bytes);
        return MOVES_NO_FORM;
    }
    return index_add(index, memory, hash, (uint32_t)number) != 0 ? MOVES_NO_FORM : (uint32_t)number;
}
