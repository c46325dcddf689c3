#ifndef HEDDLE_BASE_TEXT_SCANNER_ROOM_H
#define HEDDLE_BASE_TEXT_SCANNER_ROOM_H

#include <stddef.h>

/*
 * Room for the blocks of a scanner made by flex that works in place on a text: its state, the state of its
 * one buffer and a stack of that buffer. Flex would end the program where it gets no memory; with this room
 * it allocates none.
 */
struct scanner_room {
    _Alignas(max_align_t) unsigned char bytes[1024];
    size_t used;
};

/* NULL if the room is too small; `size` is rounded up to keep blocks aligned. */
static inline void *scanner_room_take(struct scanner_room *room, size_t size) {
    const size_t align = _Alignof(max_align_t), whole = (size + align - 1) / align * align;
    if (whole > sizeof room->bytes - room->used) {
        return NULL;
    }
    void *block = room->bytes + room->used;
    room->used += whole;
    return block;
}

#endif
