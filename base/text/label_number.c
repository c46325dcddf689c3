/* The numbers of labels with probabilities and rates: which can be used. */
#include "base/text/label_number.h"

#include <string.h>

#include "base/error.h"
#include "base/fraction.h"
#include "base/text/label.h"
#include "base/text/ratio.h"

int label_number_fraction(const char *label, struct fraction *number) {
    const size_t length = strlen(label);
    size_t action;
    const size_t at = label_text_number(label, length, &action);
    return fraction_parse(label + at, length - at, number);
}

static enum ratio_fault fault_of_double(const char *label) {
    const size_t length = strlen(label);
    size_t action;
    const size_t at = label_text_number(label, length, &action);
    return ratio_fault(label + at, length - at, label_text_value(label, length));
}

int label_number_check(const char *label, enum label_numbers numbers, struct error *error) {
    struct fraction number;
    if (numbers == LABEL_FRACTIONS && label_number_fraction(label, &number) != 0) {
        return error_set(error, ERROR_LIMIT, "'%.200s': the number has too many digits for exact sums",
                         label);
    }
    const enum ratio_fault fault = numbers == LABEL_DOUBLES ? fault_of_double(label)
                                   : number.numerator == 0  ? RATIO_ZERO
                                                            : RATIO_FINE;
    return fault == RATIO_FINE
               ? 0
               : error_set(error, ERROR_INPUT, "'%.200s': the number %s", label, ratio_fault_text(fault));
}
