/* Which options go together. */
#include "base/options/options_rules.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/options/options.h"

/* The next of the names, of *length bytes; NULL after the last. *at begins as the names. */
static const char *next_name(const char **at, size_t *length) {
    const char *name = *at + strspn(*at, " ");
    *length = strcspn(name, " ");
    *at = name + *length;
    return *length == 0 ? NULL : name;
}

static int is_name(const char *option, const char *name, size_t length) {
    return strncmp(option, name, length) == 0 && option[length] == '\0';
}

/* Whether the rule names the option among the others. */
static int has_other(const struct option_rule *rule, const char *option) {
    const char *at = rule->others, *name;
    size_t length;
    while ((name = next_name(&at, &length)) != NULL) {
        if (is_name(option, name, length)) {
            return 1;
        }
    }
    return 0;
}

static int excludes(const struct option_rule *rule, const char *one, const char *other) {
    return rule->relation == OPTION_EXCLUDES && strcmp(rule->option, one) == 0 && has_other(rule, other);
}

int options_exclude(const struct options_command *command, const struct option_row *one,
                    const struct option_row *other) {
    for (const struct option_rule *rule = command->rules; rule != NULL && rule->option != NULL; rule++) {
        if (excludes(rule, one->name, other->name) || excludes(rule, other->name, one->name)) {
            return 1;
        }
    }
    return 0;
}

/* "--a or --b" for what is needed, else "--a, --b"; cut off at `size` bytes. Returns the length. */
static size_t write_others(const struct option_rule *rule, const char *mark, char *text, size_t size) {
    const char *between = "", *at = rule->others, *name;
    size_t length, used = 0;
    while (used < size && (name = next_name(&at, &length)) != NULL) {
        used += (size_t)snprintf(text + used, size - used, "%s%s--%.*s%s", between, mark, (int)length, name,
                                 mark);
        between = rule->relation == OPTION_NEEDS ? " or " : ", ";
    }
    return used < size ? used : size;
}

size_t options_rule_names(const struct option_rule *rule, const char *mark, char *text, size_t size) {
    const size_t used =
        (size_t)snprintf(text, size, rule->relation == OPTION_NEEDS ? "only with " : "not with ");
    return used + write_others(rule, mark, text + used, size - used);
}

void options_rule_text(const struct option_rule *rule, char *text, size_t size) {
    const size_t used = options_rule_names(rule, "", text, size);
    snprintf(text + used, size - used, ": it %s", rule->does);
}

/* --- a command line --- */

/* The first of the names that is given on the line, or NULL. */
static const char *find_given(const struct option_list *given, const char *names, size_t *length) {
    const char *at = names, *name;
    while ((name = next_name(&at, length)) != NULL) {
        for (uint64_t i = 0; i < given->count; i++) {
            if (is_name(given->items[i], name, *length)) {
                return name;
            }
        }
    }
    return NULL;
}

static int check_rule(const struct option_rule *rule, const struct option_list *given, struct error *error) {
    char needed[OPTIONS_RULE_TEXT];
    size_t length;
    if (find_given(given, rule->option, &length) == NULL) {
        return 0;
    }
    const char *other = find_given(given, rule->others, &length);
    if (rule->relation == OPTION_EXCLUDES) {
        return other == NULL
                   ? 0
                   : error_set(error, ERROR_USAGE, "--%s %s, so it excludes --%.*s: give one of them",
                               rule->option, rule->does, (int)length, other);
    }
    write_others(rule, "", needed, sizeof needed);
    return other != NULL
               ? 0
               : error_set(error, ERROR_USAGE, "--%s %s: give %s, too", rule->option, rule->does, needed);
}

int options_check_rules(const struct options_command *command, const struct option_list *given,
                        struct error *error) {
    int failed = 0;
    for (const struct option_rule *rule = command->rules; rule != NULL && rule->option != NULL && !failed;
         rule++) {
        failed = check_rule(rule, given, error) != 0;
    }
    return failed ? -1 : 0;
}
