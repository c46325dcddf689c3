/*
 * The sorted states of several ranks, in the order of all (state_windows.h).
 *
 * In each round, every rank that has more states than fit says which one would be its last in a window. The
 * least of these is the last of the window: so no rank has too many that are not above it, and the rank that
 * named it sends as many as it may. Each state is sent once, to rank 0, which sorts what arrives.
 */
#include "checker/evidence/state_windows.h"

#include <string.h>

#include "base/error.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "explorer/distributed/mail.h"

#define WINDOW_WORDS 65536u

struct passing {
    const struct records *own;
    const struct windows_sink *sink;
    const struct ranks *ranks;
    struct run run; /* of windows: the progress is that of the sink */
    struct error *error;
    uint64_t most;         /* states of a rank in a window */
    uint64_t next;         /* the first own state that was not sent */
    uint64_t *last;        /* [each] 1 and the last one that this rank has room for; or 0: the rest fits */
    uint64_t *lasts;       /* [ranks * each] of all */
    uint64_t each;         /* 1 + words of a state */
    struct records window; /* of rank 0 .. */
    int is_open;           /* .. which has room */
    mail *mail;
};

static uint64_t last_words(const struct passing *passing) {
    return (1 + (uint64_t)passing->ranks->count) * passing->each;
}

/* Collective: the last state of the next window; NULL: all that is left is in it. */
static const uint64_t *find_last(struct passing *passing) {
    const struct records *own = passing->own;
    const uint64_t *least = NULL;
    memset(passing->last, 0, passing->each * sizeof *passing->last);
    if (own->count - passing->next > passing->most) {
        passing->last[0] = 1;
        memcpy(passing->last + 1, records_at(own, passing->next + passing->most - 1),
               own->words * sizeof *own->at);
    }
    ranks_gather(passing->ranks, passing->last, passing->lasts, passing->each);
    for (unsigned r = 0; r < passing->ranks->count; r++) {
        const uint64_t *theirs = passing->lasts + r * passing->each;
        if (theirs[0] != 0 && (least == NULL || records_compare(own, theirs + 1, least) < 0)) {
            least = theirs + 1;
        }
    }
    return least;
}

/* --- rank 0 --- */

/* 0, or -1 with the error filled: then the window takes no states. */
static int open_window(struct passing *passing) {
    const struct records *own = passing->own;
    const uint64_t most = passing->most * passing->ranks->count;
    passing->is_open =
        records_open(&passing->window, &passing->run, own->width, own->fields, passing->error) == 0 &&
        records_reserve(&passing->window, most, most, passing->error) == 0;
    return passing->is_open ? 0 : -1;
}

static void close_window(struct passing *passing) {
    records_free(&passing->window);
    passing->is_open = 0;
}

static int take_state(void *context, const uint64_t *item) {
    struct passing *passing = context;
    struct records *window = &passing->window;
    if (!passing->is_open) { /* as the error says */
        return -1;
    }
    memcpy(records_at(window, window->count++), item, window->words * sizeof *item);
    return 0;
}

static int put_window(struct passing *passing) {
    return records_sort(&passing->window, passing->error) != 0 ||
                   passing->sink->put(passing->sink->context, &passing->window, passing->error) != 0
               ? -1
               : 0;
}

/* --- rounds --- */

/*
 * Collective: a window. *failed: this rank has failed since the round before; it becomes whether rank 0 could
 * not put the window. *more: whether there are windows after it. 0, or -1 in all ranks.
 */
static int pass_window(struct passing *passing, int *failed, int *more) {
    const struct records *own = passing->own;
    const int puts = passing->ranks->rank == 0;
    const uint64_t *last = find_last(passing);
    *more = last != NULL;
    *failed = *failed || (puts && open_window(passing) != 0);
    mail_begin(passing->mail, take_state, passing);
    while (!*failed && passing->next < own->count &&
           (last == NULL || records_compare(own, records_at(own, passing->next), last) <= 0)) {
        *failed = mail_send(passing->mail, 0, records_at(own, passing->next++)) != 0;
    }
    const int result = mail_end(passing->mail, *failed, NULL, 0);
    *failed = result != 0 || (puts && put_window(passing) != 0);
    close_window(passing);
    return result;
}

int state_windows_put(const struct records *own, const struct windows_sink *sink, int failed,
                      struct error *error) {
    struct memory *memory = own->run->memory;
    struct passing passing = {.own = own,
                              .sink = sink,
                              .ranks = own->run->ranks,
                              .run = *own->run,
                              .error = error,
                              .each = 1 + (uint64_t)own->words};
    const uint64_t room = WINDOW_WORDS / own->words / passing.ranks->count;
    int more = 1, later = 0;
    passing.run.progress = NULL;
    passing.most = sink->most_states != 0 ? sink->most_states : room != 0 ? room : 1;
    passing.last = memory_allocate_array(memory, last_words(&passing), sizeof *passing.last);
    if (passing.last == NULL && !failed) {
        failed = error_memory(error, "for the states of all processes");
    }
    passing.mail = mail_create(own->run, own->words, failed, error);
    failed = passing.mail == NULL;
    if (!failed) {
        passing.lasts = passing.last + passing.each;
    }
    while (more && !failed) {
        failed = pass_window(&passing, &later, &more) != 0;
    }
    if (!failed) { /* whether rank 0 could put the last one */
        mail_begin(passing.mail, take_state, &passing);
        failed = mail_end(passing.mail, later, NULL, 0) != 0;
    }
    mail_free(passing.mail);
    memory_free(memory, passing.last, last_words(&passing) * sizeof *passing.last);
    return failed ? -1 : 0;
}
