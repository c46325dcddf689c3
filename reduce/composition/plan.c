/* Plans: what to join, as a text that people can edit. */
#include "reduce/composition/plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/model/network.h"
#include "frontend/formats/lines.h"
#include "reduce/composition/composition_internal.h"

struct plan_name {
    const char *text;
    struct source_position position;
};

struct composition_plan {
    const struct run *run;
    arena *arena; /* all texts */
    GROWING(struct plan_name) names;
    GROWING(uint64_t) ends; /* step k is names[k == 0 ? 0 : ends[k - 1], ends[k]): its own, then the parts' */
};

/* --- reading --- */

static int is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* The name that begins at `at`, in double quotes. The end, or NULL with *error filled. */
static const char *read_name(struct composition_plan *plan, const struct text_line *line, const char *at,
                             struct source_position position, struct error *error) {
    const char *end = *at == '"' ? memchr(at + 1, '"', (size_t)(line->end - at - 1)) : NULL;
    position.column = (uint64_t)(at - line->begin) + 1;
    if (end == NULL) {
        error_at(error, ERROR_INPUT, position,
                 *at == '"' ? "expected '\"' after the name" : "expected a name in double quotes");
        return NULL;
    }
    const struct plan_name name = {arena_copy(plan->arena, at + 1, (size_t)(end - at - 1)), position};
    if (name.text == NULL || GROWING_ADD(plan->run->memory, plan->names, name) != 0) {
        error_memory(error, "for the plan");
        return NULL;
    }
    return end + 1;
}

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && is_blank(*at)) {
        at++;
    }
    return at;
}

/* `"name" =` of a line. What follows, or NULL with *error filled. */
static const char *read_head(struct composition_plan *plan, const struct text_line *line, const char *at,
                             struct source_position position, struct error *error) {
    at = read_name(plan, line, at, position, error);
    if (at == NULL) {
        return NULL;
    }
    at = skip_blanks(at, line->end);
    if (at == line->end || *at != '=') {
        position.column = (uint64_t)(at - line->begin) + 1;
        error_at(error, ERROR_INPUT, position, "expected '=' and the names of two or more processes");
        return NULL;
    }
    return at + 1;
}

static int read_line(struct composition_plan *plan, const struct text_line *line,
                     struct source_position position, struct error *error) {
    const uint64_t before = plan->names.count;
    const char *at = skip_blanks(line->begin, line->end);
    if (at == line->end || *at == '#') {
        return 0;
    }
    at = read_head(plan, line, at, position, error);
    while (at != NULL && (at = skip_blanks(at, line->end)) < line->end) {
        at = read_name(plan, line, at, position, error);
    }
    if (at == NULL) {
        return -1;
    }
    if (plan->names.count < before + 3) {
        position.column = (uint64_t)(at - line->begin) + 1;
        return error_at(error, ERROR_INPUT, position, "a line joins two or more processes: name another one");
    }
    return GROWING_ADD(plan->run->memory, plan->ends, plan->names.count) != 0
               ? error_memory(error, "for the plan")
               : 0;
}

static int read_lines(struct composition_plan *plan, const char *path, struct error *error) {
    struct lines lines;
    struct text_line line;
    int status = lines_open(&lines, path, plan->run, error) != 0 ? -1 : 1;
    while (status > 0 && (status = lines_next(&lines, &line, error)) > 0) {
        /* The name of the file must live as long as the plan. */
        const struct source_position position = {path, line.number, 1};
        status = read_line(plan, &line, position, error) != 0 ? -1 : 1;
    }
    lines_close(&lines);
    return status;
}

struct composition_plan *plan_read(const char *path, const struct run *run, struct error *error) {
    struct composition_plan *plan = memory_allocate_zeroed(run->memory, sizeof *plan);
    if (plan == NULL) {
        error_memory(error, "for the plan");
        return NULL;
    }
    plan->run = run;
    plan->arena = arena_create(run->memory);
    if (plan->arena == NULL) {
        error_memory(error, "for the plan");
    }
    if (plan->arena == NULL || read_lines(plan, path, error) != 0) {
        plan_free(plan);
        return NULL;
    }
    return plan;
}

void plan_free(struct composition_plan *plan) {
    if (plan != NULL) {
        GROWING_FREE(plan->run->memory, plan->names);
        GROWING_FREE(plan->run->memory, plan->ends);
        arena_free(plan->arena);
        memory_free(plan->run->memory, plan, sizeof *plan);
    }
}

/* --- following --- */

static int find_component(const struct composition *composition, const struct plan_name *name,
                          uint32_t *component) {
    return composition_find(composition, name->text, component)
               ? 0
               : error_at(
                     composition->error, ERROR_INPUT, name->position,
                     "there is no process \"%s\" at this line: the name is wrong, or an earlier line has "
                     "joined it (`heddle info` shows the names)",
                     name->text);
}

/* The ascending numbers of the components that a step names. 0 or -1. */
static int find_parts(struct composition *composition, const struct plan_name *names, uint32_t count,
                      uint32_t *parts) {
    for (uint32_t i = 0; i < count; i++) {
        if (find_component(composition, &names[i], &parts[i]) != 0) {
            return -1;
        }
        for (uint32_t j = 0; j < i; j++) {
            if (parts[j] == parts[i]) {
                return error_at(composition->error, ERROR_INPUT, names[i].position,
                                "this line names %s twice", names[i].text);
            }
        }
    }
    sort_numbers(parts, count);
    return 0;
}

/* The name of a product must be new, or that of one of its parts. 0 or -1. */
static int check_name(const struct composition *composition, const struct plan_name *name,
                      const struct composition_parts *parts) {
    uint32_t other;
    return composition_find(composition, name->text, &other) &&
                   sort_find(parts->numbers, parts->count, other) == parts->count
               ? error_at(composition->error, ERROR_INPUT, name->position,
                          "there is another process \"%s\": give the product another name", name->text)
               : 0;
}

/* A line of the plan. 0 or -1. */
static int follow_step(const struct composition_plan *plan, uint64_t begin, uint64_t end,
                       struct composition *composition) {
    const uint32_t count = (uint32_t)(end - begin - 1);
    uint32_t *numbers = memory_allocate_array(composition->memory, count, sizeof *numbers);
    const struct composition_parts parts = {numbers, count, plan->names.data[begin].text};
    int done;
    if (numbers == NULL) {
        return error_memory(composition->error, "for the plan");
    }
    int failed = find_parts(composition, plan->names.data + begin + 1, count, numbers) != 0 ||
                 check_name(composition, &plan->names.data[begin], &parts) != 0 ||
                 composition_join(composition, &parts, &done) != 0;
    memory_free(composition->memory, numbers, count * sizeof *numbers);
    return failed ? -1 : 0;
}

int plan_follow(const struct composition_plan *plan, struct composition *composition) {
    uint64_t begin = 0;
    for (uint64_t i = 0; i < plan->ends.count; begin = plan->ends.data[i++]) {
        if (follow_step(plan, begin, plan->ends.data[i], composition) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- writing --- */

static int write_name(const char *before, const char *name, output *file, struct error *error) {
    if (strchr(name, '"') != NULL) {
        return error_set(error, ERROR_INPUT, "a plan cannot have the name %s, because of its quote", name);
    }
    return output_text(file, before, error) != 0 || output_text(file, "\"", error) != 0 ||
                   output_text(file, name, error) != 0 || output_text(file, "\"", error) != 0
               ? -1
               : 0;
}

static int write_step(const struct composition_step *step, output *file, struct error *error) {
    int failed = write_name("", step->name, file, error) != 0 || output_text(file, " =", error) != 0;
    for (uint32_t i = 0; i < step->part_count && !failed; i++) {
        failed = write_name(" ", step->parts[i], file, error) != 0;
    }
    return failed ? -1 : output_text(file, "\n", error);
}

int plan_write(const composition *composition, output *file, struct error *error) {
    int failed = output_text(file, "# What to join, step by step: a name, and the parts.\n", error) != 0;
    for (uint64_t i = 0; i < composition->steps.count && !failed; i++) {
        const struct composition_step *step = &composition->steps.data[i];
        failed = step->part_count > 1 && step->skip == COMPOSITION_DONE && write_step(step, file, error) != 0;
    }
    return failed ? -1 : 0;
}
