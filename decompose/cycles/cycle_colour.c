/* Colours the graph of a product with an observer (cycle_colour.h). */
#include "decompose/cycles/cycle_colour.h"

#include "base/run.h"
#include "base/steps/steps_host.h"
#include "decompose/cycles/cycle_colour_core.h"
#include "explorer/graph/graph_part.h"
#include "explorer/model/fold_core.h"
#include "model/observer.h"

COLOUR_STEPS(STEPS_HOST)

static const step_function host_steps[] = {COLOUR_STEPS(STEPS_HOST_NAME)};

int colour_on_side(const struct steps *steps, const step_function *functions, struct colour_view *view,
                   const struct cycle_colouring *colouring) {
    const struct observer *observer = colouring->observer;
    const uint64_t letter_bytes = colouring->label_count * sizeof(uint32_t);
    const uint64_t kind_bytes = (uint64_t)observer->states * observer->classes * sizeof(uint32_t);
    view->letters = observer->classes;
    view->kinds = colouring->acceptance->kinds;
    view->label_count = colouring->label_count;
    view->letter = steps->side->allocate(steps, letter_bytes);
    view->kind = steps->side->allocate(steps, kind_bytes);
    const int failed =
        view->letter == NULL || view->kind == NULL ||
        steps->side->upload(steps, view->letter, observer->class_of_label, letter_bytes) != 0 ||
        steps->side->upload(steps, view->kind, colouring->acceptance->kind, kind_bytes) != 0 ||
        steps->side->each(steps, functions[COLOUR_LABELS], view, 0, view->vertices) != 0;
    steps->side->release(steps, view->letter, letter_bytes);
    steps->side->release(steps, view->kind, kind_bytes);
    return failed ? -1 : 0;
}

int cycle_colour(struct graph *graph, const struct cycle_colouring *colouring, const struct run *run,
                 struct error *error) {
    const struct steps steps = {.side = &steps_host_side,
                                .memory = run->memory,
                                .run = run,
                                .error = error,
                                .task = "looking for cycles"};
    struct colour_view view = {.vertices = graph->vertices,
                               .offsets = graph->offsets,
                               .labels = graph->labels,
                               .observer = graph->observer};
    return colour_on_side(&steps, host_steps, &view, colouring);
}

void cycle_colour_part(struct graph_part *part, const struct cycle_colouring *colouring) {
    const struct observer *observer = colouring->observer;
    const struct observer_acceptance *acceptance = colouring->acceptance;
    const struct model_view model = model_view_of(part->header);
    const struct model_component *field = model.component + part->header->components;
    for (uint64_t vertex = 0; vertex < part->vertices; vertex++) {
        const uint64_t *key = part->keys + vertex * part->header->key_words;
        const uint64_t row = (uint64_t)fold_field(part->header, field, part->pairs, key) * observer->classes;
        for (uint64_t edge = part->offsets[vertex]; edge < part->offsets[vertex + 1]; edge++) {
            const uint32_t label = part->labels[edge];
            part->labels[edge] =
                label * acceptance->kinds + acceptance->kind[row + observer->class_of_label[label]];
        }
    }
}
