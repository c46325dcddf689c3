/* Verdicts that say less than they seem to: why a property holds vacuously, and which of its labels the
 * network does not have. */
#include "cli/check/check_vacuity.h"

#include <jansson.h>
#include <string.h>

#include "base/memory.h"
#include "base/text/json_text.h"
#include "base/text/text.h"
#include "base/text/text_buffer.h"
#include "cli/check/check_report.h"

/* --- absent labels --- */

int absent_labels_add(struct absent_labels *absent, struct memory *memory, const struct absent_label *label) {
    if (MEMORY_GROW(memory, &absent->items, &absent->capacity, absent->count + 1) != 0) {
        return -1;
    }
    struct absent_label *added = &absent->items[absent->count];
    *added = *label;
    added->guess_bytes = strlen(label->guess) + 1;
    added->guess = memory_allocate(memory, added->guess_bytes);
    if (added->guess == NULL) {
        return -1;
    }
    memcpy(added->guess, label->guess, added->guess_bytes);
    absent->count++;
    return 0;
}

void absent_labels_free(struct absent_labels *absent, struct memory *memory) {
    for (uint64_t i = 0; i < absent->count; i++) {
        memory_free(memory, absent->items[i].guess, absent->items[i].guess_bytes);
    }
    memory_free(memory, absent->items, absent->capacity * sizeof *absent->items);
    *absent = (struct absent_labels){0};
}

/* "no transition is ever labelled 'x'; did you mean 'y'?" */
static void print_absent(const struct absent_labels *absent, FILE *stream) {
    const struct absent_label *first = &absent->items[0];
    fputs(first->is_pattern ? "no transition ever matches '" : "no transition is ever labelled '", stream);
    text_print(first->text, 0, stream);
    fputc('\'', stream);
    text_print(first->guess, 0, stream);
    if (absent->count > 1) {
        fprintf(stream, " (nor %llu more of its labels)", (unsigned long long)(absent->count - 1));
    }
}

/* --- rows --- */

static const char *labels_reason(enum property_kind kind) {
    switch (kind) {
    case PROPERTY_LIVELOCK:
        return "there is no internal action";
    case PROPERTY_STARVATION:
        return "there is no other label";
    case PROPERTY_MONITOR:
        return "none of its error states can be reached by labels of the network";
    default:
        return "no transition can have the labels that it needs";
    }
}

/* Prints at most this many bytes of an antecedent in rows. */
#define WIDEST_ANTECEDENT 100

static void print_antecedent(const struct check_antecedent *antecedent, struct job *job, FILE *stream) {
    struct memory *memory = &job->memory;
    struct text_buffer text = {0};
    if (check_antecedent_write(antecedent, memory, &text) == 0) {
        size_t kept = text.length;
        if (kept > WIDEST_ANTECEDENT) {
            kept = WIDEST_ANTECEDENT;
            while (kept > 0 && ((unsigned char)text.data[kept] & 0xc0) == 0x80) {
                kept--; /* do not cut a character of several bytes */
            }
            text.data[kept] = '\0';
        }
        fputs(antecedent->condition != NULL ? "its condition is never met: " : "no path matches ", stream);
        text_print(text.data, 0, stream);
        fputs(kept < text.length ? "..." : "", stream);
    } else {
        job_lack_memory(job, "for all reasons");
    }
    text_buffer_free(memory, &text);
}

/* The label that never occurs, or NULL; *is_pattern: whether it is a pattern. */
static const char *unfired_label(const struct check_antecedent *antecedent, int *is_pattern) {
    *is_pattern = antecedent->label != NULL && antecedent->label->pattern != NULL;
    return antecedent->label != NULL    ? antecedent->label->text
           : antecedent->action != NULL ? antecedent->action->text
                                        : NULL;
}

int check_vacuity_print(const struct check_report *report, uint32_t index, FILE *stream) {
    const struct check_result *result = &report->check->results[index];
    const struct absent_labels *absent = &report->absent[index];
    int is_pattern;
    const char *label = unfired_label(&result->antecedent, &is_pattern);
    if (result->verdict != VERDICT_HOLDS || result->vacuous == VACUITY_NONE) {
        return 0;
    }
    fputs(" vacuously: ", stream);
    if (result->vacuous == VACUITY_FORM) {
        fputs("by its form alone", stream);
    } else if (absent->count > 0) {
        print_absent(absent, stream);
    } else if (label != NULL) {
        print_absent(&(struct absent_labels){&(struct absent_label){label, is_pattern, "", 0}, 1, 0}, stream);
    } else if (result->vacuous == VACUITY_ANTECEDENT) {
        print_antecedent(&result->antecedent, report->job, stream);
    } else {
        fputs(labels_reason(report->properties[index].kind), stream);
    }
    return 1;
}

void check_vacuity_warn(const struct check_report *report) {
    for (uint32_t i = 0; i < report->count; i++) {
        const struct check_result *result = &report->check->results[i];
        char text[1024] = "";
        int is_new = result->vacuous >= VACUITY_UNFIRED && report->absent[i].count == 0;
        FILE *stream = is_new ? fmemopen(text, sizeof text, "w") : NULL;
        if (is_new && stream == NULL) {
            job_lack_memory(report->job, "for all warnings");
        }
        if (stream != NULL) {
            check_vacuity_print(report, i, stream);
            fclose(stream);
            job_warning(report->job, "%.900s: holds%.900s", report->properties[i].name, text);
        }
    }
}

void check_vacuity_print_absent(const struct check_report *report, uint32_t index, FILE *stream) {
    const struct check_result *result = &report->check->results[index];
    const struct absent_labels *absent = &report->absent[index];
    if (absent->count > 0 && (result->verdict != VERDICT_HOLDS || result->vacuous == VACUITY_NONE)) {
        fputs(" (", stream);
        print_absent(absent, stream);
        fputc(')', stream);
    }
}

/* --- JSON --- */

static json_t *json_absent(const struct absent_labels *absent, struct memory *memory) {
    json_t *list = json_array();
    for (uint64_t i = 0; i < absent->count; i++) {
        const struct absent_label *label = &absent->items[i];
        json_t *object =
            json_pack("{s:o, s:b}", "label", json_text(memory, label->text), "pattern", label->is_pattern);
        if (object != NULL && *label->guess != '\0') {
            json_object_set_new(object, "hint", json_text(memory, label->guess + strspn(label->guess, "; ")));
        }
        if (json_array_append_new(list, object) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

/* Adds an antecedent of a formula: its text and place. Returns 0, or -1 if memory runs out. */
static int add_antecedent(const struct check_antecedent *antecedent, struct memory *memory, json_t *object) {
    struct text_buffer text = {0};
    int failed = check_antecedent_write(antecedent, memory, &text) != 0 ||
                 json_object_set_new(object, antecedent->condition != NULL ? "condition" : "antecedent",
                                     json_text(memory, text.data)) != 0 ||
                 json_object_set_new(object, "line", json_integer(antecedent->part->where.line)) != 0 ||
                 json_object_set_new(object, "column", json_integer(antecedent->part->where.column)) != 0;
    text_buffer_free(memory, &text);
    return failed ? -1 : 0;
}

/* {"reason": .., "labels": [..], ..}; NULL if memory runs out. */
static json_t *json_vacuous(const struct check_result *result, const struct absent_labels *absent,
                            struct memory *memory) {
    static const char *const reasons[] = {[VACUITY_LABELS] = "labels",
                                          [VACUITY_FORM] = "form",
                                          [VACUITY_UNFIRED] = "unfired",
                                          [VACUITY_ANTECEDENT] = "antecedent"};
    json_t *labels = json_array(), *object;
    int is_pattern, failed = 0;
    const char *unfired = unfired_label(&result->antecedent, &is_pattern);
    for (uint64_t i = 0; i < absent->count; i++) {
        failed |= json_array_append_new(labels, json_text(memory, absent->items[i].text));
    }
    if (unfired != NULL) {
        failed |= json_array_append_new(labels, json_text(memory, unfired));
    }
    object = json_pack("{s:s, s:o}", "reason", reasons[result->vacuous], "labels", labels);
    if (failed || object == NULL ||
        (result->vacuous == VACUITY_ANTECEDENT && add_antecedent(&result->antecedent, memory, object) != 0)) {
        json_decref(object);
        return NULL;
    }
    return object;
}

int check_vacuity_json(const struct check_report *report, uint32_t index, json_t *object) {
    const struct check_result *result = &report->check->results[index];
    const struct absent_labels *absent = &report->absent[index];
    struct memory *memory = &report->job->memory;
    int failed = 0;
    if (result->verdict == VERDICT_HOLDS && result->vacuous != VACUITY_NONE) {
        failed |= json_object_set_new(object, "vacuous", json_vacuous(result, absent, memory));
    }
    if (absent->count > 0) {
        failed |= json_object_set_new(object, "absent_labels", json_absent(absent, memory));
    }
    return failed ? -1 : 0;
}
