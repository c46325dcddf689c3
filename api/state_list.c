/* Files that say what each state belongs to: its component, its class. */
#include "api/state_list.h"

#include "api/job.h"
#include "base/stream/output.h"

#define LINES_BETWEEN_LOOKS 1048576u /* lines between two looks at the stop flag */

static int write_line(output *file, uint64_t state, uint32_t group, struct error *error) {
    return output_number(file, state, error) != 0 || output_text(file, " ", error) != 0 ||
                   (group == STATE_LIST_NONE ? output_text(file, "-", error)
                                             : output_number(file, group, error)) != 0 ||
                   output_text(file, "\n", error) != 0
               ? -1
               : 0;
}

static int write_lines(struct job *job, const struct state_list *list, output *file) {
    for (uint64_t state = 0; state < list->states; state++) {
        if (state % LINES_BETWEEN_LOOKS == 0) {
            run_tell(&job->run, "writing", state, list->states, "states");
            if (run_should_stop(&job->run)) {
                return error_set(&job->error, ERROR_INTERRUPTED, "interrupted");
            }
        }
        if (write_line(file, state, list->group(list->context, state), &job->error) != 0) {
            return -1;
        }
    }
    return 0;
}

int state_list_write(struct job *job, const char *path, const struct state_list *list) {
    job_end_progress_for(job, path);
    output *file = output_create(&job->run, path, &job->error);
    const int failed = file == NULL || write_lines(job, list, file) != 0;
    return output_end(file, failed, &job->error);
}
