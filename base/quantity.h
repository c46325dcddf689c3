#ifndef HEDDLE_BASE_QUANTITY_H
#define HEDDLE_BASE_QUANTITY_H

#include <stddef.h>
#include <stdint.h>

/*
 * Numbers as people write and read them. The parsers accept the whole text or fail; 0, or -1 with the result
 * unchanged.
 */

/* Accepts digits only. */
int quantity_parse_number(const char *text, uint64_t *number);
/* Accepts digits, or digits with an exponent: 1000, 1e6. */
int quantity_parse_count(const char *text, uint64_t *number);
/* Bytes: 4096, 512M, 4G, 1.5G, 2GiB; K, M, G, T are powers of 1024, in upper or lower case. */
int quantity_parse_size(const char *text, uint64_t *bytes);
/* Seconds: 90, 90s, 0.5s, 5m, 2h. */
int quantity_parse_duration(const char *text, double *seconds);

/* Size of the buffer for the functions below: the longest result with its NUL. */
#define QUANTITY_TEXT 48

/* "34 012 224" */
const char *quantity_number(uint64_t number, char *buffer);
/* "512 B", "1.50 GiB" */
const char *quantity_bytes(uint64_t bytes, char *buffer);
/* "0.012 s", "12.3 s", "2 min 05 s", "1 h 05 min" */
const char *quantity_seconds(double seconds, char *buffer);
/*
 * The first three significant digits, without exponent and without zeros at the end: "0.0000312", "1.2",
 * "53.2", "1270". So a number given with fewer digits does not look more precise. The number is not negative;
 * below 10^-9 the text is "0".
 */
const char *quantity_significant(double number, char *buffer);
/* "532", "53.2 k", "5.32 M", "1.20 G" */
const char *quantity_rough(double number, char *buffer);

#endif
