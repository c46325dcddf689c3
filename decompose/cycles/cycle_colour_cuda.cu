/* Colours a graph on a GPU (cycle_colour.h). */
#include <string.h>

#include "base/run.h"
#include "base/steps/steps.cuh"
#include "decompose/cycles/cycle_colour.h"
#include "decompose/cycles/cycle_colour_core.h"
#include "explorer/graph/graph_device.h"

struct colour_machine : steps_machine<struct colour_view> {
    static constexpr unsigned MOST_PARTS = 1024;
    static constexpr unsigned BLOCKS = 32;
};

COLOUR_STEPS(STEPS_TYPE)

static const step_function cuda_steps[] = {COLOUR_STEPS(STEPS_LAUNCH)};

int cycle_colour_cuda(struct graph_device *graph, const struct cycle_colouring *colouring,
                      const struct run *run, struct error *error) {
    struct steps steps;
    struct colour_view view;
    memset(&steps, 0, sizeof steps);
    memset(&view, 0, sizeof view);
    steps.side = &steps_cuda_side;
    steps.memory = &graph->device->memory;
    steps.device = graph->device;
    steps.run = run;
    steps.error = error;
    steps.task = "looking for cycles";
    view.vertices = graph->vertices;
    view.offsets = graph->offsets;
    view.labels = graph->labels;
    view.observer = graph->observer;
    return colour_on_side(&steps, cuda_steps, &view, colouring);
}
