/* What the tests of `heddle scc` and `heddle mec` share. */
#include "tests/support/decompose_command.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/backend_test.h"
#include "tests/support/command.h"

const char *const decompose_algorithms[DECOMPOSE_ALGORITHMS] = {"-aauto", "-atarjan", "-afbt", "-abfbt",
                                                                "-aecl"};

json_t *decompose_json_of(const char *command, int code, const char *const *arguments) {
    const char *a[8] = {NULL};
    struct process process;
    for (int i = 0; i < 8 && arguments[i] != NULL; i++) {
        a[i] = arguments[i];
    }
    command_run(&process, command, "--json", a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
    command_expect(&process, code, NULL);
    json_t *object = command_json(process.out);
    process_free(&process);
    CU_ASSERT_PTR_NOT_NULL_FATAL(object);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "command")), command);
    return object;
}

/* The histogram adds up to the counts. */
static void check_sizes(const json_t *object) {
    uint64_t components = 0, states = 0, largest = 0;
    const char *size;
    json_t *count;
    json_object_foreach(json_object_get(object, "sizes"), size, count) {
        uint64_t of = strtoull(size, NULL, 10), times = (uint64_t)json_integer_value(count);
        CU_ASSERT(of > 0 && times > 0);
        components += times;
        states += of * times;
        largest = of > largest ? of : largest;
        CU_ASSERT(of != 1 || times == command_number(object, "trivial"));
    }
    CU_ASSERT_EQUAL(components, command_number(object, "components"));
    CU_ASSERT_EQUAL(states, command_number(object, "states_in_components"));
    CU_ASSERT_EQUAL(largest, command_number(object, "largest"));
}

void decompose_expect(const json_t *object, uint64_t components, uint64_t trivial, uint64_t largest,
                      uint64_t bottom, uint64_t inside) {
    CU_ASSERT(json_is_true(json_object_get(object, "complete")));
    CU_ASSERT_EQUAL(command_number(object, "components"), components);
    CU_ASSERT_EQUAL(command_number(object, "trivial"), trivial);
    CU_ASSERT_EQUAL(command_number(object, "largest"), largest);
    CU_ASSERT_EQUAL(command_number(object, "bottom"), bottom);
    CU_ASSERT_EQUAL(command_number(object, "states_in_components"), inside);
    check_sizes(object);
}

void decompose_expect_same(const json_t *a, const json_t *b) {
    static const char *const keys[] = {"complete", "states",  "edges",  "components",           "trivial",
                                       "largest",  "choices", "bottom", "states_in_components", "sizes"};
    for (size_t i = 0; i < LENGTH(keys); i++) {
        json_t *first = json_object_get(a, keys[i]), *second = json_object_get(b, keys[i]);
        CU_ASSERT((first == NULL) == (second == NULL));
        CU_ASSERT(first == NULL || json_equal(first, second));
    }
    check_sizes(a);
}

/* The file's bytes; the caller frees them. */
static char *read_file(const char *name) {
    char path[PATH_BYTES], buffer[4096];
    FILE *file = fopen(command_path(name, path), "r"), *text;
    char *bytes = NULL;
    size_t size, got;
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    text = open_memstream(&bytes, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    while ((got = fread(buffer, 1, sizeof buffer, file)) > 0) {
        fwrite(buffer, 1, got, text);
    }
    fclose(file);
    fclose(text);
    return bytes;
}

void decompose_expect_text(const char *name, const char *text) {
    char *bytes = read_file(name);
    CU_ASSERT_STRING_EQUAL(bytes, text);
    free(bytes);
}

void decompose_expect_same_file(const char *name, const char *other) {
    char *first = read_file(name), *second = read_file(other);
    CU_ASSERT(strlen(first) > 0);
    CU_ASSERT_STRING_EQUAL(first, second);
    free(first);
    free(second);
}

void decompose_expect_confirmed(const char *command, const char *path, const char *option) {
    char evidence[PATH_BYTES];
    struct process process;
    command_run(&process, command, path, "--quiet", "--evidence", command_path("evidence.json.gz", evidence),
                option);
    command_ends(&process, 0, NULL);
    command_confirms(evidence, "confirmed");
    CU_ASSERT_EQUAL(remove(evidence), 0);
}

int decompose_has_gpu(void) {
    const struct backend *cuda = backend_find("cuda");
    return cuda != NULL && backend_is_testable(cuda);
}

void decompose_expect_gpu(const char *command, const char *model, const char *const *options) {
    char net[PATH_BYTES], first[PATH_BYTES], second[PATH_BYTES];
    json_t *host = decompose_json(command, 0, command_example(model, net), "--device=cpu", "-o",
                                  command_path("host.txt", first));
    for (const char *const *option = options; *option != NULL; option++) {
        for (size_t k = 0; k < DECOMPOSE_ALGORITHMS; k++) {
            json_t *device =
                decompose_json(command, 0, net, "--device=cuda", "--memory=4G", *option,
                               decompose_algorithms[k], "-o", command_path("device.txt", second));
            decompose_expect_same(host, device);
            decompose_expect_same_file("host.txt", "device.txt");
            json_decref(device);
        }
    }
    json_decref(host);
}
