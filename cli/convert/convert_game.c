/* Converts parity games to parity games. */
#include "base/run.h"
#include "cli/convert/convert.h"
#include "frontend/formats/game_write.h"

int convert_game(struct conversion *work) {
    struct job *job = work->job;
    struct game_store store;
    if (game_read(work->input, &work->options->reading, &job->run, &store, &job->error) != 0) {
        return -1;
    }
    work->result.vertices = store.game.vertices;
    work->result.edges = store.game.edges;
    int failed = job_outputs_spared(job) != 0 ||
                 (work->options->to_min && game_turn_priorities(&store, &job->error) != 0);
    job_end_progress_for(job, work->output);
    failed = failed || game_write(&store, work->output, &job->run, &job->error) != 0;
    game_store_free(&store);
    return failed ? -1 : 0;
}
