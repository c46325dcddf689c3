/* Messages about command lines: each names the word that the user has to change. */
#include "base/options/options_message.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/options/options_completion.h"
#include "base/options/options_text.h"
#include "base/text/spelling.h"

const char *options_advice(const struct options_hint *hints, const char *name) {
    while (hints != NULL && hints->name != NULL && strcmp(hints->name, name) != 0) {
        hints++;
    }
    return hints != NULL ? hints->advice : NULL;
}

/* --- options --- */

/* The advice about an option of that name, or NULL. */
static const char *advice_about(const struct options_command *command, const char *name, size_t length) {
    char typed[SPELLING_LONGEST + 1];
    if (length > SPELLING_LONGEST) {
        return NULL;
    }
    snprintf(typed, sizeof typed, "%.*s", (int)length, name);
    return options_advice(command->hints, typed);
}

int options_has_advice(const struct options_command *command, const char *name, size_t length) {
    return advice_about(command, name, length) != NULL;
}

/* The long name that is spelled most alike, or NULL. */
static const char *nearest_name(const struct options_command *command, const char *name, size_t length) {
    char typed[SPELLING_LONGEST + 1];
    struct spelling_guess guess = {.text = typed};
    if (length > SPELLING_LONGEST) {
        return NULL;
    }
    snprintf(typed, sizeof typed, "%.*s", (int)length, name);
    for (unsigned i = 0; i < options_row_count(command); i++) {
        spelling_consider(&guess, options_row(command, i)->name);
    }
    return guess.word;
}

#define FEWEST_LETTERS 4 /* of a word that looks like a long name */

int options_is_like_name(const struct options_command *command, const char *letters) {
    static const char bytes[] = "abcdefghijklmnopqrstuvwxyz-";
    size_t length = strcspn(letters, "=");
    return length >= FEWEST_LETTERS && strspn(letters, bytes) == length &&
           nearest_name(command, letters, length) != NULL;
}

/* An option that a command does not have: by its name, or by its letter if the name is NULL. */
struct missing {
    const char *name;
    size_t length;
    char letter;
};

static int has_option(const struct options_command *command, const struct missing *missing) {
    return missing->name != NULL ? options_find_name(command, missing->name, missing->length) != NULL
                                 : options_find_letter(command, missing->letter) != NULL;
}

#define OWNERS_TEXT 400

/* "convert, minimise and compare have it": the commands with the option; "" if there is none. */
static const char *list_owners(const struct options_program *program, const struct missing *missing,
                               char text[OWNERS_TEXT]) {
    const char *owners[64];
    unsigned count = 0;
    size_t used = 0;
    *text = '\0';
    for (unsigned i = 0; program != NULL && i < program->command_count && count < LENGTH(owners); i++) {
        if (has_option(program->commands[i].options, missing)) {
            owners[count++] = program->commands[i].options->name;
        }
    }
    for (unsigned i = 0; i < count && used < OWNERS_TEXT; i++) {
        used += (size_t)snprintf(text + used, OWNERS_TEXT - used, "%s%s%s",
                                 i == 0           ? ""
                                 : i == count - 1 ? " and "
                                                  : ", ",
                                 owners[i],
                                 i < count - 1 ? ""
                                 : count == 1  ? " has it"
                                               : " have it");
    }
    return text;
}

int options_is_known(const struct options_program *program, const char *name, size_t length) {
    char owners[OWNERS_TEXT];
    return *list_owners(program, &(struct missing){name, length, 0}, owners) != '\0';
}

/* Refuses an option that other commands have. */
static int refuse_foreign(const struct options_command *command, const char *option, const char *owners,
                          struct error *error) {
    return *command->name == '\0'
               ? error_set(error, ERROR_USAGE, "there is no option %s without a command; %s", option, owners)
               : error_set(error, ERROR_USAGE, "`%s` has no option %s; %s", command->name, option, owners);
}

int options_unknown_letter(const struct options_command *command, const struct options_program *program,
                           char letter, struct error *error) {
    const struct missing missing = {NULL, 0, letter};
    const char option[] = {'-', letter > ' ' && letter < 127 ? letter : '?', '\0'};
    char owners[OWNERS_TEXT];
    return *list_owners(program, &missing, owners) != '\0'
               ? refuse_foreign(command, option, owners, error)
               : error_set(error, ERROR_USAGE, "unknown option %s", option);
}

int options_unknown(const struct options_command *command, const struct options_program *program,
                    const char *dashes, const char *name, struct error *error) {
    const struct missing missing = {name, strcspn(name, "="), 0};
    const char *advice = advice_about(command, name, missing.length);
    const char *nearest = nearest_name(command, name, missing.length);
    int shown = missing.length > 200 ? 200 : (int)missing.length;
    char owners[OWNERS_TEXT], option[204];
    if (advice != NULL) {
        return error_set(error, ERROR_USAGE, "there is no option %s%.*s: %s", dashes, shown, name, advice);
    }
    if (!has_option(command, &missing) && *list_owners(program, &missing, owners) != '\0') {
        snprintf(option, sizeof option, "--%.*s", shown, name);
        return refuse_foreign(command, option, owners, error);
    }
    return error_set(error, ERROR_USAGE, "unknown option %s%.*s%s%s%s", dashes, shown, name,
                     nearest != NULL ? "; did you mean --" : "", nearest != NULL ? nearest : "",
                     nearest != NULL ? "?" : "");
}

#define MOST_CHOICES 32

int options_refuse_choice(const struct option_row *row, const char *text, struct error *error) {
    char words[512];
    const char *choices[MOST_CHOICES];
    size_t count = 0;
    snprintf(words, sizeof words, "%s", row->argument);
    for (char *word = words; word != NULL && count < MOST_CHOICES;) {
        choices[count++] = word;
        word = strchr(word, '|');
        if (word != NULL) {
            *word++ = '\0';
        }
    }
    const char *nearest = spelling_nearest(text, strlen(text), choices, count);
    char hint[SPELLING_HINT];
    return error_set(error, ERROR_USAGE, "--%s: '%.200s' is not one of %s%s", row->name, text, row->argument,
                     spelling_hint(hint, "", nearest));
}

/* --- operands --- */

static int is_file(const char *operand) {
    return strcmp(operand, "-") == 0 || access(operand, F_OK) == 0;
}

int options_refuse_missing(const struct options_command *command, const char *missing,
                           const struct options_stray *last, struct error *error) {
    const struct option_row *row = last->option;
    if (row != NULL && completion_label_mode(completion_argument(command, row)) != NULL &&
        is_file(last->argument)) {
        return error_set(error, ERROR_USAGE, "an argument is missing: %s ('%.200s' is the %s of --%s)",
                         missing, last->argument, row->argument, row->name);
    }
    return error_set(error, ERROR_USAGE, "an argument is missing: %s", missing);
}

/* Refuses an operand that should be part of an option's argument. */
static int refuse_stray(const struct options_stray *stray, enum option_completion takes,
                        struct error *error) {
    const char *name = stray->option->name, *argument = stray->argument, *operand = stray->operand;
    switch (takes) {
    case COMPLETION_LABELS:
        return error_set(error, ERROR_USAGE,
                         "unexpected argument '%.200s': the labels of --%s have commas between them, and no "
                         "blanks: --%s %.200s%s%.200s",
                         operand, name, name, argument, argument[strlen(argument) - 1] == ',' ? "" : ",",
                         operand);
    case COMPLETION_LABEL:
        return error_set(
            error, ERROR_USAGE,
            "unexpected argument '%.200s': --%s takes one label, in quotes of the shell if it has "
            "blanks (--%s '%.200s %.200s'), and may be given several times",
            operand, name, name, argument, operand);
    default:
        return error_set(
            error, ERROR_USAGE,
            "unexpected argument '%.200s': --%s takes one formula: put all of it in quotes of the "
            "shell",
            operand, name);
    }
}

int options_refuse_operand(const struct options_command *command, const struct option_list *operands,
                           const struct options_stray *stray, struct error *error) {
    const struct option_argument *argument =
        stray->option != NULL ? completion_argument(command, stray->option) : NULL;
    if (completion_label_mode(argument) != NULL && !is_file(stray->operand)) {
        return refuse_stray(stray, argument->completion, error);
    }
    const char *blamed = operands->items[options_most_operands(command)], *advice = NULL;
    for (uint64_t i = is_file(blamed) ? operands->count : 0; i > 0; i--) {
        if (!is_file(operands->items[i - 1])) {
            blamed = operands->items[i - 1];
        }
    }
    for (uint64_t i = 0; i < operands->count && command->operand_advice != NULL && advice == NULL; i++) {
        advice = command->operand_advice(operands->items[i]);
        blamed = advice != NULL ? operands->items[i] : blamed;
    }
    return error_set(error, ERROR_USAGE, "unexpected argument '%.200s'%s%s", blamed,
                     advice != NULL ? ": " : "", advice != NULL ? advice : "");
}
