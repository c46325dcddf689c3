/* Times the decomposition of graphs on the bench's engine. */
#include "bench/scc_subject.h"

#include <string.h>

#include "base/device/device.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/bench.h"
#include "bench/median.h"
#include "explorer/backend.h"

#ifdef HEDDLE_CUDA
#include "explorer/graph/digraph_device.h"
#endif

#define REPEATS 5u
#define LONG_SECONDS 0.5 /* what takes longer is not repeated */

#ifdef HEDDLE_CUDA
static void close_device(struct scc_subject *subject) {
    struct memory *memory = subject->bench->run->memory;
    if (subject->device != NULL) {
        device_free(subject->device, subject->resident_component,
                    subject->graph->vertices * sizeof(uint32_t));
        if (subject->resident != NULL) {
            digraph_device_free(subject->resident);
        }
        device_close(subject->device);
    }
    memory_free(memory, subject->resident, sizeof *subject->resident);
}

static int open_device(struct scc_subject *subject) {
    struct bench *bench = subject->bench;
    subject->resident = memory_allocate_zeroed(bench->run->memory, sizeof *subject->resident);
    if (subject->resident == NULL) {
        return error_memory(bench->error, "for a graph");
    }
    subject->device = device_open((int)bench->run->device, bench->run->device_bytes, bench->error);
    if (subject->device == NULL ||
        digraph_device_create(subject->device, subject->graph, subject->resident, bench->error) != 0) {
        return -1;
    }
    subject->resident_component =
        device_allocate(subject->device, subject->graph->vertices * sizeof(uint32_t), bench->error);
    snprintf(bench->device, sizeof bench->device, "cuda:%u (%s)", bench->run->device, subject->device->name);
    return subject->resident_component == NULL ? -1 : 0;
}
#endif

void scc_subject_close(struct scc_subject *subject) {
#ifdef HEDDLE_CUDA
    close_device(subject);
#endif
    memory_free(subject->bench->run->memory, subject->component,
                subject->graph->vertices * sizeof *subject->component);
}

int scc_subject_open(struct bench *bench, const struct digraph *graph, struct scc_subject *subject) {
    *subject = (struct scc_subject){.bench = bench, .graph = graph};
    subject->component =
        memory_allocate_array(bench->run->memory, graph->vertices, sizeof *subject->component);
    if (subject->component == NULL) {
        return error_memory(bench->error, "for the components");
    }
#ifdef HEDDLE_CUDA
    if (bench->backend->on_device && open_device(subject) != 0) {
        scc_subject_close(subject);
        return -1;
    }
#endif
    return 0;
}

/* --- one decomposition --- */

/* What is run: SCCs, or MECs. */
struct task {
    const struct scc_options *scc;
    const struct mec_options *mec;
    int on_host;
};

static int run_on_host(struct scc_subject *subject, const struct task *task, struct scc_measure *measure) {
    const struct bench *bench = subject->bench;
    struct scc_report scc = {0};
    struct mec_report mec = {0};
    const struct mec_result result = {.component = subject->component};
    int failed = task->mec != NULL
                     ? mec_cpu(subject->graph, task->mec, bench->run, &result, &mec, bench->error)
                     : scc_cpu(subject->graph, task->scc, bench->run, subject->component, &scc, bench->error);
    *measure = task->mec != NULL ? (struct scc_measure){mec.seconds, mec.algorithm, mec.rounds, mec.bytes}
                                 : (struct scc_measure){scc.seconds, scc.algorithm, scc.rounds, scc.bytes};
    return failed;
}

#ifdef HEDDLE_CUDA
static int run_on_device(struct scc_subject *subject, const struct task *task, struct scc_measure *measure) {
    const struct bench *bench = subject->bench;
    struct scc_report scc = {0};
    struct mec_report mec = {0};
    const struct mec_result result = {.component = subject->resident_component};
    int failed = task->mec != NULL
                     ? mec_cuda(subject->resident, task->mec, bench->run, &result, &mec, bench->error)
                     : scc_cuda(subject->resident, task->scc, bench->run, subject->resident_component, &scc,
                                bench->error);
    *measure = task->mec != NULL ? (struct scc_measure){mec.seconds, mec.algorithm, mec.rounds, mec.bytes}
                                 : (struct scc_measure){scc.seconds, scc.algorithm, scc.rounds, scc.bytes};
    return failed;
}
#endif

static int run_once(struct scc_subject *subject, const struct task *task, struct scc_measure *measure) {
#ifdef HEDDLE_CUDA
    if (subject->device != NULL && !task->on_host) {
        return run_on_device(subject, task, measure);
    }
#endif
    return run_on_host(subject, task, measure);
}

static int fetch(struct scc_subject *subject, const struct task *task) {
#ifdef HEDDLE_CUDA
    if (subject->device != NULL && !task->on_host) {
        return device_download(subject->component, subject->resident_component,
                               subject->graph->vertices * sizeof *subject->component, subject->bench->error);
    }
#endif
    (void)subject;
    (void)task;
    return 0;
}

/* The first run warms up, and counts only if it is the only one. */
static int run(struct scc_subject *subject, const struct task *task, unsigned repeats,
               struct scc_measure *measure) {
    struct bench *bench = subject->bench;
    double seconds[REPEATS];
    for (unsigned i = 0; i < repeats + (repeats > 1); i++) {
        if (run_once(subject, task, measure) != 0) {
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
    return fetch(subject, task);
}

int scc_subject_run(struct scc_subject *subject, const struct scc_options *options,
                    struct scc_measure *measure) {
    struct task task = {options, NULL, 0};
    return run(subject, &task, REPEATS, measure);
}

int scc_subject_run_mec(struct scc_subject *subject, const struct mec_options *options,
                        struct scc_measure *measure) {
    struct task task = {NULL, options, 0};
    return run(subject, &task, REPEATS, measure);
}

int scc_subject_tarjan(struct scc_subject *subject, struct scc_measure *measure) {
    struct scc_options options = {.algorithm = SCC_TARJAN};
    struct task task = {&options, NULL, 1};
    return run(subject, &task, 1, measure);
}

int scc_subject_mec_tarjan(struct scc_subject *subject, struct scc_measure *measure) {
    struct mec_options options = {.scc = {.algorithm = SCC_TARJAN}};
    struct task task = {NULL, &options, 1};
    return run(subject, &task, 1, measure);
}

/* --- for tables --- */

struct scc_times scc_times_none(void) {
    struct scc_times times = {.tarjan = -1};
    for (unsigned i = 0; i < SCC_ALGORITHMS; i++) {
        times.seconds[i] = times.milliseconds[i] = -1;
    }
    return times;
}

void scc_times_take(struct scc_times *times, enum scc_algorithm algorithm,
                    const struct scc_measure *measure) {
    times->seconds[algorithm] = measure->seconds;
    times->milliseconds[algorithm] = measure->seconds * 1000;
    if (algorithm == SCC_AUTO) {
        times->automatic = scc_algorithm_name(measure->algorithm);
    }
}
