#ifndef HEDDLE_REPORT_REPORT_INTERNAL_H
#define HEDDLE_REPORT_REPORT_INTERNAL_H

/* Shared by the files of a report. */
#include "checker/evidence/evidence_put.h"
#include "report/report.h"

/* Writes , "command": [..], "date": .., "files": [..] (report_inputs.c). */
void report_put_inputs(struct evidence_writer *writer, const struct report *report);
/* Writes "components": .., "rules": .., "labels": .., "guards": .., "synchronisations": {..} of the network
 * (report_network.c). */
void report_put_network(struct evidence_writer *writer, const struct network *network);
/* Writes , "variables": [{"lowest": -2, "states": 6, "bool": false}, ..], "source": .. of a model with data:
 * its variables, and its text if that can be read and is not long; else null (report_variables.c). */
void report_put_variables(struct evidence_writer *writer, const struct report *report);
/* Writes the evidence of one property as an object, or null (report_evidence.c). */
void report_put_evidence(struct evidence_writer *writer, const struct report_result *result,
                         const struct evidence_subject *subject);

#endif
