/*
 * Fuzzing the reader of the Hanoi format: whatever the text is, there is an automaton whose numbers are in
 * range, and which becomes a generalised Büchi automaton that is written and read again, or an error with a
 * code and a position; and no memory is left.
 */
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/stream/output.h"
#include "specs/ltl/hoa.h"
#include "specs/ltl/tgba_write.h"
#include "specs/syntax/formula.h"
#include "tests/fuzz/fuzz.h"

#define MEMORY_LIMIT ((uint64_t)128 << 20)
#define MOST_EDGES 200u  /* of automata that are worked with */
#define MOST_STATES 100u /* of opposites that are compared with them */

static void check_automaton(const struct hoa *hoa) {
    require(hoa->states <= HOA_MOST_STATES && hoa->atoms <= HOA_MOST_ATOMS && hoa->sets <= HOA_MOST_SETS,
            "sizes");
    for (uint64_t i = 0; i < hoa->initial.count; i++) {
        require(hoa->initial.data[i] < hoa->states, "initial state");
    }
    for (uint64_t i = 0; i < hoa->edge.count; i++) {
        require(hoa->edge.data[i].target < hoa->states && hoa->edge.data[i].guard != BDD_FALSE, "edge");
        for (uint32_t set = 0; set < hoa->sets; set++) {
            require(bitset_has(hoa_member(hoa, i), set) != bitset_has(hoa_member(hoa, i), set + hoa->sets),
                    "sets");
        }
    }
    for (uint32_t s = 0; s < hoa->states; s++) {
        require(hoa->row.data[s] <= hoa->row.data[s + 1] && hoa->row.data[s + 1] <= hoa->edge.count, "rows");
    }
    require(hoa->acceptance.form == HOA_STREETT || hoa->acceptance.count <= HOA_MOST_CONJUNCTIONS,
            "conjunctions");
}

/* What is written reads again, if memory suffices. */
static void check_written(const struct hoa *hoa, const struct tgba *automaton, struct error *error) {
    struct bdd_pool *pool = automaton->pool;
    const struct tgba_texts texts = {automaton, hoa->name != NULL ? hoa->name : "", hoa->atom, hoa->atoms};
    struct hoa again;
    size_t size;
    output *output = output_in_memory(pool->run, "written", error);
    if (output != NULL && tgba_write_hoa(&texts, output, error) == 0) {
        const char *bytes = output_contents(output, &size);
        const int failed = hoa_read(&again, pool, (struct formula_source){"written", bytes, size}) != 0;
        require(!failed || error->code != ERROR_INPUT, "what was written reads");
        require(failed || (again.states == automaton->states && again.edge.count == automaton->edge.count),
                "the same");
        hoa_free(&again);
    }
    output_discard(output);
}

static void check_work(const struct hoa *hoa, struct error *error) {
    struct tgba automaton = {.pool = hoa->pool}, opposite = {.pool = hoa->pool};
    if (hoa_tgba_obstacle(hoa) == NULL && hoa_to_tgba(hoa, &automaton) == 0) {
        struct tgba_word word;
        if (tgba_reduce(&automaton) == 0 && hoa_opposite(hoa, &automaton, &opposite) == 1 &&
            opposite.states <= MOST_STATES) {
            const int found = tgba_common_word(&automaton, &opposite, hoa->atoms, &word);
            tgba_word_free(&word);
            require(found <= 0, "a word of both");
        }
        check_written(hoa, &automaton, error);
    }
    tgba_free(&opposite);
    tgba_free(&automaton);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct memory memory;
    struct error error = {.code = ERROR_NONE};
    struct bdd_pool pool;
    struct hoa hoa;
    memory_init(&memory, MEMORY_LIMIT);
    struct run run = {.memory = &memory, .threads = 1};
    require(bdd_open(&pool, &run, &error) == 0, "memory");
    if (hoa_read(&hoa, &pool, (struct formula_source){"fuzz", size == 0 ? "" : (const char *)data, size}) ==
        0) {
        check_automaton(&hoa);
        if (hoa.edge.count <= MOST_EDGES && hoa.states <= MOST_EDGES) {
            check_work(&hoa, &error);
        }
    } else {
        require(error.code == ERROR_INPUT || error.code == ERROR_MEMORY || error.code == ERROR_LIMIT, "code");
        require(error.code == ERROR_MEMORY || pool.failed ||
                    (error.text[0] != '\0' && error.path[0] != '\0' && error.line > 0 && error.column > 0),
                "position");
    }
    hoa_free(&hoa);
    bdd_close(&pool);
    require(memory_used(&memory) == 0, "memory left");
    return 0;
}
