/* The state space on a GPU (space_device.h): frees it, and copies it to the host. */
#include "explorer/search/cuda/space_device.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "explorer/search/explore.h"
#include "explorer/search/level_store.h"
#include "explorer/model/model_core.h"
#include "hashtable/intern.h"
#include "hashtable/table.h"

struct device *space_device_release(struct space_device *space) {
    struct device *device = space->device;
    if (device != NULL) {
        table_device_free(space->table);
        half_device_free(space->half);
        table_device_free(space->index);
        device_range_close(device, &space->queue);
        device_range_close(device, &space->pairs);
        device_free(device, space->next_pair, 8);
        device_free(device, space->image, space->image_bytes);
        device_free(device, space->tables, space->tables_bytes);
    }
    free(space);
    return device;
}

void space_device_free(struct space_device *space) {
    if (space != NULL) {
        device_close(space_device_release(space));
    }
}

uint64_t space_device_slots(const struct space_device *space) {
    return space->half != NULL ? half_device_slots(space->half) : table_device_slots(space->table);
}

uint64_t space_device_table_bytes(const struct space_device *space) {
    return space->half != NULL ? half_device_bytes(space->half) : table_device_bytes(space->table);
}

struct intern_view space_device_interner(const struct space_device *space, uint64_t stock) {
    struct intern_view view;
    memset(&view, 0, sizeof view);
    if (space->index != NULL) {
        view.index = table_device_view(space->index);
        view.pairs = (uint64_t *)space->pairs.base;
        view.next = (uint64_t *)space->next_pair;
        view.capacity = space->pairs.committed / INTERN_PAIR_BYTES;
        view.stock = stock;
    }
    return view;
}

/* Copies one level's keys to the store; 0, 1 if there is no room, -1 on failure. */
static int fetch_level(struct exploration *exploration, struct level_writer *writer, uint64_t level,
                       uint64_t words, struct error *error) {
    const struct space_device *space = exploration->space.device;
    uint64_t begin = exploration->space.level_begin[level],
             keys = exploration->space.level_begin[level + 1] - begin;
    if (level_writer_room(exploration->space.level_store, writer, keys) != 0) {
        return 1;
    }
    const uint64_t *from = (const uint64_t *)space->queue.base + begin * words;
    if (device_download(writer->at, from, keys * words * 8, error) != 0) {
        return -1;
    }
    writer->at += keys * words;
    return level_store_end_level(exploration->space.level_store, writer, 1) == UINT64_MAX;
}

int space_device_fetch_levels(struct exploration *exploration, uint64_t levels, const struct run *run,
                              struct error *error) {
    uint64_t words = model_header(exploration->model)->key_words;
    struct level_writer writer;
    int failed = 0;
    memset(&writer, 0, sizeof writer);
    if (exploration->space.level_store == NULL) {
        exploration->space.level_store = level_store_create(run->memory, run->spill, (uint32_t)words);
    }
    if (exploration->space.level_store == NULL) {
        exploration->space.levels_kept = 0;
        return 0;
    }
    uint64_t level = level_store_levels(exploration->space.level_store);
    for (; level < levels && failed == 0; level++) {
        run_tell(run, "copying states from the GPU", level, levels, "levels");
        failed = run_should_stop(run)
                     ? error_set(error, ERROR_INTERRUPTED, "interrupted while fetching the levels")
                     : fetch_level(exploration, &writer, level, words, error);
    }
    level_store_close(exploration->space.level_store, &writer, 1);
    if (failed > 0) {
        exploration->space.levels_kept = 0;
    }
    return failed < 0 ? -1 : 0;
}

static int fill_pairs(void *context, uint64_t *pairs, struct error *error) {
    const struct space_device *space = (const struct space_device *)context;
    unsigned long long count;
    return device_download(&count, space->next_pair, 8, error) != 0 ||
                   device_download(pairs, space->pairs.base, count * INTERN_PAIR_BYTES, error) != 0
               ? -1
               : 0;
}

static int fetch_pairs(struct exploration *exploration, const struct run *run, struct error *error) {
    struct space_device *space = exploration->space.device;
    unsigned long long count;
    if (device_download(&count, space->next_pair, 8, error) != 0) {
        return -1;
    }
    exploration->space.interner =
        interner_restore(run->memory, TABLE_HOST_INTEGERS, count, fill_pairs, space, error);
    return exploration->space.interner == NULL ? -1 : 0;
}

int space_device_fetch(struct exploration *exploration, const struct run *run, struct error *error) {
    struct space_device *space = exploration->space.device;
    if (space == NULL || !exploration->space.levels_kept) {
        return 0;
    }
    if (space_device_fetch_levels(exploration, exploration->space.levels, run, error) != 0) {
        return -1;
    }
    int pairs = exploration->space.levels_kept && space->index != NULL && exploration->space.interner == NULL;
    return pairs ? fetch_pairs(exploration, run, error) : 0;
}
