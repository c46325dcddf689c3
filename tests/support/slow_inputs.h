#ifndef HEDDLE_TESTS_SUPPORT_SLOW_INPUTS_H
#define HEDDLE_TESTS_SUPPORT_SLOW_INPUTS_H

/* Inputs that take commands long, each in another phase. They go to the folder of the suite (command.h). */

/* Those of jobs that are done always. */
void slow_inputs_few(void);
/* All others. */
void slow_inputs_others(void);

#endif
