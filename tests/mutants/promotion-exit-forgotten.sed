# fault: a successor that another region took is no way out
# file: parity/promotion_mend.c
# suites: solve
# cases: 30000
s|^    add_exit(mending, vertex, exit);|    (void)exit;|; s|^static void add_exit|__attribute__((unused)) static void add_exit|
