/* Makes the image of a model with data: layout, checks, one block. */
#include "explorer/model/data/data_model.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "explorer/model/data/data_distinct.h"
#include "explorer/model/data/data_located.h"
#include "explorer/model/data/data_shape.h"
#include "explorer/model/data/program.h"

/* The bits for the values low .. high: 0 for one value. */
static uint32_t field_bits(const struct data_variable *variable) {
    uint64_t span = (uint64_t)(variable->high - variable->low);
    uint32_t bits = 0;
    while (bits < DATA_WORD_BITS && span >> bits != 0) {
        bits++;
    }
    return bits;
}

/* From the most significant bits on; returns the number of words. */
static uint32_t lay_out(struct data_builder *builder) {
    uint32_t word = 0, left = DATA_WORD_BITS;
    for (uint64_t i = 0; i < builder->variables.count; i++) {
        struct data_variable *variable = &builder->variables.data[i];
        uint32_t bits = field_bits(variable);
        if (bits > left) {
            word++;
            left = DATA_WORD_BITS;
        }
        left -= bits;
        variable->word = word;
        variable->shift = left;
        variable->mask = (UINT64_C(1) << bits) - 1;
    }
    return word + 1;
}

/* --- checks: a compiler that is wrong must not make a search read or write elsewhere --- */

/* Whether [begin, begin + count) is in an array. */
static int is_inside(uint64_t begin, uint64_t count, uint64_t size) {
    return begin <= size && count <= size - begin;
}

static int check_program(const struct data_builder *builder, uint32_t program, char type) {
    struct program_bounds bounds = {builder->code.data, (uint32_t)builder->code.count,
                                    (uint32_t)builder->constants.count, (uint32_t)builder->variables.count,
                                    builder->registers};
    uint32_t length;
    return program >= builder->code.count ? 0
                                          : program_check(&bounds, program, type, &length, builder->memory);
}

/* The least of several results: 1 right, 0 wrong, -1 no memory. */
static int check_both(int one, int other) {
    return one != 1 ? one : other;
}

static int check_command(const struct data_builder *builder, const struct data_command *command) {
    if (!is_inside(command->branches, command->branch_count, builder->branches.count)) {
        return 0;
    }
    int status = check_program(builder, command->guard, 'i');
    for (uint32_t i = 0; i < command->branch_count && status == 1; i++) {
        const struct data_branch *branch = &builder->branches.data[command->branches + i];
        if (!is_inside(branch->assignments, branch->assignment_count, builder->assignments.count)) {
            return 0;
        }
        status = branch->weight == DATA_NONE ? 1 : check_program(builder, branch->weight, 'd');
        for (uint32_t j = 0; j < branch->assignment_count && status == 1; j++) {
            const struct data_assignment *assignment = &builder->assignments.data[branch->assignments + j];
            status = assignment->variable < builder->variables.count
                         ? check_program(builder, assignment->program, 'i')
                         : 0;
        }
    }
    return status;
}

/* Whether guard_numbers [begin, begin + count) are there. */
static int check_guards(const struct data_builder *builder, uint32_t begin, uint32_t count) {
    return is_inside(begin, count, builder->guard_numbers.count);
}

static int check_priorities(const struct data_builder *builder) {
    int right = 1;
    for (uint64_t i = 0; i < builder->rules.count && right; i++) {
        right = check_guards(builder, builder->rules.data[i].needs, builder->rules.data[i].need_count);
    }
    for (uint64_t i = 0; i < builder->sub_rules.count && right; i++) {
        const struct data_sub_rule *rule = &builder->sub_rules.data[i];
        right = is_inside(rule->classes, rule->class_count, builder->rule_classes.count) &&
                check_guards(builder, rule->needs, rule->need_count) &&
                check_guards(builder, rule->falsifies, rule->falsify_count);
    }
    for (uint64_t i = 0; i < builder->guard_numbers.count && right; i++) {
        right = builder->guard_numbers.data[i] < builder->guards;
    }
    return right;
}

static int check_rules(const struct data_builder *builder) {
    if (builder->member_choices.count != 0 && builder->member_choices.count != builder->members.count) {
        return 0;
    }
    for (uint64_t i = 0; i < builder->classes.count; i++) {
        const struct data_class *one = &builder->classes.data[i];
        if (!is_inside(one->members, one->member_count, builder->members.count)) {
            return 0;
        }
        for (uint32_t j = 0; j < one->member_count; j++) {
            if (builder->members.data[one->members + j] >= builder->commands.count) {
                return 0;
            }
        }
    }
    for (uint64_t i = 0; i < builder->rules.count; i++) {
        const struct data_rule *rule = &builder->rules.data[i];
        if (rule->class_count == 0 ||
            !is_inside(rule->classes, rule->class_count, builder->rule_classes.count)) {
            return 0;
        }
    }
    for (uint64_t i = 0; i < builder->rule_classes.count; i++) {
        if (builder->rule_classes.data[i] >= builder->classes.count) {
            return 0;
        }
    }
    return check_priorities(builder);
}

static int check_builder(const struct data_builder *builder) {
    int status = check_rules(builder);
    for (uint64_t i = 0; i < builder->variables.count && status == 1; i++) {
        const struct data_variable *one = &builder->variables.data[i];
        status = one->low <= one->initial && one->initial <= one->high && field_bits(one) < DATA_WORD_BITS;
    }
    for (uint64_t i = 0; i < builder->commands.count && status == 1; i++) {
        status = check_command(builder, &builder->commands.data[i]);
    }
    for (uint64_t i = 0; i < builder->predicates.count && status == 1; i++) {
        status = check_program(builder, builder->predicates.data[i], 'i');
    }
    for (uint64_t i = 0; i < builder->rewards.count && status == 1; i++) {
        status = check_both(check_program(builder, builder->rewards.data[i].guard, 'i'),
                            check_program(builder, builder->rewards.data[i].value, 'd'));
    }
    return status != 1 || builder->initial == DATA_NONE ? status
                                                        : check_program(builder, builder->initial, 'i');
}

/* --- the image --- */

static uint64_t aligned(uint64_t bytes) {
    return (bytes + 15) & ~(uint64_t)15;
}

static uint32_t most_participants(const struct data_builder *builder) {
    uint32_t most = 0;
    for (uint64_t i = 0; i < builder->rules.count; i++) {
        most = builder->rules.data[i].class_count > most ? builder->rules.data[i].class_count : most;
    }
    return most;
}

static uint32_t count_unled(const struct data_builder *builder) {
    uint64_t count = builder->rules.count;
    while (count > 0 && builder->rules.data[count - 1].located_count > 0) {
        count--;
    }
    return (uint32_t)count;
}

/* Whether a program (DATA_NONE: there is none) is the same on a GPU, whose functions pow and log differ from
 * the host's. */
static int is_portable(const struct data_header *image, uint32_t program) {
    if (program == DATA_NONE) {
        return 1;
    }
    const struct program_instruction *at = data_code(image) + program;
    while (at->operation != PROGRAM_RETURN && at->operation != PROGRAM_POWER_DOUBLE &&
           at->operation != PROGRAM_LOG_DOUBLE) {
        at++;
    }
    return at->operation == PROGRAM_RETURN;
}

/* Whether the programs that a search evaluates are. */
static int searches_portably(const struct data_header *image) {
    int portable = 1;
    for (uint64_t i = 0; i < image->commands.count && portable; i++) {
        portable = is_portable(image, data_commands(image)[i].guard);
    }
    for (uint64_t i = 0; i < image->branches.count && portable; i++) {
        portable = is_portable(image, data_branches(image)[i].weight);
    }
    for (uint64_t i = 0; i < image->assignments.count && portable; i++) {
        portable = is_portable(image, data_assignments(image)[i].program);
    }
    for (uint64_t i = 0; i < image->predicates.count && portable; i++) {
        portable = is_portable(image, data_predicates(image)[i]);
    }
    return portable;
}

struct data_header *data_model_create(struct data_builder *builder, struct error *error) {
    struct data_header header = {.bytes = aligned(sizeof header)};
    int too_large = 0;
    header.words = lay_out(builder);
    int status = check_builder(builder);
    if (status == 1) {
        status = data_arrange_located(builder);
    }
    if (status == 1) {
        status = data_shape(builder) == 0 ? 1 : -1;
    }
    if (status != 1) {
        error_set(error, status < 0 ? ERROR_MEMORY : ERROR_LIMIT,
                  status < 0 ? "not enough memory for the compiled model"
                             : "the compiled model is wrong: please report this");
        return NULL;
    }
#define ONE(type, name)                                                                                      \
    header.name = (struct data_array){header.bytes, builder->name.count};                                    \
    header.bytes += aligned(builder->name.count * sizeof(type));                                             \
    too_large |= builder->name.count >= DATA_NONE;
    DATA_ARRAYS(ONE)
#undef ONE
    if (too_large) {
        error_set(error, ERROR_LIMIT, "the compiled model has more than 2^32 - 2 parts");
        return NULL;
    }
    char *image = memory_allocate_zeroed(builder->memory, header.bytes);
    if (image == NULL) {
        error_memory(error, "for the compiled model");
        return NULL;
    }
    header.kind = builder->kind;
    header.registers = builder->registers;
    header.most_participants = most_participants(builder);
    header.led = count_unled(builder);
    header.initial = builder->initial;
    header.guards = builder->guards;
    header.distinct = (uint32_t)data_is_distinct(builder);
    memcpy(image, &header, sizeof header);
#define ONE(type, name)                                                                                      \
    if (builder->name.count > 0) {                                                                           \
        memcpy(image + header.name.offset, builder->name.data, builder->name.count * sizeof(type));          \
    }
    DATA_ARRAYS(ONE)
#undef ONE
    struct data_header *made = (struct data_header *)image;
    made->portable = (uint32_t)searches_portably(made);
    return made;
}

void data_model_free(struct memory *memory, struct data_header *image) {
    if (image != NULL) {
        memory_free(memory, image, image->bytes);
    }
}

void data_builder_free(struct data_builder *builder) {
#define ONE(type, name) GROWING_FREE(builder->memory, builder->name);
    DATA_ARRAYS(ONE)
#undef ONE
}

void data_model_set_labels(struct data_header *image, const uint32_t *labels, uint32_t unlabelled) {
    struct data_rule *rules = (struct data_rule *)((char *)image + image->rules.offset);
    for (uint64_t i = 0; i < image->rules.count; i++) {
        rules[i].label = rules[i].action == DATA_NONE ? unlabelled : labels[rules[i].action];
    }
}

void data_model_number_labels(struct data_header *image, const uint32_t *labels) {
    struct data_rule *rules = (struct data_rule *)((char *)image + image->rules.offset);
    for (uint64_t i = 0; i < image->rules.count; i++) {
        rules[i].label = labels[i];
    }
}

struct data_header *data_model_copy(struct memory *memory, const struct data_header *image) {
    struct data_header *copy = memory_allocate(memory, image->bytes);
    return copy == NULL ? NULL : memcpy(copy, image, image->bytes);
}

void data_model_copy_labels(struct data_header *image, const struct data_header *from) {
    struct data_rule *rules = (struct data_rule *)((char *)image + image->rules.offset);
    for (uint64_t i = 0; i < image->rules.count; i++) {
        rules[i].label = data_rules(from)[i].label;
    }
}

uint32_t data_model_most_choices(const struct data_header *image) {
    const uint64_t most = UINT32_MAX - 1;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < image->member_choices.count; i++) {
        const uint32_t number = data_member_choices(image)[i];
        sum = number != DATA_NONE && number >= sum ? (uint64_t)number + 1 : sum;
    }
    for (uint64_t i = 0; i < image->rules.count && sum < most && image->kind == DATA_MDP; i++) {
        const struct data_rule *rule = data_rules(image) + i;
        uint64_t product = 1; /* below 2^32 before each step: the products below do not overflow */
        for (uint32_t k = 0; k < rule->class_count; k++) {
            product *= data_classes(image)[data_rule_classes(image)[rule->classes + k]].member_count;
            product = product < most ? product : most;
        }
        sum += product;
    }
    return image->kind == DATA_DTMC || image->kind == DATA_CTMC ? 1
           : sum < most                                         ? (uint32_t)sum
                                                                : (uint32_t)most;
}

/* --- room for a state --- */

uint64_t *data_scratch_open(struct memory *memory, const struct data_header *image,
                            struct data_scratch *scratch) {
    uint64_t *words = memory_allocate_array(memory, data_scratch_words(image), sizeof *words);
    if (words != NULL) {
        *scratch = data_scratch_at(image, words);
    }
    return words;
}

void data_scratch_close(struct memory *memory, const struct data_header *image, uint64_t *words) {
    memory_free(memory, words, data_scratch_words(image) * sizeof *words);
}
