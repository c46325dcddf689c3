/* Numbers that occur nowhere, by the gaps between those that occur (number_gaps.h). */
#include "specs/data/number_gaps.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "specs/data/value_number.h"

#define MOST_FILLED 1024u /* most numbers of a class that fill gaps */

static int has_one_sort(const struct sort_class *class) {
    return (class->number_sorts & (class->number_sorts - 1)) == 0;
}

static int has_reals_alone(const struct sort_class *class) {
    return class->number_sorts == 1u << NUMBER_REAL;
}

/* --- gaps --- */

/* The integers between two numbers. */
struct between {
    mpz_t first;
    uint32_t count; /* or UINT32_MAX, if they are more */
};

static void between_begin(const struct values *values, uint32_t low, uint32_t high, struct between *between) {
    mpq_t number;
    mpz_t last;
    mpq_init(number);
    mpz_inits(between->first, last, NULL);
    value_get_rational(values, low, number);
    mpz_fdiv_q(between->first, mpq_numref(number), mpq_denref(number));
    mpz_add_ui(between->first, between->first, 1);
    value_get_rational(values, high, number);
    mpz_cdiv_q(last, mpq_numref(number), mpq_denref(number));
    mpz_sub(last, last, between->first);
    between->count = mpz_sgn(last) <= 0                  ? 0
                     : mpz_cmp_ui(last, UINT32_MAX) >= 0 ? UINT32_MAX
                                                         : (uint32_t)mpz_get_ui(last);
    mpq_clear(number);
    mpz_clear(last);
}

/* Adds the integers of a gap to the values of a class. */
static int fill(struct sort_classes *classes, uint32_t class, const struct between *between) {
    mpq_t number;
    int failed = 0;
    mpq_init(number);
    mpq_set_z(number, between->first);
    for (uint32_t i = 0; i < between->count && !failed; i++) {
        uint32_t value = value_rational(classes->known, number);
        failed = value == VALUE_NONE || (value != UNKNOWN && sort_class_add(classes, class, value) != 0);
        mpz_add_ui(mpq_numref(number), mpq_numref(number), 1);
    }
    mpq_clear(number);
    return failed ? -1 : 0;
}

/* --- points --- */

static int compare_points(const void *left, const void *right, void *values) {
    return value_compare(values, *(const uint32_t *)left, *(const uint32_t *)right);
}

static void free_points(struct sort_classes *classes, struct sort_class *class) {
    memory_free(classes->memory, class->point, class->points * sizeof *class->point);
    class->point = NULL;
    class->points = 0;
}

/* Makes the points of all numbers of the class, or of 0 alone. */
static int make_points(struct sort_classes *classes, struct sort_class *class) {
    uint64_t count = 0;
    free_points(classes, class);
    for (uint64_t i = 0; i < class->values; i++) {
        count += (uint64_t)value_is_number(classes->known, class->value[i]);
    }
    count = class->is_ordered ? count : 1;
    class->point = memory_allocate_array(classes->memory, count, sizeof *class->point);
    if (class->point == NULL) {
        return -1;
    }
    class->points = count;
    for (uint64_t i = 0; i < class->values && count > 0; i++) {
        if (value_is_number(classes->known, class->value[i]) &&
            (class->is_ordered || value_sign(classes->known, class->value[i]) == 0)) {
            class->point[--count] = class->value[i];
        }
    }
    qsort_r(class->point, class->points, sizeof *class->point, compare_points, classes->known);
    return 0;
}

/* Fills the gaps on one side of 0, as long as they are not too large. */
static int fill_side(struct sort_classes *classes, uint32_t number, int negative, uint32_t *left) {
    int failed = 0;
    for (uint64_t i = 1; i < classes->class[number].points && !failed; i++) {
        struct between between;
        const uint32_t *end = &classes->class[number].point[i - 1];
        if ((value_sign(classes->known, end[0]) < 0) == negative) {
            between_begin(classes->known, end[0], end[1], &between);
            if (between.count <= *left) {
                *left -= between.count;
                failed = fill(classes, number, &between) != 0;
            }
            mpz_clear(between.first);
        }
    }
    return failed ? -1 : 0;
}

/* Finds how many integers are in each gap. */
static int make_room(struct sort_classes *classes, struct sort_class *class) {
    class->room = memory_allocate_array(classes->memory, class->points + 1, sizeof *class->room);
    if (class->room == NULL) {
        return -1;
    }
    class->room[0] = class->room[class->points] = UINT32_MAX;
    for (uint64_t i = 1; i < class->points; i++) {
        struct between between;
        between_begin(classes->known, class->point[i - 1], class->point[i], &between);
        class->room[i] = between.count;
        mpz_clear(between.first);
    }
    return 0;
}

int number_gaps_complete(struct sort_classes *classes, uint32_t number) {
    uint32_t zero = value_number(classes->known, 0), left = MOST_FILLED;
    struct sort_class *class = &classes->class[number];
    class->occurring = class->values;
    if (!class->is_number || (!class->is_ordered && has_one_sort(class))) {
        return 0;
    }
    if (zero == VALUE_NONE || sort_class_add(classes, number, zero) != 0 ||
        make_points(classes, class) != 0) {
        return -1;
    }
    if (class->is_ordered && !has_reals_alone(class) &&
        (fill_side(classes, number, 0, &left) != 0 || fill_side(classes, number, 1, &left) != 0 ||
         make_points(classes, class) != 0)) {
        return -1;
    }
    return make_room(classes, class);
}

/* --- regions --- */

uint32_t number_gaps_regions(const struct sort_class *class) {
    return class->points == 0 ? 1 : 2 * ((uint32_t) class->points + 1);
}

static int is_positive(const struct sort_classes *classes, const struct sort_class *class, uint32_t region) {
    return region / 2 > 0 && value_sign(classes->known, class->point[region / 2 - 1]) >= 0;
}

uint32_t number_gaps_room(const struct sort_classes *classes, const struct sort_class *class, uint32_t region,
                          enum number_sort sort, int *is_uncertain) {
    *is_uncertain = 0;
    if (class->points == 0) {
        return UINT32_MAX;
    }
    int positive = is_positive(classes, class, region);
    if (region % 2 != 0 || has_reals_alone(class)) {
        *is_uncertain = sort == NUMBER_NONE;
        return (region % 2 != 0 && has_reals_alone(class)) || (sort != NUMBER_REAL && sort != NUMBER_NONE)
                   ? 0
                   : UINT32_MAX;
    }
    uint32_t room = class->room[region / 2];
    /* of few numbers, a value that is not known may be one */
    *is_uncertain = (sort == NUMBER_NONE && !positive) || (class->has_opaque && room != UINT32_MAX);
    return (sort == NUMBER_POS || sort == NUMBER_NAT) && !positive ? 0 : room;
}

uint32_t number_gaps_fit(const struct sort_classes *classes, const struct sort_class *class, uint32_t region,
                         enum number_sort sort) {
    unsigned others = class->number_sorts & ~((2u << sort) - 1); /* sorts of which this is a part */
    if (sort == NUMBER_REAL || (class->number_sorts != 0 && others == 0)) {
        return TRUE_VALUE;
    }
    if (class->points == 0 || has_reals_alone(class)) {
        return UNKNOWN;
    }
    return value_truth(region % 2 == 0 && (sort == NUMBER_INT || is_positive(classes, class, region)));
}

int number_gaps_may_have(const struct sort_classes *classes, const struct sort_class *class, uint32_t region,
                         uint32_t number) {
    return class->points == 0 ||
           (number_gaps_compare(classes, class, region, number) == 0 &&
            (has_reals_alone(class) || value_is_integer(classes->known, number) == (region % 2 == 0)));
}

int number_gaps_compare(const struct sort_classes *classes, const struct sort_class *class, uint32_t region,
                        uint32_t number) {
    uint32_t gap = region / 2;
    if (class->points == 0) {
        return 0;
    }
    if (gap < class->points && value_compare(classes->known, number, class->point[gap]) >= 0) {
        return -1;
    }
    return gap > 0 && value_compare(classes->known, number, class->point[gap - 1]) <= 0;
}
