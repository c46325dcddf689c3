/* What several GPUs search together, and which of them may help one whose memory is full. */
#include "explorer/search/gpus/explore_gpus_internal.cuh"

#include "base/device/device.h"
#include "base/device/device_list.h"

#define FREE_SHARE 0.8 /* of the memory of a GPU that may help: else others use it */

/* What several GPUs do not search; NULL: nothing of this search. */
static const char *refusal(const model *model, const struct explore_options *options) {
    const struct model_header *header = model_header(model);
    return options->partial_order     ? "with --partial-order"
           : header->fold_levels != 0 ? "state vectors of more than four words"
                                      : NULL;
}

int gpus_refuse(const struct gpus *all, const model *model, struct error *error) {
    const char *what = refusal(model, all->options);
    if (explore_cuda_refuse(model, error) != 0) {
        return -1;
    }
    if (all->owners > OWNERS_MOST) {
        return error_set(error, ERROR_USAGE, "at most %u processes search on GPUs together", OWNERS_MOST);
    }
    if (what != NULL && all->ranks != NULL) {
        return error_set(error, ERROR_USAGE, "several GPUs do not search %s: use --device cpu", what);
    }
    return what == NULL ? 0
                        : error_set(error, ERROR_USAGE,
                                    "several GPUs do not search %s: use one, as in --device cuda:%u", what,
                                    gpus_device(all, all->first));
}

unsigned explore_gpus_find(const model *model, const struct explore_options *options, unsigned first,
                           struct device_list *devices) {
    const char *reason;
    const int count = refusal(model, options) == NULL ? device_count(&reason) : 0;
    *devices = (struct device_list){1, {first}};
    for (int number = 0; number < count && devices->count < OWNERS_MOST; number++) {
        if ((unsigned)number != first && device_free_share(number) >= FREE_SHARE) {
            devices->number[devices->count++] = (unsigned)number;
        }
    }
    return devices->count;
}
