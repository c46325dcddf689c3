#ifndef HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_TREE_H
#define HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_TREE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct definitions;
struct memory;
struct prism_fraction;
struct run;

/*
 * The syntax tree of a PRISM model, after all checks that need no state: renamed modules are modules like
 * others, names are resolved, expressions have types, and constants, ranges and initial values are computed.
 * Everything has the position where it is written; what a renamed module takes from its base has the position
 * there. Texts are NUL-terminated. All of it is in one arena, and does not change after reading.
 */
struct prism_name {
    const char *text;
    struct source_position position;
};

#define PRISM_NONE UINT32_MAX

enum prism_kind { PRISM_DTMC, PRISM_MDP, PRISM_CTMC };

enum prism_type { PRISM_BOOL, PRISM_INT, PRISM_DOUBLE };

/* A bool is 0 or 1; an int has 32 bits. */
struct prism_value {
    enum prism_type type;
    int64_t integer; /* of a bool or an int */
    double real;     /* of a double */
};

enum prism_operator {
    PRISM_LITERAL,
    PRISM_NAMED, /* a name that is not resolved yet; in no finished tree */
    PRISM_CALL,  /* a function whose name is not resolved yet; in no finished tree */
    PRISM_CONSTANT,
    PRISM_VARIABLE,
    PRISM_FORMULA,     /* operands[0]: what the formula stands for, shared between its uses; a label in a
                          predicate, too, with `text` as its name and PRISM_NONE as `index` */
    PRISM_CONDITIONAL, /* three operands */
    PRISM_IMPLIES,
    PRISM_EQUIVALENT,
    PRISM_OR, /* two operands or more, as PRISM_AND, PRISM_PLUS and PRISM_TIMES: from left to right */
    PRISM_AND,
    PRISM_NOT,
    PRISM_EQUAL,
    PRISM_UNEQUAL,
    PRISM_LESS,
    PRISM_AT_MOST,
    PRISM_MORE,
    PRISM_AT_LEAST,
    PRISM_PLUS,
    PRISM_MINUS,
    PRISM_TIMES,
    PRISM_DIVIDE,
    PRISM_POWER, /* a ^ b and pow(a, b) */
    PRISM_NEGATE,
    PRISM_MIN, /* one operand or more, as PRISM_MAX */
    PRISM_MAX,
    PRISM_FLOOR,
    PRISM_CEIL,
    PRISM_ROUND,
    PRISM_MOD,
    PRISM_LOG,
    PRISM_OPERATORS
};

struct prism_expression {
    enum prism_operator kind;
    enum prism_type type;
    int is_call; /* written as a function: pow(a, b), not a ^ b */
    struct source_position position;
    const char *text;         /* of a literal, a name or a function, as written; NULL for operators */
    struct prism_value value; /* of a literal; of another one, if it is folded */
    int is_folded;            /* it reads no variable, and has a value (prism_fold.h) */
    const struct prism_fraction *fraction; /* the number of a folded double; NULL: of a literal or constant,
                                              or not known */
    uint32_t index;                        /* of the constant or variable */
    uint32_t variables_end;                /* 1 + the last variable that it reads; 0: it reads none */
    uint32_t depth, size; /* of the tree, with formulas expanded: nesting, and number of nodes */
    uint32_t operand_count;
    struct prism_expression **operands;
    int stage; /* of the reader, which goes through a shared operand once */
};

/* Nesting and size, with formulas expanded, are limited: functions may recurse over an expression. */
#define PRISM_DEPTH_MOST 1000u
#define PRISM_SIZE_MOST (1u << 20)

struct prism_constant {
    struct prism_name name;
    enum prism_type type;
    struct prism_expression *expression; /* NULL: its value is given when the model is read */
    int is_needed; /* the model's behaviour, labels or rewards use it; constants need no value otherwise */
    int has_value;
    struct prism_value value;
    const char *given; /* the text of the value that the user gives, else NULL */
};

struct prism_formula {
    struct prism_name name;
    struct prism_expression *expression;
};

struct prism_label {
    struct prism_name name;
    struct prism_expression *expression;
};

/* A variable; its values are low .. high, of a bool 0 and 1. */
struct prism_variable {
    struct prism_name name;
    uint32_t module;                                 /* PRISM_NONE: global */
    enum prism_type type;                            /* PRISM_BOOL or PRISM_INT */
    struct prism_expression *low_bound, *high_bound; /* of an int */
    struct prism_expression *initial_value;          /* NULL: the low bound, or false */
    int has_range; /* constants that are missing may leave the next members unknown: 0 */
    int32_t low, high;
    int32_t initial;
};

struct prism_assignment {
    struct prism_name name;
    uint32_t variable;
    struct prism_expression *value;
};

/* How a probability, rate or reward is computed (prism_weight.h). */
enum prism_weight_kind {
    PRISM_WEIGHT_COMPUTED, /* as other doubles: where the double is 0, the number is 0 */
    PRISM_WEIGHT_CONSTANT, /* the same in all states; its sign is that of the exact number */
    PRISM_WEIGHT_IN_DOUBT  /* its double may be 0 where the number is not */
};

struct prism_weight {
    struct prism_expression *expression; /* NULL: 1 */
    enum prism_weight_kind kind;
    double constant;
};

/* A branch of a command: `probability : update`. */
struct prism_update {
    struct source_position position;
    struct prism_weight weight;
    struct prism_assignment *assignments; /* none: `true` */
    uint32_t assignment_count;
};

struct prism_command {
    struct source_position position;
    struct prism_name action_name; /* text NULL: none */
    uint32_t action;               /* or PRISM_NONE */
    uint32_t module;
    struct prism_expression *guard;
    struct prism_update *updates;
    uint32_t update_count;
};

struct prism_renaming {
    struct prism_name from, to;
};

struct prism_module {
    struct prism_name name;
    struct prism_name base; /* text NULL: not renamed */
    struct prism_renaming *renamings;
    uint32_t renaming_count;
    uint32_t variables_begin, variables_end; /* in the tree's variables */
    struct prism_command *commands;
    uint32_t command_count;
};

/* An item of a reward structure. */
enum prism_reward_kind {
    PRISM_REWARD_STATE,     /* guard : value */
    PRISM_REWARD_ACTION,    /* [a] guard : value */
    PRISM_REWARD_UNLABELLED /* [] guard : value */
};

struct prism_reward {
    struct source_position position;
    enum prism_reward_kind kind;
    struct prism_name action_name;
    uint32_t action; /* of PRISM_REWARD_ACTION */
    struct prism_expression *guard;
    struct prism_weight value;
};

struct prism_reward_structure {
    struct prism_name name; /* text NULL: it has none; the position is that of `rewards` */
    struct prism_reward *rewards;
    uint32_t reward_count;
};

/* How modules are composed. */
enum prism_process_kind {
    PRISM_PROCESS_MODULE,
    PRISM_PROCESS_NAMED,        /* "ID"; children[0] is the process of that name */
    PRISM_PROCESS_PARALLEL,     /* P || Q || ..: synchronise on the actions that both sides have */
    PRISM_PROCESS_INTERLEAVED,  /* P ||| Q ||| .. */
    PRISM_PROCESS_SYNCHRONISED, /* P |[actions]| Q |[actions]| .. */
    PRISM_PROCESS_HIDE,         /* P / {actions} */
    PRISM_PROCESS_RENAME        /* P {renamings}: from <- to becomes to */
};

struct prism_process {
    enum prism_process_kind kind;
    struct source_position position;
    struct prism_name name; /* of the module or process */
    uint32_t module;
    struct prism_process **children; /* of PARALLEL, INTERLEAVED, SYNCHRONISED: from left to right */
    uint32_t child_count;
    struct prism_name *names; /* SYNCHRONISED, HIDE */
    uint32_t *actions;        /* [name_count] */
    uint32_t name_count;
    struct prism_renaming *renamings; /* RENAME: action `from` becomes `to` */
    uint32_t *from, *to;              /* [renaming_count] actions */
    uint32_t renaming_count;
    uint32_t depth;
    int is_closed; /* in parentheses */
};

struct prism_system {
    struct prism_name name; /* text NULL: it has none */
    struct prism_process *process;
};

/* A finished model. Counts and arrays; the order is that of the file, and of the state's tuple. */
struct prism_model {
    const char *path;
    enum prism_kind kind;
    struct source_position kind_position;
    struct prism_constant *constants;
    uint32_t constant_count;
    struct prism_formula *formulas;
    uint32_t formula_count;
    struct prism_variable *variables; /* globals first, then by module */
    uint32_t variable_count;
    uint32_t global_count;
    struct prism_module *modules;
    uint32_t module_count;
    const char **actions; /* by first occurrence */
    uint32_t action_count;
    struct prism_label *labels;
    uint32_t label_count;
    struct prism_reward_structure *rewards;
    uint32_t reward_count;
    struct prism_expression *initial; /* init .. endinit; NULL: the variables' initial values */
    struct prism_system *systems;
    uint32_t system_count;
    const struct prism_process *system; /* what the modules do together; never NULL */
    uint32_t missing_count;             /* constants that are needed and have no value */
};

typedef struct prism_tree prism_tree;

/*
 * A predicate: what formulas say of states. The labels of the model are the first ones, by their numbers;
 * expressions that formulas add follow them.
 */
struct prism_predicate {
    const char *text;                          /* the name of a label; the expression as written */
    const struct prism_expression *expression; /* a bool */
};

/*
 * Reads a model: plain text, or compressed with gzip or zstd. `definitions` (NULL: none) gives constants
 * their values; those that it takes are marked there. Constants that are needed and have no value are counted
 * in missing_count: prism_tree_complete refuses them. NULL with *error filled. The definitions need not
 * outlive the call.
 */
prism_tree *prism_tree_read(const char *path, struct definitions *definitions, const struct run *run,
                            struct error *error);
/* NULL is allowed. */
void prism_tree_free(prism_tree *tree);
const struct prism_model *prism_tree_model(const prism_tree *tree);

/* Whether every constant that is needed has a value: 0, or -1 with a message that names all that have none.
 */
int prism_tree_complete(const prism_tree *tree, struct error *error);

/*
 * Reads a predicate, `length` bytes at `text`, which stand at a position: a boolean expression of variables,
 * constants, formulas and labels. A label is a name in quotes, or a name that nothing else has; "init" holds
 * in the initial states. Its number to *number: that of an equal text, if there is one that has a value in
 * every state or stands at the same place; PRISM_PREDICATE_DEADLOCK for the label "deadlock", which must
 * stand alone. No walker of the tree may be at work meanwhile. 0, or -1 with *error filled: ERROR_INPUT (also
 * for a constant without value), ERROR_MEMORY.
 */
#define PRISM_PREDICATE_DEADLOCK (UINT32_MAX - 1)
int prism_tree_add_predicate(prism_tree *tree, const char *text, size_t length,
                             struct source_position position, uint32_t *number, struct error *error);
uint32_t prism_tree_predicate_count(const prism_tree *tree);
struct prism_predicate prism_tree_predicate(const prism_tree *tree, uint32_t number);

#endif
