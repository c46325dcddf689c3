/*
 * A search on a host and on a device at once: for the host if the state space is small, or deep and narrow,
 * for the device if it is large, and it is not known beforehand which it is. Both find the same, level by
 * level. The host searches on the caller's threads, the device's side has a thread of its own.
 */
#include "explorer/explore_race.h"

#include <pthread.h>

#include "base/device/device_list.h"
#include "base/device/device_start.h"
#include "base/memory.h"
#include "base/moment.h"
#include "base/parallel.h"
#include "base/quantity.h"
#include "base/run.h"
#include "explorer/checkpoint/checkpoint.h"
#include "explorer/search/handover.h"

#define MANY_THREADS 4u /* with fewer, none can be spared */
/* What a device needs once it is ready: to begin a search, and for each state and transition. */
#define DEVICE_SECONDS 0.02
#define DEVICE_ITEM_SECONDS 2e-10
/* Processor time on the host for each state and transition: to make the graph, by all threads, and to search
 * it, by one. */
#define GRAPH_ITEM_SECONDS 1.1e-7
#define COMPONENT_ITEM_SECONDS 4e-8
#define LOOK_SECONDS 0.005 /* between two checks of the caller's stop flag */
/* The host gives up when the device has found so many times its states, and many: at its rate so far it would
 * take that many times as long to get where the device is now. */
#define FAR_AHEAD 8u

/* With less memory of the device, its buffers for handing the search over would take too much of it. */
#define HANDOVER_BYTES ((uint64_t)64 << 20)

enum side { NEITHER_SIDE, HOST_SIDE, DEVICE_SIDE };

struct explore_race {
    const struct auto_engines *engines;
    const model *model;
    const struct explore_options *options;
    const struct run *run;
    pthread_mutex_t lock; /* guards decided, ended */
    pthread_cond_t changed;
    enum side decided; /* the side whose search options->decided has ended */
    int ended;         /* the device's side has no more to do */
    /* read and written atomically */
    int begun;       /* the device's side was started, or could not be */
    int won;         /* the device has the result */
    int stop;        /* the device's side must stop */
    int alone;       /* the host has given up; the device reports its progress */
    uint64_t states; /* found by the device */
    /* the device's side */
    int threaded;
    pthread_t thread;
    struct run device_run;
    struct explore_options device_options;
    struct reduction_decision decision; /* of the host's search, before the device begins */
    struct handover handover;           /* of a device that is full, to several */
    struct checkpoint checkpoint;       /* that says so */
    struct exploration *found;          /* once it has ended: its result, or NULL with `error` filled */
    struct error error;
};

/* --- questions and progress reports to the caller --- */

static int ask_caller(struct explore_race *race, enum side side, const struct exploration *exploration) {
    int ends = 0;
    pthread_mutex_lock(&race->lock);
    if (race->decided == NEITHER_SIDE) {
        ends = race->options->decided(race->options->decided_context, exploration);
        race->decided = ends ? side : NEITHER_SIDE;
    }
    pthread_mutex_unlock(&race->lock);
    return ends;
}

/* The callbacks explore_options.decided. */
static int ask_for_host(void *context, const struct exploration *exploration) {
    return ask_caller(context, HOST_SIDE, exploration);
}

static int ask_for_device(void *context, const struct exploration *exploration) {
    return ask_caller(context, DEVICE_SIDE, exploration);
}

/* The callback of the device's run. */
static void note_progress(void *context, const struct progress *progress) {
    struct explore_race *race = context;
    __atomic_store_n(&race->states, progress->done, __ATOMIC_RELAXED);
    if (__atomic_load_n(&race->alone, __ATOMIC_ACQUIRE)) {
        run_tell_search(race->run, progress);
    }
}

/* --- the device's side --- */

/* Whether the host may go on where the device has run out of memory. */
static int is_too_small(const struct explore_race *race, const struct exploration *found) {
    return found->result.outcome == EXPLORE_FULL && race->run->memory->limit > found->effort.memory_limit;
}

/* Whether a search ended because the model, or a predicate, has an error in some state: a result, too. */
static int is_wrong(const struct error *error) {
    return error->code == ERROR_INPUT || error->code == ERROR_PREDICATE;
}

/*
 * The device is full: all that are free search together. They go on from the level that it expanded, if it
 * has handed its states over, or begin again. Returns the result; NULL with race->error if that is an error
 * of the model. If there is none, what the first device has found, without its states.
 */
static struct exploration *explore_together(struct explore_race *race, struct exploration *full) {
    const struct auto_engines *engines = race->engines;
    const int continues = race->handover.devices.count != 0;
    struct device_list devices = race->handover.devices;
    if (engines->find_more == NULL || !race->device_options.may_join) {
        return full;
    }
    struct run run = race->device_run;
    run.devices = &devices;
    if (!continues && engines->find_more(race->model, &race->device_options, run.device, &devices) < 2) {
        return full;
    }
    struct explore_options options = race->device_options;
    options.checkpoint = continues ? options.checkpoint : NULL;
    struct error error;
    const uint64_t handed = race->handover.header.states;
    exploration_drop_states(full); /* they need the memory */
    full->space.levels_kept = 0;
    struct exploration *found = engines->device->explore(race->model, &options, &run, &error);
    if (found == NULL && !is_wrong(&error)) {
        return full;
    }
    if (found == NULL) {
        race->error = error;
    } else {
        found->effort.handed_states = continues ? handed : 0;
    }
    exploration_free(full);
    return found;
}

static struct exploration *explore_on_device(struct explore_race *race) {
    struct exploration *found =
        race->engines->device->explore(race->model, &race->device_options, &race->device_run, &race->error);
    if (found != NULL && found->result.outcome == EXPLORE_FULL) {
        found = explore_together(race, found);
    }
    handover_clear(&race->handover);
    if (found == NULL && race->error.code == ERROR_DEVICE) {
        device_start_fail(race->engines->device_start, &race->error); /* it stays lost for later searches */
    }
    if (found != NULL) {
        race->error = (struct error){.code = ERROR_NONE}; /* there is a result despite it */
    }
    if (found != NULL && is_too_small(race, found)) {
        char text[QUANTITY_TEXT];
        error_set(&race->error, ERROR_FULL, "%s: its memory (%s) is full", found->effort.device,
                  quantity_bytes(found->effort.memory_limit, text));
        exploration_free(found);
        return NULL;
    }
    return found;
}

static int was_stopped(const struct exploration *found) {
    return found->result.outcome == EXPLORE_INTERRUPTED || found->result.outcome == EXPLORE_TIMEOUT;
}

static void *run_device(void *argument) {
    struct explore_race *race = argument;
    struct exploration *found = explore_on_device(race);
    pthread_mutex_lock(&race->lock);
    race->found = found;
    if (found == NULL && race->decided == DEVICE_SIDE) {
        race->decided = NEITHER_SIDE; /* that search is lost */
    }
    race->ended = 1;
    pthread_cond_signal(&race->changed);
    pthread_mutex_unlock(&race->lock);
    __atomic_store_n(&race->won, found != NULL ? !was_stopped(found) : is_wrong(&race->error),
                     __ATOMIC_RELEASE);
    return NULL;
}

/* Starts the device's side, unless that was done. Several threads may call it. */
static void begin_device(struct explore_race *race) {
    int begun = 0;
    if (__atomic_compare_exchange_n(&race->begun, &begun, 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        race->threaded = pthread_create(&race->thread, NULL, run_device, race) == 0;
    }
}

/* Waits until the device's side has ended; it ends early if the caller's run must stop. */
static void await_device(struct explore_race *race) {
    if (!race->threaded) {
        return;
    }
    pthread_mutex_lock(&race->lock);
    while (!race->ended) {
        struct timespec look = moment_in(LOOK_SECONDS);
        pthread_cond_timedwait(&race->changed, &race->lock, &look);
        if (exploration_outcome(race->run) == EXPLORE_INTERRUPTED) { /* its own run has the deadline */
            __atomic_store_n(&race->stop, 1, __ATOMIC_RELAXED);
        }
    }
    pthread_mutex_unlock(&race->lock);
    pthread_join(race->thread, NULL);
}

/* --- the host's side --- */

/* Whether the device may begin: with partial-order reduction, the host decides first where it ends. */
static int is_decided(const struct explore_race *race) {
    return !race->options->partial_order || __atomic_load_n(&race->decision.made, __ATOMIC_ACQUIRE);
}

/* The callback explore_options.leave. */
static int host_gives_up(void *context, uint64_t states) {
    struct explore_race *race = context;
    const struct auto_engines *engines = race->engines;
    if (states < engines->start_states) {
        return 0;
    }
    if (__atomic_load_n(&race->begun, __ATOMIC_RELAXED)) {
        return __atomic_load_n(&race->won, __ATOMIC_RELAXED) ||
               __atomic_load_n(&race->states, __ATOMIC_RELAXED) / FAR_AHEAD >
                   states + FAR_AHEAD * engines->leave_states;
    }
    enum device_state state = device_start_state(engines->device_start);
    if (state == DEVICE_IDLE) {
        device_start_begin(engines->device_start, race->run->device, engines->device->available,
                           engines->start);
    } else if (state == DEVICE_READY && states >= engines->leave_states && is_decided(race)) {
        begin_device(race);
    }
    return 0;
}

/*
 * The host needs the device: waits while it is being initialised, and starts its side if that was not done.
 * Returns whether its side has been started.
 */
static int comes_late(struct explore_race *race) {
    if (!race->begun && device_start_await(race->engines->device_start, race->run)) {
        begin_device(race);
    }
    return race->threaded;
}

/* --- both --- */

/*
 * The host has found everything. Whether the graph will probably take the host longer than the device takes
 * to start and to search.
 */
static int is_worth_waiting(const struct explore_race *race, const struct exploration *found) {
    double items = (double)found->result.states + (double)found->result.transitions;
    double begins = race->begun ? 0 : device_start_remaining(race->engines->device_start);
    double follows = items * (GRAPH_ITEM_SECONDS / race->run->threads + COMPONENT_ITEM_SECONDS);
    return race->options->graph_follows && follows > begins + DEVICE_SECONDS + items * DEVICE_ITEM_SECONDS;
}

/* The better of two results; frees the other one. Either may be NULL. won: the device's is complete. waited:
 * the host was done, and waited for it. */
static struct exploration *choose(struct exploration *host, struct exploration *device, int won, int waited) {
    int better =
        device != NULL && (host == NULL || (waited && won) ||
                           (was_stopped(host) && (won || device->result.states > host->result.states)));
    exploration_free(better ? host : device);
    return better ? device : host;
}

/* The host's search; it may give up. One processor is left to the driver and to the device's side: workers
 * wait for one another, so all would wait for the one that shares its processor. */
static struct exploration *explore_on_host(struct explore_race *race, struct error *error) {
    struct explore_options options = *race->options;
    struct run run = *race->run;
    options.decision = &race->decision;
    options.leave = host_gives_up;
    options.leave_context = race;
    options.decided = race->device_options.decided != NULL ? ask_for_host : NULL;
    options.decided_context = race;
    run.threads -= run.threads >= MANY_THREADS && run.threads == parallel_processors() && device_may_exist();
    return race->engines->host->explore(race->model, &options, &run, error);
}

static struct exploration *run_race(struct explore_race *race, struct error *why, struct error *error) {
    struct exploration *found = explore_on_host(race, error);
    enum explore_outcome outcome = found != NULL ? found->result.outcome : EXPLORE_INTERRUPTED;
    int left = outcome == EXPLORE_LEFT || (outcome == EXPLORE_FULL && comes_late(race));
    int waits = outcome == EXPLORE_DONE && is_worth_waiting(race, found) && comes_late(race);
    if (left) {
        exploration_free(found); /* the device may need the memory */
        found = NULL;
    }
    __atomic_store_n(left || waits ? &race->alone : &race->stop, 1, __ATOMIC_RELEASE);
    await_device(race);
    struct exploration *device = race->found;
    if (!left && found == NULL && is_wrong(error)) {
        exploration_free(device);
        return NULL;
    }
    if (left && device == NULL && is_wrong(&race->error)) {
        *error = race->error;
        return NULL;
    }
    if (left && device == NULL) {
        found = race->engines->host->explore(race->model, race->options, race->run, error);
    }
    found = choose(found, device, race->won, waits);
    *why = race->error;
    if (found != NULL && found == device) {
        error->code = ERROR_NONE;
    }
    return found;
}

struct exploration *race_explore(const struct auto_engines *engines, const model *model,
                                 const struct explore_options *options, const struct run *run,
                                 struct error *why, struct error *error) {
    struct explore_race race = {.engines = engines,
                                .model = model,
                                .options = options,
                                .run = run,
                                .device_run = *run,
                                .device_options = *options};
    moment_condition_init(&race.lock, &race.changed);
    race.device_options.decision = &race.decision;
    race.device_run.stop = &race.stop;
    race.device_run.progress = note_progress;
    race.device_run.progress_context = &race;
    race.handover = (struct handover){.memory = run->memory, .find = engines->find_more};
    race.checkpoint = (struct checkpoint){.held = &race.handover};
    if (engines->find_more != NULL && options->may_join && !options->partial_order &&
        (run->device_bytes == 0 || run->device_bytes >= HANDOVER_BYTES)) {
        race.device_options.checkpoint = &race.checkpoint;
    }
    if (options->decided != NULL) {
        race.device_options.decided = ask_for_device;
        race.device_options.decided_context = &race;
    }
    struct exploration *found = run_race(&race, why, error);
    pthread_cond_destroy(&race.changed);
    pthread_mutex_destroy(&race.lock);
    return found;
}
