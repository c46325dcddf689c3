/* JSON Schema, as far as docs/formats uses it. */
#include "tests/support/json_schema.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The current place in the value, and the fault that was found. */
struct place {
    const json_t *root;
    char path[512]; /* the value's path, "$.properties[0].name" */
    char *why;
    size_t why_bytes;
};

static int allows(struct place *place, const json_t *schema, const json_t *value);

static int refuse(struct place *place, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(place->why, place->why_bytes, "%s: %s", place->path, text);
    return 0;
}

/* A member of the value, whose path is that of the value and `part`. */
static int allows_at(struct place *place, const json_t *schema, const json_t *value, const char *part) {
    size_t length = strlen(place->path);
    snprintf(place->path + length, sizeof place->path - length, "%s", part);
    int allowed = allows(place, schema, value);
    place->path[length] = '\0';
    return allowed;
}

static int is_of_type(const json_t *value, const char *type) {
    return (strcmp(type, "object") == 0 && json_is_object(value)) ||
           (strcmp(type, "array") == 0 && json_is_array(value)) ||
           (strcmp(type, "string") == 0 && json_is_string(value)) ||
           (strcmp(type, "integer") == 0 && json_is_integer(value)) ||
           (strcmp(type, "number") == 0 && json_is_number(value)) ||
           (strcmp(type, "boolean") == 0 && json_is_boolean(value)) ||
           (strcmp(type, "null") == 0 && json_is_null(value));
}

static int check_type(struct place *place, const json_t *type, const json_t *value) {
    size_t i;
    json_t *one;
    int found = json_is_string(type) && is_of_type(value, json_string_value(type));
    json_array_foreach((json_t *)type, i, one) {
        found |= is_of_type(value, json_string_value(one));
    }
    return found || refuse(place, "it is of another type");
}

static int check_enum(struct place *place, const json_t *values, const json_t *value) {
    size_t i;
    json_t *one;
    json_array_foreach((json_t *)values, i, one) {
        if (json_equal(one, value)) {
            return 1;
        }
    }
    return refuse(place, "it is not one of the listed values");
}

/* How many of the schemas allow the value. */
static unsigned count_allowing(struct place *place, const json_t *schemas, const json_t *value) {
    size_t i;
    json_t *one;
    unsigned count = 0;
    json_array_foreach((json_t *)schemas, i, one) {
        count += allows(place, one, value) != 0;
    }
    return count;
}

static int check_required(struct place *place, const json_t *keys, const json_t *value) {
    size_t i;
    json_t *key;
    json_array_foreach((json_t *)keys, i, key) {
        if (json_is_object(value) && json_object_get(value, json_string_value(key)) == NULL) {
            return refuse(place, "the key %s is missing", json_string_value(key));
        }
    }
    return 1;
}

static int check_members(struct place *place, const json_t *schema, const json_t *value) {
    const json_t *known = json_object_get(schema, "properties");
    const json_t *others = json_object_get(schema, "additionalProperties");
    const char *key;
    json_t *member;
    if (known == NULL && others == NULL) {
        return 1;
    }
    json_object_foreach((json_t *)value, key, member) {
        const json_t *of = json_object_get(known, key);
        char part[128];
        of = of != NULL ? of : others;
        if (of == NULL) {
            return refuse(place, "the key %s is not described", key);
        }
        snprintf(part, sizeof part, ".%s", key);
        if (!allows_at(place, of, member, part)) {
            return 0;
        }
    }
    return 1;
}

static int check_items(struct place *place, const json_t *schema, const json_t *value) {
    const json_t *first = json_object_get(schema, "prefixItems"), *rest = json_object_get(schema, "items");
    size_t i;
    json_t *item;
    json_array_foreach((json_t *)value, i, item) {
        const json_t *of = i < json_array_size(first) ? json_array_get(first, i) : rest;
        char part[32];
        snprintf(part, sizeof part, "[%zu]", i);
        if (of != NULL && !allows_at(place, of, item, part)) {
            return 0;
        }
    }
    return 1;
}

static int check_bound(struct place *place, const char *keyword, const json_t *bound, const json_t *value) {
    double size = json_is_array(value) ? (double)json_array_size(value) : json_number_value(value);
    int applies = strstr(keyword, "Items") != NULL ? json_is_array(value) : json_is_number(value);
    int least = strncmp(keyword, "min", 3) == 0;
    double limit = json_number_value(bound);
    return !applies || (least ? size >= limit : size <= limit) ||
           refuse(place, "it breaks %s %g", keyword, limit);
}

static int check_reference(struct place *place, const char *reference, const json_t *value) {
    static const char beginning[] = "#/$defs/";
    const json_t *of =
        strncmp(reference, beginning, sizeof beginning - 1) == 0
            ? json_object_get(json_object_get(place->root, "$defs"), reference + sizeof beginning - 1)
            : NULL;
    return of != NULL ? allows(place, of, value) : refuse(place, "the schema has no %s", reference);
}

static int is_one_of(const char *word, const char *const *words) {
    while (*words != NULL && strcmp(word, *words) != 0) {
        words++;
    }
    return *words != NULL;
}

static int check_keyword(struct place *place, const json_t *schema, const char *keyword, const json_t *of,
                         const json_t *value) {
    static const char *const silent[] = {"$schema", "$defs", "title", "description", NULL};
    static const char *const members[] = {"properties", "additionalProperties", NULL};
    static const char *const items[] = {"items", "prefixItems", NULL};
    static const char *const bounds[] = {"minimum", "maximum", "minItems", "maxItems", NULL};
    if (is_one_of(keyword, silent)) {
        return 1;
    }
    if (is_one_of(keyword, members)) {
        return check_members(place, schema, value);
    }
    if (is_one_of(keyword, items)) {
        return check_items(place, schema, value);
    }
    if (is_one_of(keyword, bounds)) {
        return check_bound(place, keyword, of, value);
    }
    if (strcmp(keyword, "type") == 0) {
        return check_type(place, of, value);
    }
    if (strcmp(keyword, "const") == 0) {
        return json_equal(of, value) || refuse(place, "it is not the one value that it may be");
    }
    if (strcmp(keyword, "enum") == 0) {
        return check_enum(place, of, value);
    }
    if (strcmp(keyword, "required") == 0) {
        return check_required(place, of, value);
    }
    if (strcmp(keyword, "$ref") == 0) {
        return check_reference(place, json_string_value(of), value);
    }
    if (strcmp(keyword, "anyOf") == 0) {
        return count_allowing(place, of, value) > 0;
    }
    if (strcmp(keyword, "oneOf") == 0) {
        return count_allowing(place, of, value) == 1 || refuse(place, "not exactly one alternative fits");
    }
    return refuse(place, "the schema has a keyword %s, which this validator does not know", keyword);
}

static int allows(struct place *place, const json_t *schema, const json_t *value) {
    const char *keyword;
    json_t *of;
    json_object_foreach((json_t *)schema, keyword, of) {
        if (!check_keyword(place, schema, keyword, of, value)) {
            return 0;
        }
    }
    return json_is_object(schema) || refuse(place, "there is no schema for it");
}

int json_schema_allows(const json_t *root, const json_t *schema, const json_t *value, char *why,
                       size_t why_bytes) {
    struct place place = {.root = root, .path = "$", .why = why, .why_bytes = why_bytes};
    snprintf(why, why_bytes, "nothing");
    return allows(&place, schema, value);
}
