# fault: regions below a promoted one stay
# file: parity/regions/region_solve.c
# suites: region
s/each(solver, REGION_RESET, to, end - to)/each(solver, REGION_RESET, begin, end - begin)/
