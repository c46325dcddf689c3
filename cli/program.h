#ifndef HEDDLE_CLI_PROGRAM_H
#define HEDDLE_CLI_PROGRAM_H

struct options_command;
struct options_program;

/* The description of the whole program, for help and manual. */
const struct options_program *program_description(void);

/* Options of `heddle` without a subcommand. */
extern const struct options_command top_command;

/* Subcommands (options_text.h). */
extern const struct options_command info_command, explore_command, check_command, scc_command, mec_command,
    minimise_command, compare_command, solve_command, convert_command, verify_command, simulate_command,
    formula_command, bench_command;
int info_main(int argc, char **argv);
int explore_main(int argc, char **argv);
int check_main(int argc, char **argv);
int scc_main(int argc, char **argv);
int mec_main(int argc, char **argv);
int minimise_main(int argc, char **argv);
int compare_main(int argc, char **argv);
int solve_main(int argc, char **argv);
int convert_main(int argc, char **argv);
int verify_main(int argc, char **argv);
int simulate_main(int argc, char **argv);
int formula_main(int argc, char **argv);
int bench_main(int argc, char **argv);

#endif
