/* Measures the decomposition of graphs on the bench's engine. */
#include "bench/decomposition.h"

#include <string.h>

#include "base/device/device.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/bench.h"
#include "bench/median.h"
#include "bench/subject.h"
#include "explorer/backend.h"

#ifdef HEDDLE_CUDA
#include "explorer/graph/digraph_device.h"
#endif

#define REPEATS 5u
#define LONG_SECONDS 0.5 /* what takes longer is not repeated */

/* The graph in the engine's memory. */
struct engine {
    struct bench_decomposition *work;
    uint32_t *component;   /* the components of the last run, in host memory */
    struct device *device; /* NULL on the CPU; what follows is on it */
    struct digraph_device *resident;
    uint32_t *resident_component;
};

static uint64_t component_bytes(const struct bench_decomposition *work) {
    return work->graph->vertices * sizeof(uint32_t);
}

#ifdef HEDDLE_CUDA
static void close_device(struct engine *engine) {
    if (engine->device != NULL) {
        device_free(engine->device, engine->resident_component, component_bytes(engine->work));
        if (engine->resident != NULL) {
            digraph_device_free(engine->resident);
        }
        device_close(engine->device);
    }
    memory_free(engine->work->bench->run->memory, engine->resident, sizeof *engine->resident);
}

static int open_device(struct engine *engine) {
    struct bench *bench = engine->work->bench;
    engine->resident = memory_allocate_zeroed(bench->run->memory, sizeof *engine->resident);
    if (engine->resident == NULL) {
        return error_memory(bench->error, "for a graph");
    }
    engine->device = device_open((int)bench->run->device, bench->run->device_bytes, bench->error);
    if (engine->device == NULL ||
        digraph_device_create(engine->device, engine->work->graph, engine->resident, bench->error) != 0) {
        return -1;
    }
    engine->resident_component = device_allocate(engine->device, component_bytes(engine->work), bench->error);
    snprintf(bench->device, sizeof bench->device, "cuda:%u (%s)", bench->run->device, engine->device->name);
    return engine->resident_component == NULL ? -1 : 0;
}
#endif

static void close_engine(struct engine *engine) {
#ifdef HEDDLE_CUDA
    close_device(engine);
#endif
    memory_free(engine->work->bench->run->memory, engine->component, component_bytes(engine->work));
}

static int open_engine(struct bench_decomposition *work, struct engine *engine) {
    struct bench *bench = work->bench;
    *engine = (struct engine){.work = work};
    engine->component = memory_allocate(bench->run->memory, component_bytes(work));
    if (engine->component == NULL) {
        return error_memory(bench->error, "for the components");
    }
#ifdef HEDDLE_CUDA
    if (bench->backend->on_device && open_device(engine) != 0) {
        close_engine(engine);
        return -1;
    }
#endif
    return 0;
}

/* --- one decomposition --- */

struct task {
    const struct mec_options *options;
    int into_mecs, on_host;
};

struct measure {
    double seconds; /* median; -1: memory ran out */
    enum scc_algorithm algorithm;
    uint64_t rounds;
};

static int run_once(struct engine *engine, const struct task *task, struct measure *measure) {
    const struct bench *bench = engine->work->bench;
    const struct digraph *graph = engine->work->graph;
    const struct mec_options *options = task->options;
    struct scc_report scc = {0};
    struct mec_report mec = {0};
    int failed = -1;
    if (engine->device == NULL || task->on_host) {
        const struct mec_result result = {.component = engine->component};
        failed = task->into_mecs
                     ? mec_cpu(graph, options, bench->run, &result, &mec, bench->error)
                     : scc_cpu(graph, &options->scc, bench->run, engine->component, &scc, bench->error);
    }
#ifdef HEDDLE_CUDA
    else {
        const struct mec_result result = {.component = engine->resident_component};
        failed = task->into_mecs
                     ? mec_cuda(engine->resident, options, bench->run, &result, &mec, bench->error)
                     : scc_cuda(engine->resident, &options->scc, bench->run, engine->resident_component, &scc,
                                bench->error);
    }
#endif
    *measure = task->into_mecs ? (struct measure){mec.seconds, mec.algorithm, mec.rounds}
                               : (struct measure){scc.seconds, scc.algorithm, 1};
    return failed;
}

/* Copies the components to the host, if they are not there. */
static int fetch(struct engine *engine, const struct task *task) {
#ifdef HEDDLE_CUDA
    if (engine->device != NULL && !task->on_host) {
        return device_download(engine->component, engine->resident_component, component_bytes(engine->work),
                               engine->work->bench->error);
    }
#endif
    (void)engine;
    (void)task;
    return 0;
}

/* Compares the components with those of the first result, which is kept. */
static void check(struct engine *engine) {
    struct bench_decomposition *work = engine->work;
    if (!work->known) {
        memcpy(work->expected, engine->component, component_bytes(work));
        work->known = 1;
    } else if (memcmp(work->expected, engine->component, component_bytes(work)) != 0) {
        work->line.exact = 0;
    }
}

/* The first run warms up, and counts only if it is the only one. */
static int run(struct engine *engine, const struct task *task, unsigned repeats, struct measure *measure) {
    struct bench *bench = engine->work->bench;
    double seconds[REPEATS];
    for (unsigned i = 0; i < repeats + (repeats > 1); i++) {
        if (run_once(engine, task, measure) != 0) {
            measure->seconds = -1;
            bench->stopped += bench->error->code == ERROR_MEMORY;
            return bench->error->code == ERROR_MEMORY ? 0 : -1;
        }
        if (i == 0 && (repeats == 1 || measure->seconds > LONG_SECONDS)) {
            seconds[0] = measure->seconds;
            repeats = 1;
            break;
        }
        if (i > 0) {
            seconds[i - 1] = measure->seconds;
        }
    }
    measure->seconds = bench_median(seconds, repeats);
    return fetch(engine, task);
}

/* The same for the decomposition that is measured, with the components checked. */
static int run_checked(struct engine *engine, const struct mec_options *options, struct measure *measure) {
    struct task task = {options, engine->work->into_mecs, 0};
    if (run(engine, &task, REPEATS, measure) != 0) {
        return -1;
    }
    if (measure->seconds >= 0) {
        check(engine);
    } else {
        engine->work->line.outcome = bench_out_of_memory;
    }
    return 0;
}

/* --- a line --- */

static int run_tarjan(struct engine *engine) {
    const struct mec_options options = {.scc = {.algorithm = SCC_TARJAN}};
    struct task task = {&options, engine->work->into_mecs, 1};
    struct measure measure;
    if (run(engine, &task, 1, &measure) != 0) {
        return -1;
    }
    engine->work->line.tarjan = measure.seconds;
    if (measure.seconds >= 0) {
        check(engine);
    }
    return 0;
}

static int run_algorithms(struct engine *engine) {
    struct decomposition_line *line = &engine->work->line;
    for (int algorithm = SCC_ALGORITHMS - 1; algorithm >= 0; algorithm--) {
        struct mec_options options = {.scc = {.algorithm = (enum scc_algorithm)algorithm}};
        struct measure measure;
        if (algorithm == SCC_TARJAN) {
            continue;
        }
        if (run_checked(engine, &options, &measure) != 0) {
            return -1;
        }
        line->seconds[algorithm] = measure.seconds;
        if (algorithm == SCC_AUTO && measure.seconds >= 0) {
            line->rounds = measure.rounds;
        }
        line->automatic = algorithm == SCC_AUTO ? scc_algorithm_name(measure.algorithm) : NULL;
    }
    if (line->tarjan > 0 && line->seconds[SCC_AUTO] > 0) {
        line->times_tarjan = line->tarjan / line->seconds[SCC_AUTO];
    }
    return 0;
}

static int run_variants(struct engine *engine, const struct mec_options *variants, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        struct measure measure;
        if (run_checked(engine, &variants[i], &measure) != 0) {
            return -1;
        }
        engine->work->line.variants[i] = measure.seconds * 1000;
    }
    return 0;
}

/* The counts of components, without their sizes. */
static int count(const struct bench_decomposition *work, const uint32_t *component,
                 struct component_counts *counts) {
    const struct run *run = work->bench->run;
    struct component_counts made = {0};
    int failed = component_counts_make(work->graph, component, run, &made, work->bench->error);
    *counts = made;
    component_counts_free(&made, run->memory);
    return failed;
}

/* The strongly connected components of an MDP, for the table. */
static int count_sccs(struct engine *engine) {
    static const struct mec_options options = {.scc = {.algorithm = SCC_AUTO}};
    struct task task = {&options, 0, 0};
    struct measure measure;
    struct component_counts counts;
    if (run(engine, &task, REPEATS, &measure) != 0) {
        return -1;
    }
    engine->work->line.scc_seconds = measure.seconds;
    if (measure.seconds >= 0) {
        if (count(engine->work, engine->component, &counts) != 0) {
            return -1;
        }
        engine->work->line.sccs = counts.components;
    }
    return 0;
}

static int finish_line(struct bench_decomposition *work) {
    struct decomposition_line *line = &work->line;
    uint64_t *components = work->into_mecs ? &line->mecs : &line->sccs;
    struct component_counts counts;
    if (!work->known) {
        line->exact = -1;
        return 0;
    }
    if (*components == STATISTIC_ABSENT) {
        if (count(work, work->expected, &counts) != 0) {
            return -1;
        }
        *components = counts.components;
        line->largest = counts.largest;
        line->inside = counts.states_in_components;
    }
    line->exact = line->exact && (work->must == 0 || *components == work->must);
    work->bench->wrong += !line->exact;
    return 0;
}

int decomposition_open(struct bench *bench, const struct digraph *graph, struct bench_decomposition *work) {
    *work = (struct bench_decomposition){
        .bench = bench,
        .graph = graph,
        .line = {.exact = 1,
                 .vertices = graph->vertices,
                 .edges = graph->edges,
                 .choices = STATISTIC_ABSENT,
                 .sccs = STATISTIC_ABSENT,
                 .largest = STATISTIC_ABSENT,
                 .mecs = STATISTIC_ABSENT,
                 .inside = STATISTIC_ABSENT,
                 .rounds = STATISTIC_ABSENT,
                 .scc_seconds = -1,
                 .tarjan = -1,
                 .published = -1,
                 .times_published = -1,
                 .times_tarjan = -1},
    };
    for (unsigned i = 0; i < SCC_ALGORITHMS; i++) {
        work->line.seconds[i] = -1;
    }
    work->expected = memory_allocate(bench->run->memory, component_bytes(work));
    return work->expected == NULL ? error_memory(bench->error, "for components") : 0;
}

void decomposition_close(struct bench_decomposition *work) {
    memory_free(work->bench->run->memory, work->expected, component_bytes(work));
}

int decomposition_measure(struct bench_decomposition *work, const struct mec_options *variants,
                          unsigned variant_count, int with_tarjan) {
    struct engine engine;
    if (open_engine(work, &engine) != 0) {
        return -1;
    }
    int failed = with_tarjan && run_tarjan(&engine) != 0;
    if (!failed && variant_count > 0) {
        failed = run_variants(&engine, variants, variant_count);
    } else if (!failed) {
        failed = run_algorithms(&engine) != 0 || (work->into_mecs && count_sccs(&engine) != 0);
    }
    close_engine(&engine);
    return failed ? -1 : finish_line(work);
}
