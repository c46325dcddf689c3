/* The blocks of a page, and the commands of a block. */
#include "tests/support/manual_page.h"

#include <stdlib.h>
#include <string.h>

int manual_begins(struct manual_text text, const char *beginning) {
    size_t length = strlen(beginning);
    return text.size >= length && memcmp(text.text, beginning, length) == 0;
}

int manual_is(struct manual_text text, const char *whole) {
    return text.size == strlen(whole) && manual_begins(text, whole);
}

/* The line at `next`, without its end, after which the next line begins. */
static struct manual_text line_at(const char *next, const char **following) {
    struct manual_text line = {next, strcspn(next, "\n")};
    *following = next + line.size + (next[line.size] == '\n');
    return line;
}

static void split_fence(struct manual_text line, struct manual_block *block) {
    const char *word = line.text + 3, *end = line.text + line.size;
    size_t length = 0;
    while (word + length < end && word[length] != ' ') {
        length++;
    }
    block->language = (struct manual_text){word, length};
    const char *info = word + length;
    while (info < end && *info == ' ') {
        info++;
    }
    block->info = (struct manual_text){info, (size_t)(end - info)};
}

int manual_next_block(struct manual_cursor *cursor, struct manual_block *block) {
    int inside = 0;
    while (*cursor->next != '\0') {
        const char *following;
        struct manual_text line = line_at(cursor->next, &following);
        size_t indent = strspn(line.text, " ");
        unsigned number = cursor->line++;
        cursor->next = following;
        if (indent >= line.size || strncmp(line.text + indent, "```", 3) != 0) {
            continue;
        }
        if (indent > 0) {
            block->line = number;
            return -1;
        }
        if (!inside) {
            inside = 1;
            block->line = number;
            split_fence(line, block);
            block->body.text = following;
        } else {
            block->body.size = (size_t)(line.text - block->body.text);
            return 1;
        }
    }
    return inside ? -1 : 0;
}

/* The length of "$ ", or of "N$ ", with which a command begins; 0: no command begins here. */
static size_t command_mark(const char *line, const char *end) {
    size_t digits = strspn(line, "0123456789");
    return line + digits + 2 <= end && strncmp(line + digits, "$ ", 2) == 0 ? digits + 2 : 0;
}

int manual_next_step(struct manual_text *rest, unsigned *line, struct manual_step *step) {
    const char *end = rest->text + rest->size, *next = rest->text, *following;
    if (rest->size == 0) {
        return 0;
    }
    size_t mark = command_mark(next, end);
    if (mark == 0) {
        return -1;
    }
    step->line = *line;
    step->status = mark > 2 ? atoi(next) : 0;
    step->command.text = next + mark - 2;
    do {
        line_at(next, &following);
        next = following;
        (*line)++;
    } while (next < end && strncmp(next, "> ", 2) == 0);
    step->command.size = (size_t)(next - step->command.text);
    step->expected.text = next;
    while (next < end && command_mark(next, end) == 0) {
        line_at(next, &following);
        next = following;
        (*line)++;
    }
    step->expected.size = (size_t)(next - step->expected.text);
    *rest = (struct manual_text){next, (size_t)(end - next)};
    return 1;
}

char *manual_command(const struct manual_step *step) {
    char *command = malloc(step->command.size + 1), *to = command;
    const char *from = step->command.text, *end = from + step->command.size;
    while (command != NULL && from < end) {
        const char *following;
        struct manual_text line = line_at(from, &following);
        memcpy(to, line.text + 2, line.size - 2);
        to += line.size - 2;
        *to++ = '\n';
        from = following;
    }
    if (command != NULL) {
        *to = '\0';
    }
    return command;
}
