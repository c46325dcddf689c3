#ifndef HEDDLE_REPORT_REPORT_INTERNAL_H
#define HEDDLE_REPORT_REPORT_INTERNAL_H

/* Shared by the files of a report. Each function returns 0, or -1 with *error filled. */
#include "base/stream/output.h"
#include "report/report.h"

struct memory;

/* Writes "components": .., "rules": .., "labels": .., "guards": .., "synchronisations": {..} of the network
 * (report_network.c). */
int report_put_network(output *output, const struct network *network, struct memory *memory,
                       struct error *error);
/* Writes the evidence of one property as an object, or null (report_evidence.c). */
int report_put_evidence(output *output, const struct report_result *result,
                        const struct evidence_subject *subject, const struct run *run, struct error *error);

#endif
