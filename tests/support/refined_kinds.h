#ifndef HEDDLE_TESTS_SUPPORT_REFINED_KINDS_H
#define HEDDLE_TESTS_SUPPORT_REFINED_KINDS_H

#include "reduce/equivalence.h"
#include "tests/oracle/oracle_relation.h"

/* The equivalences whose classes refine_cpu finds, each with the relation that the oracle finds for it. */
static const struct {
    enum equivalence equivalence;
    enum oracle_relation relation;
} kinds[] = {{EQUIVALENCE_STRONG, ORACLE_STRONG},
             {EQUIVALENCE_BRANCHING, ORACLE_BRANCHING},
             {EQUIVALENCE_DIVBRANCHING, ORACLE_DIVBRANCHING}};

#endif
