/* Joins models with data: the commands of one after those of others. */
#include "explorer/model/data/data_append.h"

#include "base/memory.h"
#include "explorer/model/data/data_model.h"

#define ADD(builder, list, ...) GROWING_ADD((builder)->memory, (builder)->list, __VA_ARGS__)

/* Where the parts of the image begin in the builder. */
struct bases {
    struct data_place place;
    uint32_t constant, code, command, branch, assignment, member;
};

static int add_code(struct data_builder *builder, const struct data_header *image, const struct bases *base) {
    for (uint64_t i = 0; i < image->code.count; i++) {
        struct program_instruction one = data_code(image)[i];
        const int is_constant =
            one.operation == PROGRAM_CONSTANT_INT || one.operation == PROGRAM_CONSTANT_DOUBLE;
        if (is_constant || one.operation == PROGRAM_FIELD) {
            const uint32_t number = program_wide(one) + (is_constant ? base->constant : base->place.variable);
            one.a = (uint16_t)(number & 0xffff);
            one.b = (uint16_t)(number >> 16);
        }
        if (ADD(builder, code, one) != 0) {
            return -1;
        }
    }
    for (uint64_t i = 0; i < image->constants.count; i++) {
        if (ADD(builder, constants, data_constants(image)[i]) != 0) {
            return -1;
        }
    }
    return 0;
}

static int add_commands(struct data_builder *builder, const struct data_header *image,
                        const struct bases *base) {
    for (uint64_t i = 0; i < image->commands.count; i++) {
        struct data_command one = data_commands(image)[i];
        one.component = base->place.component;
        one.guard += base->code;
        one.branches += base->branch;
        if (ADD(builder, commands, one) != 0) {
            return -1;
        }
    }
    for (uint64_t i = 0; i < image->branches.count; i++) {
        struct data_branch one = data_branches(image)[i];
        one.weight += one.weight == DATA_NONE ? 0 : base->code;
        one.assignments += base->assignment;
        if (ADD(builder, branches, one) != 0) {
            return -1;
        }
    }
    for (uint64_t i = 0; i < image->assignments.count; i++) {
        struct data_assignment one = data_assignments(image)[i];
        one.variable += base->place.variable;
        one.program += base->code;
        if (ADD(builder, assignments, one) != 0) {
            return -1;
        }
    }
    return 0;
}

static int add_classes(struct data_builder *builder, const struct data_header *image,
                       const struct bases *base) {
    for (uint64_t i = 0; i < image->classes.count; i++) {
        struct data_class one = data_classes(image)[i];
        one.members += base->member;
        one.process += base->place.process;
        if (ADD(builder, classes, one) != 0) {
            return -1;
        }
    }
    for (uint64_t i = 0; i < image->members.count; i++) {
        if (ADD(builder, members, data_members(image)[i] + base->command) != 0) {
            return -1;
        }
    }
    return 0;
}

int data_append(struct data_builder *builder, const struct data_header *image, const struct data_place *place,
                uint32_t *classes) {
    const struct bases base = {.place = *place,
                               .constant = (uint32_t)builder->constants.count,
                               .code = (uint32_t)builder->code.count,
                               .command = (uint32_t)builder->commands.count,
                               .branch = (uint32_t)builder->branches.count,
                               .assignment = (uint32_t)builder->assignments.count,
                               .member = (uint32_t)builder->members.count};
    *classes = (uint32_t)builder->classes.count;
    builder->registers = image->registers > builder->registers ? image->registers : builder->registers;
    return add_code(builder, image, &base) != 0 || add_commands(builder, image, &base) != 0 ||
                   add_classes(builder, image, &base) != 0
               ? -1
               : 0;
}
