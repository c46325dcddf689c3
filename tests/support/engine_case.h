#ifndef HEDDLE_TESTS_SUPPORT_ENGINE_CASE_H
#define HEDDLE_TESTS_SUPPORT_ENGINE_CASE_H

#include "decompose/engine.h"

/* Whether the engine can run here; says once that it is skipped. */
int decompose_engine_is_testable(const struct decompose_engine *engine);

/* Draws algorithm and options for an engine; `candidates` stays NULL. */
struct scc_options random_scc_options(uint64_t *random, int on_device);

#endif
