/* Verdicts that say less than they seem to: why a property holds vacuously, and which of its labels the
 * network does not have. */
#include "api/check/check_vacuity.h"

#include <string.h>

#include "base/memory.h"
#include "base/text/text.h"
#include "base/text/text_stream.h"
#include "base/text/text_buffer.h"
#include "api/check.h"

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
static void print_absent(const struct checked *checked, const struct absent_labels *absent, FILE *stream) {
    const struct absent_label *first = &absent->items[0];
    fprintf(stream, first->is_pattern ? "no %s ever matches '" : "no %s is ever labelled '",
            checked->network == NULL ? "choice" : "transition");
    text_print(first->text, 0, stream);
    fputc('\'', stream);
    text_print(first->guess, 0, stream);
    if (absent->count > 1) {
        fprintf(stream, " (nor %llu more of its labels)", (unsigned long long)(absent->count - 1));
    }
}

/* --- rows --- */

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
        fputs(check_antecedent_is_condition(antecedent) ? "its condition is never met: " : "no path matches ",
              stream);
        text_print(text.data, 0, stream);
        fputs(kept < text.length ? "..." : "", stream);
    } else {
        job_lack_memory(job, "for all reasons");
    }
    text_buffer_free(memory, &text);
}

const char *check_unfired_label(const struct check_antecedent *antecedent, int *is_pattern) {
    *is_pattern = antecedent->label != NULL && antecedent->label->pattern != NULL;
    return antecedent->label != NULL    ? antecedent->label->text
           : antecedent->action != NULL ? antecedent->action->text
                                        : NULL;
}

int check_vacuity_print(const struct checked *checked, uint32_t index, FILE *stream) {
    const struct check_result *result = &checked->check->results[index];
    const struct absent_labels *absent = &checked->absent[index];
    int is_pattern;
    const char *label = check_unfired_label(&result->antecedent, &is_pattern);
    if (result->verdict != VERDICT_HOLDS || result->vacuous == VACUITY_NONE) {
        return 0;
    }
    fputs(" vacuously: ", stream);
    if (result->vacuous == VACUITY_FORM) {
        fputs("by its form alone", stream);
    } else if (absent->count > 0) {
        print_absent(checked, absent, stream);
    } else if (label != NULL) {
        const struct absent_labels one = {&(struct absent_label){label, is_pattern, "", 0}, 1, 0};
        print_absent(checked, &one, stream);
    } else if (result->vacuous == VACUITY_ANTECEDENT) {
        print_antecedent(&result->antecedent, checked->job, stream);
    } else {
        const char *unmet = property_row(checked->properties[index].kind)->unmet;
        fputs(unmet != NULL ? unmet : "no transition can have the labels that it needs", stream);
    }
    return 1;
}

void check_vacuity_warn(const struct checked *checked) {
    for (uint32_t i = 0; i < checked->count; i++) {
        const struct check_result *result = &checked->check->results[i];
        struct text_stream reason;
        if (result->vacuous < VACUITY_UNFIRED || checked->absent[i].count > 0) {
            continue;
        }
        int failed = text_stream_open(&reason, &checked->job->memory);
        if (failed == 0) {
            check_vacuity_print(checked, i, reason.stream);
            failed = text_stream_close(&reason);
        }
        if (failed != 0) {
            job_lack_memory(checked->job, "for all warnings");
        } else {
            job_warning(checked->job, "%.900s: holds%.900s", checked->properties[i].name, reason.text.data);
        }
        text_stream_free(&reason);
    }
}

void check_vacuity_print_absent(const struct checked *checked, uint32_t index, FILE *stream) {
    const struct check_result *result = &checked->check->results[index];
    const struct absent_labels *absent = &checked->absent[index];
    if (absent->count > 0 && (result->verdict != VERDICT_HOLDS || result->vacuous == VACUITY_NONE)) {
        fputs(" (", stream);
        print_absent(checked, absent, stream);
        fputc(')', stream);
    }
}
