/* The result of a search: frees its parts on the host and on a GPU. */
#include "explorer/search/explore.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/search/level_store.h"
#include "explorer/model/model_core.h"
#include "hashtable/intern.h"
#include "hashtable/table.h"

#ifdef HEDDLE_CUDA
#include "explorer/search/space_device.h"
#endif

struct exploration *exploration_create(const model *model, const struct run *run, struct error *error) {
    struct exploration *exploration = memory_allocate_zeroed(run->memory, sizeof *exploration);
    if (exploration == NULL) {
        error_memory(error, "to begin the search");
        return NULL;
    }
    exploration->model = model;
    exploration->memory = run->memory;
    exploration->effort.threads = run->threads;
    error->code = ERROR_NONE;
    return exploration;
}

int exploration_fetch(struct exploration *exploration, const struct run *run, struct error *error) {
#ifdef HEDDLE_CUDA
    return space_device_fetch(exploration, run, error);
#else
    (void)exploration;
    (void)run;
    (void)error;
    return 0;
#endif
}

void exploration_drop_table(struct exploration *exploration) {
    table_free(exploration->space.table);
    exploration->space.table = NULL;
#ifdef HEDDLE_CUDA
    if (exploration->space.device != NULL) {
        table_device_free(exploration->space.device->table);
        exploration->space.device->table = NULL;
    }
#endif
}

void exploration_drop_space(struct exploration *exploration) {
#ifdef HEDDLE_CUDA
    space_device_free(exploration->space.device);
#endif
    exploration->space.device = NULL;
}

void exploration_free(struct exploration *exploration) {
    if (exploration != NULL) {
        struct memory *memory = exploration->memory;
        exploration_drop_space(exploration);
        level_store_free(exploration->space.level_store);
        table_free(exploration->space.table);
        interner_free(exploration->space.interner);
        memory_free(memory, exploration->result.label_level,
                    model_view_of(model_image(exploration->model)).header->labels *
                        sizeof *exploration->result.label_level);
        memory_free(memory, exploration->space.level_begin,
                    exploration->space.level_capacity * sizeof *exploration->space.level_begin);
        memory_free(memory, exploration, sizeof *exploration);
    }
}
