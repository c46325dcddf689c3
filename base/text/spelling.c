/* Which word a user may have meant (the distance of Damerau 1964). */
#include "base/text/spelling.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

uint32_t spelling_distance(const char *text, const char *word) {
    size_t m = strlen(text), n = strlen(word);
    if (m == 0 || m > SPELLING_LONGEST || n > SPELLING_LONGEST) {
        return UINT32_MAX;
    }
    if (strncmp(text, word, m) == 0) { /* `text` is an abbreviation of the word */
        return 1;
    }
    /* The edit distance, row by row; swapping two neighbours counts as one edit. */
    uint32_t rows[3][SPELLING_LONGEST + 1];
    for (size_t j = 0; j <= n; j++) {
        rows[0][j] = (uint32_t)j;
    }
    for (size_t i = 1; i <= m; i++) {
        uint32_t *row = rows[i % 3], *before = rows[(i + 2) % 3], *earlier = rows[(i + 1) % 3];
        row[0] = (uint32_t)i;
        for (size_t j = 1; j <= n; j++) {
            uint32_t best = before[j - 1] + (text[i - 1] != word[j - 1]);
            best = before[j] + 1 < best ? before[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && text[i - 1] == word[j - 2] && text[i - 2] == word[j - 1] &&
                earlier[j - 2] + 1 < best) {
                best = earlier[j - 2] + 1;
            }
            row[j] = best;
        }
    }
    uint32_t distance = rows[m % 3][n], most = n < 5 ? 1 : ((uint32_t)n + 2) / 3;
    return distance <= most ? distance + 1 : UINT32_MAX;
}

void spelling_consider(struct spelling_guess *guess, const char *word) {
    const uint32_t distance = spelling_distance(guess->text, word);
    if (distance < (guess->word == NULL ? UINT32_MAX : guess->distance)) {
        guess->distance = distance;
        guess->word = word;
    }
}

const char *spelling_hint(char hint[SPELLING_HINT], const char *mark, const char *word) {
    *hint = '\0';
    if (word != NULL) {
        snprintf(hint, SPELLING_HINT, "; did you mean %s%.200s%s?", mark, word, mark);
    }
    return hint;
}

const char *spelling_nearest(const char *text, size_t length, const char *const *words, size_t count) {
    char typed[SPELLING_LONGEST + 1];
    const char *nearest = NULL;
    uint32_t best = UINT32_MAX;
    if (length < 2 || length > SPELLING_LONGEST) {
        return NULL;
    }
    snprintf(typed, sizeof typed, "%.*s", (int)length, text);
    for (size_t i = 0; i < count; i++) {
        int is_cut = strncmp(words[i], typed, length) == 0 && strlen(words[i]) > length + 1;
        uint32_t distance = strcasecmp(typed, words[i]) == 0 ? 0
                            : is_cut                         ? UINT32_MAX
                                                             : spelling_distance(typed, words[i]);
        size_t most = strlen(words[i]) < 8 ? 1 : strlen(words[i]) / 4; /* changes */
        if (distance < best && distance <= most + 1 && strcmp(typed, words[i]) != 0) {
            best = distance;
            nearest = words[i];
        }
    }
    return nearest;
}
