#ifndef HEDDLE_BASE_STEPS_STEPS_HOST_H
#define HEDDLE_BASE_STEPS_STEPS_HOST_H

/*
 * A machine's steps as functions of the host, from its list (base/steps/steps_core.h):
 *
 *     M_STEPS(STEPS_HOST)                                               (STEPS_HOST_HALVES,
 * STEPS_HOST_COUNTED) static const step_function host_steps[] = {M_STEPS(STEPS_HOST_NAME)};
 */
#include "base/steps/steps.h"
#include "base/steps/steps_core.h"

#define STEPS_HOST(machine, name, item, row, act)                                                            \
    static void name##_on_host(const struct steps *steps, const void *block, uint64_t first,                 \
                               uint64_t count) {                                                             \
        const struct machine##_view *view = block;                                                           \
        (void)steps;                                                                                         \
        for (uint64_t at = first; at < first + count; at++) {                                                \
            act(view, item(view, at), 0, 1);                                                                 \
        }                                                                                                    \
    }

#define STEPS_HOST_HALVES(machine, name, item, row, look, end, line_of)                                      \
    static void name##_on_host(const struct steps *steps, const void *block, uint64_t first,                 \
                               uint64_t count) {                                                             \
        const struct machine##_view *view = block;                                                           \
        const struct step_sink sink = line_of(view);                                                         \
        for (uint64_t at = first; at < first + count; at++) {                                                \
            struct step_item one = {at, item(view, at), 0};                                                  \
            for (uint32_t lane = steps->lanes; lane-- > 0;) {                                                \
                one.seen |= look(view, one.vertex, lane, steps->lanes, &sink);                               \
            }                                                                                                \
            end(view, &one, &sink);                                                                          \
        }                                                                                                    \
    }

#define STEPS_HOST_COUNTED(machine, name, act, over, counter)                                                \
    static void name##_on_host(const struct steps *steps, const void *block, uint64_t first,                 \
                               uint64_t count) {                                                             \
        const struct machine##_view *view = block;                                                           \
        uint64_t sum = 0;                                                                                    \
        (void)steps;                                                                                         \
        for (uint64_t at = first; at < first + count && !over(view); at++) {                                 \
            sum += act(view, at);                                                                            \
        }                                                                                                    \
        shared64_add(counter(view), sum);                                                                    \
    }

#define STEPS_HOST_NAME(machine, name, ...) name##_on_host,

#endif
