#ifndef HEDDLE_SPACE_COMPONENTS_H
#define HEDDLE_SPACE_COMPONENTS_H

#include "base/error.h"
#include "decompose/components/components.h"
#include "decompose/mec/mec.h"
#include "space/space.h"

struct digraph;
struct graph_states;
struct mdp;

/* The components of a graph, and how they were found. What does not apply, or is not known, is UINT64_MAX, a
 * negative time, or NULL. */
struct components {
    const char *algorithm;
    const char *device; /* "cpu", "cuda", or `device_text`, what the search says of its GPU */
    char device_text[EXPLORE_DEVICE_TEXT];
    uint64_t threads;               /* on the CPU */
    uint64_t choices, edges;        /* of the graph */
    uint64_t rounds, trimmed;       /* of algorithms that have these */
    uint64_t memory_bytes;          /* the most memory of a GPU, or of all processes */
    uint64_t bytes_exchanged;       /* between processes */
    double graph_seconds;           /* to make the graph of a search */
    double seconds;                 /* to decompose it .. */
    double scc_seconds;             /* .. of this, for strongly connected components; of end components */
    struct component_counts counts; /* `components` is UINT64_MAX if they were not counted */
    uint32_t *component;            /* [vertices] in host memory; NULL if it was not requested */
    uint64_t vertices;
    struct error fallback; /* of a graph in host memory: why the CPU did it instead of a GPU; code ERROR_NONE:
                              nothing failed */
};

/* What is done with a graph, in host memory, and its components: 0, or -1 with *error filled. mdp: the Markov
 * decision process whose graph it is; or NULL. */
typedef int (*components_use)(void *context, const struct digraph *graph, const struct mdp *mdp,
                              const struct components *found, struct error *error);

struct components_task {
    int mec;                      /* maximal end components; else strongly connected components */
    struct mec_options how;       /* of strongly connected components: how.scc */
    int keep_races;               /* of networks: no maximal progress */
    int keep;                     /* components->component is requested */
    components_use use;           /* NULL: the graph may stay on a GPU */
    struct graph_states **states; /* with `use`, of networks: the states of the vertices while it runs */
    void *context;
};

/* Everything becomes such that does not apply. */
void components_clear(struct components *components);
void components_free(struct components *components, struct memory *memory);

/*
 * Decomposes the graph of a complete search, which it consumes: on the GPU that has the states, if no
 * evidence needs the graph; in parts, collectively, with run->ranks (strongly connected components alone);
 * else on the host, also if a GPU is given up (space_fall_back). 0, or -1 with *error filled. Begin with
 * components_clear, and free the components in any case.
 */
int space_components(struct space *space, const struct components_task *task, const struct run *run,
                     struct components *found, struct error *error);
/*
 * The same for a graph in host memory, and its MDP or NULL. It is copied to a GPU if `backend` names one, or
 * under `auto` if it `may_move` and is so large that this is faster.
 */
int components_of_graph(const struct backend *backend, const struct digraph *graph, const struct mdp *mdp,
                        int may_move, const struct components_task *task, const struct run *run,
                        struct components *found, struct error *error);

#endif
