/* Options of small progress measures: which of them were given, and what they mean for the solver. */
#include "cli/spm_rows.h"

#include "base/array.h"
#include "base/error.h"

/* The name of the first of these options that was given; NULL for none. */
static const char *first_given(const struct spm_command_options *options) {
    const struct {
        int given;
        const char *name;
    } all[] = {{options->queue >= 0, "queue"},
               {options->order >= 0, "order"},
               {options->sides >= 0, "sides"},
               {options->first >= 0, "first"},
               {options->shortcuts != UINT64_MAX, "shortcuts"},
               {options->seed != UINT64_MAX, "seed"},
               {options->queueing >= 0, "queueing"},
               {options->interval != UINT64_MAX, "interval"},
               {options->kernels >= 0, "kernels"},
               {options->layout >= 0, "layout"},
               {options->exchange >= 0, "exchange"}};
    for (unsigned i = 0; i < LENGTH(all); i++) {
        if (all[i].given) {
            return all[i].name;
        }
    }
    return NULL;
}

int spm_command_check(const struct spm_command_options *options, int is_spm, struct error *error) {
    const char *given = first_given(options);
    if (given != NULL && !is_spm) {
        return error_set(error, ERROR_USAGE,
                         "--spm-%s is for small progress measures: give --solver spm, too", given);
    }
    if (options->exchange == 0) {
        return error_set(error, ERROR_USAGE, "--spm-exchange: 0 is out of range (more than 0 seconds)");
    }
    return 0;
}

static int choice(int value) {
    return value < 0 ? 0 : value;
}

static uint64_t number(uint64_t value) {
    return value == UINT64_MAX ? 0 : value;
}

struct spm_options spm_command_take(const struct spm_command_options *options) {
    return (struct spm_options){.queue = (enum spm_queue_kind)choice(options->queue),
                                .order = (enum spm_order)choice(options->order),
                                .sides = (enum spm_sides)choice(options->sides),
                                .odd_first = choice(options->first),
                                .seed = number(options->seed),
                                .shortcuts = (unsigned)number(options->shortcuts),
                                .queueing = (enum spm_queueing)choice(options->queueing),
                                .kernels = (enum spm_kernels)choice(options->kernels),
                                .layout = (enum spm_layout_kind)choice(options->layout),
                                .interval = (unsigned)number(options->interval),
                                .exchange_seconds = options->exchange > 0 ? options->exchange : 0};
}
