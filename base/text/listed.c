/* Lists of texts on the command line. */
#include "base/text/listed.h"

#include <stddef.h>

static int is_blank(char character) {
    return character == ' ' || character == '\t';
}

struct listed_text listed_first(const char *list) {
    while (is_blank(*list)) {
        list++;
    }
    struct listed_text text = {list, list, NULL};
    char quote = *list == '\'' || *list == '"' ? *list : '\0';
    for (const char *at = list; *at != '\0'; at++) {
        int closed = quote == '\0' || (text.end > list + 1 && text.end[-1] == quote);
        if (*at == ',' && closed) {
            text.next = at + 1;
            break;
        }
        if (!is_blank(*at)) {
            text.end = at + 1;
        }
    }
    return text;
}
