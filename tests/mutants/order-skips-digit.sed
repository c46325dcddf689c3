# fault: sorting states leaves out the highest digit
# function: radix_sort
# suites: explore_oracle
s/for (uint32_t shift = 0; shift < bits; shift += DIGIT_BITS) {/for (uint32_t shift = 0; shift + DIGIT_BITS < bits; shift += DIGIT_BITS) {/
