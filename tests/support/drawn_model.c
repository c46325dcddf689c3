/* Random PRISM models in files. */
#include "tests/support/drawn_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "tests/random/random_prism.h"
#include "tests/support/testing.h"

void drawn_model_open(struct drawn_model *drawn, uint64_t seed, const char *folder) {
    struct random_prism random;
    struct error error;
    char given[64];
    memset(&random, 0, sizeof random);
    memset(drawn, 0, sizeof *drawn);
    memory_init(&drawn->memory, UINT64_MAX);
    drawn->definitions.memory = &drawn->memory;
    drawn->network.seed = seed;
    drawn->network.options.definitions = &drawn->definitions;
    drawn->network.options.ignore_case = seed % 8 == 0;
    snprintf(drawn->network.path, sizeof drawn->network.path, "%s/model.prism", folder);
    char *text = random_prism_model(&random, seed, given);
    FILE *file = test_present(fopen(drawn->network.path, "w"));
    fputs(text, file);
    fclose(file);
    free(text);
    CU_ASSERT_FATAL(*given == '\0' || definitions_add(&drawn->definitions, given, &error) == 0);
}

void drawn_model_close(struct drawn_model *drawn) {
    definitions_free(&drawn->definitions);
    CU_ASSERT_EQUAL(memory_used(&drawn->memory), 0);
}
