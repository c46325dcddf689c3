/* Checks register code: one pass, for jumps go forward; what is known of registers meets where paths meet. */
#include "explorer/model/data/program.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

static const struct {
    char result, left, right;
} types[] = {
#define ONE(name, result, left, right) {result, left, right},
    PROGRAM_OPERATIONS(ONE)
#undef ONE
};

/* The types of registers where a jump arrives: 'i', 'd', or 0 for none. */
struct arrival {
    uint32_t at;
    char *registers;
};

struct program_check {
    const struct program_bounds *bounds;
    struct memory *memory;
    char *registers; /* here; NULL: no path leads here but jumps */
    GROWING(struct arrival) arrivals;
    int failed;
};

static int out_of_memory(struct program_check *check) {
    check->failed = 1;
    return 0;
}

static char *copy_types(struct program_check *check) {
    char *copy = memory_allocate(check->memory, check->bounds->register_count);
    if (copy == NULL) {
        out_of_memory(check);
        return NULL;
    }
    memcpy(copy, check->registers, check->bounds->register_count);
    return copy;
}

static void forget(struct program_check *check) {
    memory_free(check->memory, check->registers, check->bounds->register_count);
    check->registers = NULL;
}

/* A register has the same type on both paths, or none. */
static void meet(struct program_check *check, char *other) {
    uint32_t count = check->bounds->register_count;
    if (check->registers == NULL) {
        check->registers = other;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        check->registers[i] = check->registers[i] == other[i] ? other[i] : 0;
    }
    memory_free(check->memory, other, count);
}

static void arrive(struct program_check *check, uint32_t at) {
    for (uint64_t i = 0; i < check->arrivals.count;) {
        if (check->arrivals.data[i].at == at) {
            meet(check, check->arrivals.data[i].registers);
            check->arrivals.data[i] = check->arrivals.data[--check->arrivals.count];
        } else {
            i++;
        }
    }
}

static int check_jump(struct program_check *check, uint32_t at, struct program_instruction one) {
    uint64_t target = (uint64_t)at + 1 + program_wide(one);
    if (target >= check->bounds->code_count) {
        return 0;
    }
    char *copy = copy_types(check);
    if (copy == NULL) {
        return 0;
    }
    if (GROWING_ADD(check->memory, check->arrivals, (struct arrival){(uint32_t)target, copy}) != 0) {
        memory_free(check->memory, copy, check->bounds->register_count);
        return out_of_memory(check);
    }
    return 1;
}

static int has_type(const struct program_check *check, uint16_t number, char type) {
    return type == '-' || (number < check->bounds->register_count && check->registers[number] == type);
}

static int check_instruction(struct program_check *check, uint32_t at) {
    const struct program_bounds *bounds = check->bounds;
    struct program_instruction one = bounds->code[at];
    if (one.operation >= PROGRAM_OPERATION_COUNT || one.to >= bounds->register_count) {
        return 0;
    }
    switch (one.operation) {
    case PROGRAM_CONSTANT_INT:
    case PROGRAM_CONSTANT_DOUBLE:
        if (program_wide(one) >= bounds->constant_count) {
            return 0;
        }
        break;
    case PROGRAM_FIELD:
        if (program_wide(one) >= bounds->field_count) {
            return 0;
        }
        break;
    case PROGRAM_JUMP_IF_ZERO:
    case PROGRAM_JUMP_IF_SET:
        return has_type(check, one.to, 'i') && check_jump(check, at, one);
    case PROGRAM_JUMP:
        return check_jump(check, at, one);
    default:
        if (one.a >= bounds->register_count || one.b >= bounds->register_count ||
            !has_type(check, one.a, types[one.operation].left) ||
            !has_type(check, one.b, types[one.operation].right)) {
            return 0;
        }
    }
    if (types[one.operation].result != '-') {
        check->registers[one.to] = types[one.operation].result;
    }
    return 1;
}

static int check_all(struct program_check *check, uint32_t begin, char type, uint32_t *length) {
    const struct program_bounds *bounds = check->bounds;
    for (uint32_t at = begin; at < bounds->code_count; at++) {
        arrive(check, at);
        if (check->registers == NULL || !check_instruction(check, at)) {
            return 0;
        }
        if (bounds->code[at].operation == PROGRAM_RETURN) {
            *length = at + 1 - begin;
            return has_type(check, bounds->code[at].to, type) && check->arrivals.count == 0;
        }
        if (bounds->code[at].operation == PROGRAM_JUMP) {
            forget(check);
        }
    }
    return 0;
}

int program_check(const struct program_bounds *bounds, uint32_t begin, char type, uint32_t *length,
                  struct memory *memory) {
    struct program_check check = {.bounds = bounds, .memory = memory};
    check.registers = memory_allocate_zeroed(memory, bounds->register_count);
    int status = check.registers == NULL ? out_of_memory(&check) : check_all(&check, begin, type, length);
    forget(&check);
    for (uint64_t i = 0; i < check.arrivals.count; i++) {
        memory_free(memory, check.arrivals.data[i].registers, bounds->register_count);
    }
    GROWING_FREE(memory, check.arrivals);
    return check.failed ? -1 : status;
}
