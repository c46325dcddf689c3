#ifndef HEDDLE_TESTS_SUPPORT_RUN_CERTIFICATE_H
#define HEDDLE_TESTS_SUPPORT_RUN_CERTIFICATE_H

#include <stdint.h>

struct json_t;

/* A certificate of a property of runs, of at most 10,000 lines, to be changed. */
struct run_certificate {
    struct json_t *head;
    uint32_t *number; /* width numbers for each line */
    uint64_t lines, width;
};

/* Fails a test if the file is no such certificate. */
struct run_certificate run_certificate_read(const char *path);
void run_certificate_free(struct run_certificate *certificate);
/* Writes all lines but `without`; or packs them, 32 bits for each number. */
void run_certificate_write(const struct run_certificate *certificate, const char *path, uint64_t without,
                           int packed);

#endif
