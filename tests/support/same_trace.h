#ifndef HEDDLE_TESTS_SUPPORT_SAME_TRACE_H
#define HEDDLE_TESTS_SUPPORT_SAME_TRACE_H

#include "model/trace.h"

/* Whether two traces have the same labels, states and lasso. */
int same_trace(const struct trace *a, const struct trace *b);

#endif
