/* Random observers. */
#include "tests/random/random_observer.h"

#include "tests/support/testing.h"

static void draw_rows(struct random_observer *drawn, uint64_t *random) {
    struct observer *observer = &drawn->observer;
    uint64_t at = 0;
    for (uint32_t i = 0; i < observer->states * observer->classes; i++) {
        uint64_t count = random_next(random) % 4 == 0 ? 0 : 1 + random_next(random) % RANDOM_OBSERVER_TARGETS;
        drawn->row[i] = at;
        for (uint64_t k = 0; k < count; k++) { /* the same move may occur several times */
            drawn->target[at++] = (uint32_t)(random_next(random) % observer->states);
        }
    }
    drawn->row[observer->states * observer->classes] = at;
}

void random_observer_draw(struct random_observer *drawn, uint32_t labels, uint64_t *random) {
    struct observer *observer = &drawn->observer;
    *observer = (struct observer){.states = 1 + (uint32_t)(random_next(random) % RANDOM_OBSERVER_STATES),
                                  .state = drawn->state,
                                  .classes = 1 + (uint32_t)(random_next(random) % RANDOM_OBSERVER_CLASSES),
                                  .class_of_label = drawn->class_of_label,
                                  .row = drawn->row,
                                  .target = drawn->target};
    observer->initial = (uint32_t)(random_next(random) % observer->states);
    for (uint32_t i = 0; i < labels; i++) {
        drawn->class_of_label[i] = (uint32_t)(random_next(random) % observer->classes);
    }
    for (uint32_t s = 0; s < observer->states; s++) {
        uint64_t draw = random_next(random) % 10;
        uint8_t kind = draw == 0 ? OBSERVER_STOP : draw < 4 ? OBSERVER_EPSILON : OBSERVER_STEP;
        drawn->state[s] = (struct observer_state){.kind = kind,
                                                  .owner = (uint8_t)(random_next(random) % 2),
                                                  .priority = (uint32_t)(random_next(random) % 6)};
    }
    draw_rows(drawn, random);
}
