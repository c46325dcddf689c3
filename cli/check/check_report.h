#ifndef HEDDLE_CLI_CHECK_CHECK_REPORT_H
#define HEDDLE_CLI_CHECK_CHECK_REPORT_H

#include "api/check.h"

struct check_counts;
struct json_t;

/* Prints verdicts, counts and traces, as rows or as JSON; returns the exit code. */
int check_report_print(const struct checked *checked);
/* Prints counts and verdicts as one JSON object. Returns 0, or -1 with the job's error. */
int check_report_json(const struct checked *checked, const struct check_counts *counts);
/* Explains what the rows do not show. */
void check_explain(const struct checked *checked);
/* Adds the members `vacuous`, `needs_no_fairness` and `absent_labels` where they apply. Returns 0, or -1 if
 * memory runs out. */
int check_vacuity_json(const struct checked *checked, uint32_t index, struct json_t *object);

#endif
