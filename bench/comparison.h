#ifndef HEDDLE_BENCH_COMPARISON_H
#define HEDDLE_BENCH_COMPARISON_H

struct bench;
struct record;

/*
 * Tables that put published numbers beside ours, made from the tables recorded so far. A publication without
 * a recorded table is left out. Each 0, or -1 with *bench->error filled.
 *
 * "gpuexplore": Cassee, Neele, Wijs 2017, Table 2. "decomposition": Wijs, Katoen, Bosnacki 2016, Table 2.
 * "ecl": Alabandi, Sands, Biros, Burtscher 2023, Tables 1 to 3 and 5 to 7. "measures": Bootsma 2013,
 * Table 8.1. "claims": what their texts say of figures.
 */
int comparison_tables(struct bench *bench, const struct record *record);

/* The last of them. */
int comparison_claims(struct bench *bench, const struct record *record);

#endif
