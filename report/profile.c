/* Writes the profile of a search, as plots or numbers. */
#include "report/profile.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stream/output.h"
#include "base/quantity.h"
#include "report/plot/svg_plot.h"
#include "explorer/search/explore.h"

#define MOST_RATES 60u /* most intervals for averages of the speed */
#define TITLE_BYTES 640

const enum file_format profile_formats[3] = {FILE_SVG, FILE_CSV, FILE_UNKNOWN};

/* --- samples --- */

/* Removes every other sample, and increases the spacing of later ones. */
static void thin_out(struct profile *profile) {
    unsigned left = 0;
    for (unsigned i = 0; i < profile->count; i += 2) {
        profile->samples[left++] = profile->samples[i];
    }
    profile->count = left;
    profile->spacing = profile->samples[left - 1].seconds / (left - 1);
}

static void profile_take(void *context, const struct progress *progress) {
    struct profile *profile = context;
    if (profile->progress != NULL) {
        profile->progress(profile->context, progress);
    }
    if (strcmp(progress->phase, "exploring") != 0) {
        return;
    }
    double now = profile->clock();
    const struct profile_sample *last = profile->count > 0 ? &profile->samples[profile->count - 1] : NULL;
    if (last == NULL ||
        progress->done < last->states) { /* a search begins, perhaps again on another engine */
        profile->begun = now;
        profile->spacing = 0;
        profile->count = 0;
    } else if (now - profile->begun <= last->seconds + profile->spacing) {
        return;
    }
    if (profile->count == PROFILE_SAMPLES) {
        thin_out(profile);
    }
    profile->samples[profile->count++] = (struct profile_sample){now - profile->begun, progress->done};
}

void profile_listen(struct profile *profile, struct run *run, double (*clock)(void)) {
    *profile = (struct profile){.clock = clock, .progress = run->progress, .context = run->progress_context};
    run->progress = profile_take;
    run->progress_context = profile;
}

/* --- figures --- */

struct figures {
    double *sizes, *totals; /* one per level, in one block that begins with `totals` */
    double times[MOST_RATES + 2], rates[MOST_RATES + 2];
    uint64_t rate_count;
};

/* The i-th sample; the one after the last is the end of the search. */
static struct profile_sample sample_at(const struct profile *profile, const struct exploration *exploration,
                                       unsigned i) {
    return i < profile->count
               ? profile->samples[i]
               : (struct profile_sample){exploration->effort.seconds, exploration->result.states};
}

/* Computes the speed over intervals of about the same length, placed at the beginning of each; the last
 * speed is repeated at the end. */
static void find_rates(const struct profile *profile, const struct exploration *exploration,
                       struct figures *figures) {
    struct profile_sample from = {0, 0};
    double least = exploration->effort.seconds / MOST_RATES;
    uint64_t count = 0;
    for (unsigned i = 0; i <= profile->count && count < MOST_RATES; i++) {
        struct profile_sample to = sample_at(profile, exploration, i);
        double seconds = to.seconds - from.seconds;
        if (seconds <= 0 || to.states < from.states || (seconds < least && i < profile->count)) {
            continue;
        }
        figures->times[count] = from.seconds;
        figures->rates[count++] = (double)(to.states - from.states) / seconds;
        from = to;
    }
    if (count > 0) {
        figures->times[count] = from.seconds;
        figures->rates[count] = figures->rates[count - 1];
        count++;
    }
    figures->rate_count = count;
}

/* The numbers of states before the end of each level, and in each level. */
static int make_figures(const struct profile *profile, const struct exploration *exploration,
                        struct figures *figures, struct memory *memory, struct error *error) {
    const uint64_t *begin = exploration->space.level_begin;
    uint64_t levels = exploration->space.levels;
    figures->totals = memory_allocate_array(memory, 2 * levels, sizeof *figures->totals);
    if (figures->totals == NULL) {
        return error_memory(error, "for the profile");
    }
    figures->sizes = figures->totals + levels;
    for (uint64_t level = 0; level < levels; level++) {
        figures->sizes[level] = (double)(begin[level + 1] - begin[level]);
        figures->totals[level] = (double)begin[level + 1];
    }
    find_rates(profile, exploration, figures);
    return 0;
}

/* --- SVG --- */

static int write_svg(output *output, const struct exploration *exploration, const struct figures *figures,
                     const char *name, struct error *error) {
    char title[TITLE_BYTES], states[QUANTITY_TEXT], levels[QUANTITY_TEXT], seconds[QUANTITY_TEXT];
    uint64_t count = exploration->space.levels;
    const struct svg_plot plots[] = {
        {"states of each level", "level", "states", SVG_BARS, NULL, figures->sizes, count},
        {"states up to each level", "level", "states", SVG_STEPS, NULL, figures->totals, count},
        {"states found a second", "seconds", "states/s", SVG_STEPS, figures->times, figures->rates,
         figures->rate_count},
    };
    snprintf(title, sizeof title, "%.400s: %s states in %s levels, %s%s", name,
             quantity_number(exploration->result.states, states), quantity_number(count, levels),
             quantity_seconds(exploration->effort.seconds, seconds),
             exploration->result.outcome == EXPLORE_DONE ? "" : ", incomplete");
    return svg_plot_write(output, title, plots, LENGTH(plots), error);
}

/* --- CSV --- */

/* Writes the tables one after the other, separated by an empty line. */
static int write_csv(output *output, const struct exploration *exploration, const struct figures *figures,
                     struct error *error) {
    const uint64_t *begin = exploration->space.level_begin;
    char line[96];
    int failed = output_text(output, "level,states,total\n", error);
    for (uint64_t level = 0; level < exploration->space.levels && !failed; level++) {
        failed = output_print(output, error, "%lu,%lu,%lu\n", level, begin[level + 1] - begin[level],
                              begin[level + 1]);
    }
    failed = failed || output_text(output, "\nseconds,states_per_second\n", error);
    for (uint64_t i = 0; i + 1 < figures->rate_count && !failed; i++) {
        snprintf(line, sizeof line, "%.6f,%.0f\n", figures->times[i], figures->rates[i]);
        failed = output_text(output, line, error);
    }
    return failed;
}

int profile_write(const struct profile *profile, const struct exploration *exploration, const char *name,
                  const char *path, const struct run *run, struct error *error) {
    struct figures figures = {.rate_count = 0};
    output *output = output_create(run, path, error);
    int failed =
        output == NULL || make_figures(profile, exploration, &figures, run->memory, error) ||
        (file_format_of_name(path, NULL) == FILE_CSV ? write_csv(output, exploration, &figures, error)
                                                     : write_svg(output, exploration, &figures, name, error));
    memory_free(run->memory, figures.totals, 2 * exploration->space.levels * sizeof *figures.totals);
    return output_end(output, failed, error);
}
