#ifndef HEDDLE_TESTS_SUPPORT_JSON_SCHEMA_H
#define HEDDLE_TESTS_SUPPORT_JSON_SCHEMA_H

#include <jansson.h>
#include <stddef.h>

/*
 * A validator for the part of JSON Schema (2020-12) that docs/formats uses: type, const, enum, required,
 * properties, additionalProperties, items, prefixItems, minItems, maxItems, minimum, maximum, anyOf, oneOf
 * and $ref to #/$defs. Stricter than the standard in two ways, so that schemas and outputs cannot drift
 * apart: an object with `properties` and without additionalProperties has no other keys, and a schema with a
 * keyword that is not listed here is wrong.
 *
 * 1 when `value` is as `schema` (a part of `root`, which has the $defs) says; else 0, and `why` has where and
 * why.
 */
int json_schema_allows(const json_t *root, const json_t *schema, const json_t *value, char *why,
                       size_t why_bytes);

#endif
