/* Checkpoints of the searches of `heddle explore` and `heddle check`. */
#include "api/checkpoint.h"

#include "api/job.h"
#include "api/search.h"
#include "base/ranks/ranks.h"
#include "explorer/backend.h"
#include "explorer/model/model.h"

void checkpoint_choose_engine(struct job *job, const struct checkpoint_options *options) {
    if ((options->folder != NULL || options->resume != NULL) && !job->backend->on_device) {
        job->backend = backends[0];
    }
}

int checkpoints_describe(struct job *job, struct checkpoints *checkpoints, const char *text) {
    const char *gap = checkpoints->text.length == 0 ? "" : " ";
    return text_buffer_add(&job->memory, &checkpoints->text, gap) != 0 ||
                   text_buffer_add(&job->memory, &checkpoints->text, text) != 0
               ? error_memory(&job->error, "for checkpoints")
               : 0;
}

static void tell(void *context, int warns, const char *text) {
    struct job *job = context;
    if (warns) {
        job_warning(job, "%s", text);
    } else {
        job_message(job, "%s", text);
    }
}

/* The sum of the network alone: compiled without observer, as any command does. */
static int sum_network(struct job *job, const struct network *network, char digits[SHA256_DIGITS]) {
    const struct model_options plain = {.words = 0};
    model *model = model_compile(network, &plain, &job->run, &job->error);
    if (model == NULL) {
        return -1;
    }
    const struct checkpoint_part image = {model_image(model), model_header(model)->bytes};
    checkpoint_sum(&image, 1, digits);
    model_free(model);
    return 0;
}

int checkpoints_begin(struct job *job, struct checkpoints *checkpoints,
                      const struct checkpoint_options *options, const char *input,
                      const struct network *network, struct explore_options *explore) {
    struct checkpoint *checkpoint = &checkpoints->checkpoint;
    if (options->folder == NULL && options->resume == NULL) {
        return 0;
    }
    *checkpoint = (struct checkpoint){
        .folder = options->folder,
        .resume = options->resume,
        .interval = options->interval < 0 ? CHECKPOINT_INTERVAL : options->interval,
        .follows = checkpoints->follows,
        .follows_rank = job->run.ranks != NULL && job->run.ranks->rank != 0,
        .identity = {.input = input, .options = checkpoints->text.data},
        .tell = tell,
        .tell_context = job,
    };
    explore->checkpoint = checkpoint;
    return sum_network(job, network, checkpoint->identity.network) != 0 ||
                   checkpoint_open(checkpoint, &job->error) != 0
               ? -1
               : 0;
}

void checkpoints_end(struct job *job, struct checkpoints *checkpoints, int complete) {
    const struct checkpoint *checkpoint = &checkpoints->checkpoint;
    if (!complete && checkpoint->written != 0) {
        job_message(job, "to continue, run the same command with --resume %s", checkpoint->folder);
    }
    checkpoint_close(&checkpoints->checkpoint);
    text_buffer_free(&job->memory, &checkpoints->text);
}
