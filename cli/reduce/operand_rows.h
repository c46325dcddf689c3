#ifndef HEDDLE_CLI_REDUCE_OPERAND_ROWS_H
#define HEDDLE_CLI_REDUCE_OPERAND_ROWS_H

#include "api/operand.h"
#include "cli/common.h"
#include "cli/search_rows.h"

/* Rows of the options of commands that reduce state spaces, whose struct of values begins with a struct
 * operand_request. */

/* clang-format off */
#define OPERAND_ROWS(equivalence_text)                                                                        \
    {"equivalence", 'e', OPTION_CHOICE, offsetof(struct operand_request, equivalence), EQUIVALENCE_NAMES, 0, 0,         \
     equivalence_text},                                                                                      \
    {"hide", 0, OPTION_LIST, offsetof(struct operand_request, hide), "LABEL,..", 0, 0,                        \
     "these labels become internal (i): labels, or 'patterns', which must match the whole label; "           \
     "repeatable"},                                                                                          \
    {"hide-all-but", 0, OPTION_LIST, offsetof(struct operand_request, hide_all_but), "LABEL,..", 0, 0,        \
     "all other labels become internal; repeatable"},                                                        \
    ENGINE_ROWS(struct operand_request),                                                                      \
    JOB_ROWS(struct operand_request, "print no rows or progress"),                                            \
    READER_ROWS(struct operand_request),                                                                      \
    SEARCH_ROWS(struct operand_request)

#define HIDE_RULE {"hide", OPTION_EXCLUDES, "hide-all-but", "lists what is hidden"}
/* clang-format on */

#endif
