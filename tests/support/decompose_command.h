#ifndef HEDDLE_TESTS_SUPPORT_DECOMPOSE_COMMAND_H
#define HEDDLE_TESTS_SUPPORT_DECOMPOSE_COMMAND_H

#include <jansson.h>
#include <stdint.h>

/* What the tests of `heddle scc` and `heddle mec` share. */

/* `heddle COMMAND --json PATH OPTION ..`, which must exit with `code`. Returns its JSON, which the caller
 * releases. */
#define decompose_json(command, code, ...)                                                                   \
    decompose_json_of(command, code, (const char *[]){__VA_ARGS__, NULL})
json_t *decompose_json_of(const char *command, int code, const char *const *arguments);

/* The options that choose an algorithm. */
#define DECOMPOSE_ALGORITHMS 5
extern const char *const decompose_algorithms[DECOMPOSE_ALGORITHMS];

/* Components, trivial, largest, bottom, states in components. */
void decompose_expect(const json_t *object, uint64_t components, uint64_t trivial, uint64_t largest,
                      uint64_t bottom, uint64_t inside);
/* Checks that two results have the same counts. */
void decompose_expect_same(const json_t *a, const json_t *b);
/* That a file of the suite's folder has this text, or the same as another one. */
void decompose_expect_text(const char *name, const char *text);
void decompose_expect_same_file(const char *name, const char *other);
/* That `heddle COMMAND PATH` writes evidence, which `heddle verify` confirms. */
void decompose_expect_confirmed(const char *command, const char *path, const char *option);
/* Whether there is a GPU; says once that it is skipped if not. */
int decompose_has_gpu(void);
/* That `heddle COMMAND MODEL` counts and writes on a GPU, with any algorithm and any of the options (NULL at
 * the end), what it does on the CPU. */
void decompose_expect_gpu(const char *command, const char *model, const char *const *options);

#endif
