/* Damages a file of JSON values by structure. */
#include "tests/random/random_damage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/testing.h"

/* Strings and names that stand for texts which no JSON value has. */
#define RAW "@@raw:%u@@"
#define DEEP "@@deep:%u@@"
#define AGAIN "@@again@@"

static const char *const raw_texts[] = {"1e400",
                                        "-1e400",
                                        "1e-400",
                                        "9223372036854775808",
                                        "-9223372036854775809",
                                        "18446744073709551616",
                                        "340282366920938463463374607431768211456",
                                        "-0",
                                        "0.0",
                                        "1.0",
                                        "1E2",
                                        "01",
                                        "+1",
                                        "0x10",
                                        "--1",
                                        "1.",
                                        "tru",
                                        "NaN",
                                        "nulll",
                                        "",
                                        ",",
                                        "[",
                                        "]",
                                        "}",
                                        "{\"a\"}",
                                        "[1,]",
                                        "{,}",
                                        "\"\xff\xfe\"",
                                        "\"\xc0\x80\"",
                                        "\"\xed\xa0\x80\"",
                                        "\"a\\u0000b\"",
                                        "\"\\ud800\"",
                                        "\"\\x\"",
                                        "\"open",
                                        "\"a\nb\"",
                                        "'a'",
                                        "1 2",
                                        "{\"hex\":\"6\"}",
                                        "{\"hex\":\"00\"}",
                                        "{\"hex\":\"6G\"}",
                                        "{\"hex\":6}",
                                        "{\"hex\":\"61\",\"hex\":\"62\"}"};

static const json_int_t edges[] = {
    -1,        0,        1,          2,          3,          127,        128,        255,
    256,       65535,    2147483647, 2147483648, 4294967294, 4294967295, 4294967296, 9007199254740992,
    INT64_MAX, INT64_MIN};

/* A member of an object or an element of an array. */
struct place {
    json_t *in;
    const char *key; /* NULL: an element */
    size_t index;
};

/* --- places --- */

static json_t *value_at(const struct place *place) {
    return place->key != NULL ? json_object_get(place->in, place->key)
                              : json_array_get(place->in, place->index);
}

static void put(const struct place *place, json_t *value) {
    if (place->key != NULL) {
        json_object_set_new(place->in, place->key, value);
    } else {
        json_array_set_new(place->in, place->index, value);
    }
}

static void take_out(const struct place *place) {
    if (place->key != NULL) {
        json_object_del(place->in, place->key);
    } else {
        json_array_remove(place->in, place->index);
    }
}

static size_t size_of(const json_t *value) {
    return json_is_object(value) ? json_object_size(value) : json_array_size(value);
}

static struct place child(json_t *of, size_t index) {
    struct place place = {.in = of, .index = index};
    if (json_is_object(of)) {
        void *at = json_object_iter(of);
        for (; index > 0; index--) {
            at = json_object_iter_next(of, at);
        }
        place.key = json_object_iter_key(at);
    }
    return place;
}

/* A place in a file that has values: every `share`-th in the first value, which says what the others are. */
static struct place draw_place(uint64_t *random, json_t *file, uint32_t share) {
    struct place place =
        child(file, random_draw(random, share) == 0 ? 0 : random_draw(random, (uint32_t)size_of(file)));
    json_t *value = value_at(&place);
    while (size_of(value) > 0 && random_draw(random, 5) != 0) {
        place = child(value, random_draw(random, (uint32_t)size_of(value)));
        value = value_at(&place);
    }
    return place;
}

/* A copy of a value of the file: the one of this name in its first value, if it has one and chance wants so.
 */
static json_t *draw_value(uint64_t *random, const json_t *file, const char *key) {
    const json_t *same = key == NULL ? NULL : json_object_get(json_array_get(file, 0), key);
    if (same != NULL && random_draw(random, 2)) {
        return json_deep_copy(same);
    }
    const struct place place = draw_place(random, (json_t *)file, 2);
    return json_deep_copy(value_at(&place));
}

/* A copy of a value of the same type; of the value itself, if chance finds none. */
static json_t *draw_alike(uint64_t *random, const json_t *file, const json_t *value) {
    for (unsigned tries = 0; tries < 20; tries++) {
        const struct place place = draw_place(random, (json_t *)file, 4);
        if (json_typeof(value_at(&place)) == json_typeof(value)) {
            return json_deep_copy(value_at(&place));
        }
    }
    return json_deep_copy(value);
}

/* --- values --- */

static json_t *raw(const char *form, unsigned number) {
    char text[32];
    snprintf(text, sizeof text, form, number);
    return json_string(text);
}

static json_t *draw_text(uint64_t *random, const json_t *value) {
    static const char *const texts[] = {"",         " ",    "i",   "tau",  "'a'",     "a\"b",
                                        "\xc3\xa9", "%s%n", "a,b", "\x7f", "[true*]", "{x}",
                                        "1/0",      "-1",   "1e9", ".",    "a.*",     "("};
    const char *was = json_string_value(value);
    char *text;
    json_t *made;
    switch (random_draw(random, 4)) {
    case 0:
        text = text_repeated("", "x", 1 + random_draw(random, 6000), "");
        break;
    case 1:
        text = text_repeated(was == NULL ? "" : was, was == NULL ? "y" : was, random_draw(random, 2), "x");
        break;
    case 2:
        text = text_repeated(was == NULL ? "" : was, "", 0, "");
        text[strlen(text) / 2] = '\0';
        break;
    default:
        return json_string(texts[random_draw(random, LENGTH(texts))]);
    }
    made = json_string(text); /* NULL: half a character */
    free(text);
    return made == NULL ? json_string("") : made;
}

static json_t *draw_number(uint64_t *random, const json_t *value) {
    const json_int_t was = json_integer_value(value);
    switch (random_draw(random, 4)) {
    case 0:
        return json_integer(was == INT64_MAX ? was : was + 1);
    case 1:
        return json_integer(was == INT64_MIN ? was : was - 1);
    case 2:
        return json_integer(random_draw(random, 8));
    default:
        return json_integer(edges[random_draw(random, LENGTH(edges))]);
    }
}

/* A value of any kind. */
static json_t *draw_kind(uint64_t *random) {
    switch (random_draw(random, 8)) {
    case 0:
        return json_null();
    case 1:
        return json_boolean(random_draw(random, 2));
    case 2:
        return draw_number(random, NULL);
    case 3:
        return json_real(random_draw(random, 2) ? 0.5 : 1e300);
    case 4:
        return draw_text(random, NULL);
    case 5:
        return json_array();
    case 6:
        return json_object();
    default:
        return json_pack("[i, s, {s: n}]", 1, "a", "kind");
    }
}

/* --- damage --- */

static void change(uint64_t *random, const struct place *place) {
    const json_t *value = value_at(place);
    put(place, json_is_integer(value)   ? draw_number(random, value)
               : json_is_string(value)  ? draw_text(random, value)
               : json_is_boolean(value) ? json_boolean(!json_is_true(value))
                                        : draw_kind(random));
}

/* A number becomes one beside it, a truth the other one. */
static void change_a_little(uint64_t *random, const struct place *place) {
    const json_t *value = value_at(place);
    const json_int_t was = json_integer_value(value);
    if (json_is_integer(value) && was > 0) {
        put(place, json_integer(was - 1 + 2 * (json_int_t)random_draw(random, 2)));
    } else if (json_is_integer(value) || json_is_null(value)) {
        put(place, json_integer(random_draw(random, 3)));
    } else if (json_is_boolean(value)) {
        put(place, json_boolean(!json_is_true(value)));
    }
}

static void add_again(const struct place *place) {
    char key[600];
    json_t *copy = json_deep_copy(value_at(place));
    if (place->key != NULL) {
        snprintf(key, sizeof key, AGAIN "%s", place->key);
        json_object_set_new(place->in, key, copy);
    } else {
        json_array_insert_new(place->in, place->index, copy);
    }
}

/* Moves the value to another name or place. */
static void move(uint64_t *random, const struct place *place, const json_t *other) {
    json_t *value = json_incref(value_at(place));
    char key[600];
    if (place->key != NULL) {
        json_t *head = json_array_get(other, 0);
        const struct place named = size_of(head) > 0 && json_is_object(head)
                                       ? child(head, random_draw(random, (uint32_t)size_of(head)))
                                       : *place;
        snprintf(key, sizeof key, "%s", random_draw(random, 2) ? named.key : "x");
        take_out(place);
        json_object_set(place->in, key, value);
    } else {
        take_out(place);
        json_array_insert(place->in, random_draw(random, (uint32_t)size_of(place->in) + 1), value);
    }
    json_decref(value);
}

static void swap(uint64_t *random, const struct place *place) {
    const struct place with = child(place->in, random_draw(random, (uint32_t)size_of(place->in)));
    json_t *one = json_deep_copy(value_at(place)), *two = json_deep_copy(value_at(&with));
    put(place, two);
    put(&with, one);
}

/* Makes the list that the value is, or that it is in, empty, shorter or long. */
static void resize(uint64_t *random, const struct place *place) {
    json_t *value = value_at(place), *list = json_is_array(value) ? value : place->in;
    const size_t size = size_of(list);
    if (!json_is_array(list) || size == 0) {
        put(place, json_array());
    } else if (random_draw(random, 2)) {
        for (size_t kept = random_draw(random, (uint32_t)size); size_of(list) > kept;) {
            json_array_remove(list, kept);
        }
    } else {
        json_t *one = json_deep_copy(json_array_get(list, random_draw(random, (uint32_t)size)));
        for (uint32_t more = 1 + random_draw(random, 300); more > 0; more--) {
            json_array_append(list, one);
        }
        json_decref(one);
    }
}

static void nest(uint64_t *random, const struct place *place) {
    if (random_draw(random, 2)) {
        put(place, raw(DEEP, 1 + random_draw(random, 4000)));
    } else {
        json_t *value = json_deep_copy(value_at(place));
        put(place, random_draw(random, 2) ? json_pack("[o]", value) : json_pack("{s: o}", "label", value));
    }
}

/* Adds a part of the other file, or another value under its name. */
static void add(uint64_t *random, const struct place *place, const json_t *other) {
    const struct place from = draw_place(random, (json_t *)other, 2);
    json_t *added = random_draw(random, 3) ? json_deep_copy(value_at(&from)) : draw_kind(random);
    json_t *value = value_at(place), *to = size_of(value) > 0 && random_draw(random, 2) ? value : place->in;
    if (json_is_object(to)) {
        json_object_set_new(to, from.key == NULL ? "label" : from.key, added);
    } else {
        json_array_insert_new(to, random_draw(random, (uint32_t)size_of(to) + 1), added);
    }
}

/* What is done to a place; the first ones leave most files what they are by their form. */
enum damage {
    ALIKE,
    ALIKE_OF_OTHER,
    NEAR,
    TAKE_OUT,
    SWAP,
    MILD,
    TRANSPLANT = MILD,
    ADD,
    AGAIN_ADDED,
    MOVE,
    RESIZE,
    NEST,
    OF_KIND,
    NO_VALUE,
    CHANGE,
    DAMAGES
};

static void damage(uint64_t *random, json_t *file, const json_t *other, enum damage how) {
    const struct place place = draw_place(random, file, how < MILD ? 6 : 2);
    switch (how) {
    case ALIKE:
    case ALIKE_OF_OTHER:
        put(&place, draw_alike(random, how == ALIKE ? file : other, value_at(&place)));
        break;
    case NEAR:
        change_a_little(random, &place);
        break;
    case TAKE_OUT:
        take_out(&place);
        break;
    case SWAP:
        swap(random, &place);
        break;
    case TRANSPLANT:
        put(&place, draw_value(random, other, place.key));
        break;
    case ADD:
        add(random, &place, other);
        break;
    case AGAIN_ADDED:
        add_again(&place);
        break;
    case MOVE:
        move(random, &place, other);
        break;
    case RESIZE:
        resize(random, &place);
        break;
    case NEST:
        nest(random, &place);
        break;
    case OF_KIND:
        put(&place, draw_kind(random));
        break;
    case NO_VALUE:
        put(&place, raw(RAW, random_draw(random, LENGTH(raw_texts))));
        break;
    default:
        change(random, &place);
    }
}

void random_damage(uint64_t *random, json_t *file, const json_t *other) {
    const int is_mild = random_draw(random, 2) == 0;
    if (size_of(file) > 0) {
        damage(random, file, other, (enum damage)random_draw(random, is_mild ? MILD : DAMAGES));
    }
}

/* --- text --- */

static void put_deep(FILE *stream, unsigned depth) {
    for (unsigned k = 0; k < 2 * depth; k++) {
        fputc(k < depth ? '[' : ']', stream);
    }
}

/* Writes what a text with one of the marks stands for. Returns the length of the mark, or 0. */
static int put_marked(FILE *stream, const char *at) {
    char mark[32];
    unsigned number;
    int length = 0;
    snprintf(mark, sizeof mark, "%.31s", at);
    if (strncmp(at, AGAIN, strlen(AGAIN)) == 0) {
        return (int)strlen(AGAIN);
    }
    if (sscanf(mark, "\"" RAW "\"%n", &number, &length) == 1 && length > 0) {
        fputs(raw_texts[number], stream);
    } else if (sscanf(mark, "\"" DEEP "\"%n", &number, &length) == 1 && length > 0) {
        put_deep(stream, number);
    }
    return length;
}

static void put_value(FILE *stream, const json_t *value) {
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    for (const char *at = text == NULL ? "null" : text; *at != '\0';) {
        const int length = at[0] == '@' || at[1] == '@' ? put_marked(stream, at) : 0;
        if (length == 0) {
            fputc(*at, stream);
        }
        at += length == 0 ? 1 : length;
    }
    free(text);
    fputc('\n', stream);
}

char *random_damage_text(const json_t *file, size_t *length) {
    char *text = NULL;
    FILE *stream = open_memstream(&text, length);
    for (size_t k = 0; k < json_array_size(file); k++) {
        put_value(test_present(stream), json_array_get(file, k));
    }
    fclose(stream);
    return test_present(text);
}

size_t random_damage_bytes(uint64_t *random, char *text, size_t length) {
    const size_t at = length == 0 ? 0 : random_next(random) % length;
    if (length == 0) {
        return 0;
    }
    switch (random_draw(random, 4)) {
    case 0:
        return at;
    case 1:
        memmove(text + at, text + at + 1, length - at - 1);
        return length - 1;
    case 2:
        memmove(text + at + 1, text + at, length - at);
        return length + 1;
    default:
        text[at] = (char)random_draw(random, 256);
        return length;
    }
}
