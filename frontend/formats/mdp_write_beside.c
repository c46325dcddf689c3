/*
 * Writes the files beside a .tra file that have values of variables (.sta) and rewards (.srew for states,
 * .trew for transitions), as PRISM exports them.
 */
#include "frontend/formats/mdp_writer.h"

/* --- values of variables --- */

static int write_state_values(struct mdp_writer *writer, uint64_t state) {
    struct mdp_valuations *valuations = writer->options.valuations;
    uint32_t count = mdp_valuations_count(valuations);
    int failed = mdp_print(writer, "%lu:(", state);
    for (uint32_t i = 0; i < count && !failed; i++) {
        failed = mdp_print(writer, "%s%s", i == 0 ? "" : ",", mdp_valuations_value(valuations, state, i));
    }
    return failed || mdp_print(writer, ")\n");
}

static int write_values(struct mdp_writer *writer) {
    struct mdp_valuations *valuations = writer->options.valuations;
    uint32_t count = mdp_valuations_count(valuations);
    int failed = 0;
    for (uint32_t i = 0; i < count && !failed; i++) {
        failed = mdp_print(writer, "%s%s", i == 0 ? "(" : ",", mdp_valuations_name(valuations, i));
    }
    return failed || mdp_print(writer, count == 0 ? "()\n" : ")\n") ||
           mdp_writer_each_state(writer, writer->mdp->states, write_state_values);
}

int mdp_write_values(struct mdp_writer *writer) {
    const char *path = writer->options.value_path;
    return path == NULL ? 0 : mdp_writer_file(writer, path, write_values);
}

/* --- rewards --- */

static int write_name(struct mdp_writer *writer, const char *what) {
    const char *name = writer->name;
    return (*name != '\0' && mdp_print(writer, "# Reward structure \"%s\"\n", name)) ||
           mdp_print(writer, "# %s rewards\n", what);
}

static int write_state_reward(struct mdp_writer *writer, uint64_t state) {
    double reward = writer->rewards[state];
    return reward != 0 && mdp_print(writer, "%lu %s\n", state, mdp_writer_number_text(writer, reward));
}

static int write_state_rewards(struct mdp_writer *writer) {
    uint64_t count = 0, states = writer->mdp->states;
    for (uint64_t state = 0; state < states && writer->rewards != NULL; state++) {
        count += writer->rewards[state] != 0;
    }
    return write_name(writer, "State") || mdp_print(writer, "%lu %lu\n", states, count) ||
           (count > 0 && mdp_writer_each_state(writer, states, write_state_reward));
}

/* The lines of a choice: all of its transitions have its reward. */
static int write_choice_rewards(struct mdp_writer *writer, uint64_t state, uint64_t choice, uint64_t begin,
                                uint64_t end) {
    double reward =
        writer->rewards[writer->choice] / (writer->mdp->rates ? mdp_writer_sum(writer, begin, end) : 1);
    int failed = 0;
    for (uint64_t edge = begin; edge < end && reward != 0 && !failed; edge++) {
        failed =
            (writer->mdp->chain ? mdp_print(writer, "%lu ", state)
                                : mdp_print(writer, "%lu %lu ", state, choice)) ||
            mdp_print(writer, "%u %s\n", writer->mdp->targets[edge], mdp_writer_number_text(writer, reward));
    }
    return failed;
}

static int count_choice_rewards(struct mdp_writer *writer, uint64_t state, uint64_t choice, uint64_t begin,
                                uint64_t end) {
    (void)state;
    (void)choice;
    writer->lines += writer->rewards[writer->choice] != 0 ? end - begin : 0;
    return 0;
}

static int write_choices_rewards(struct mdp_writer *writer, uint64_t state) {
    return mdp_writer_each_choice(writer, state, write_choice_rewards);
}

static int write_transition_rewards(struct mdp_writer *writer) {
    const struct mdp *mdp = writer->mdp;
    writer->lines = 0;
    for (uint64_t state = 0; state < mdp->states && writer->rewards != NULL; state++) {
        mdp_writer_each_choice(writer, state, count_choice_rewards);
    }
    writer->choice = 0;
    return write_name(writer, "Transition") ||
           (mdp->chain ? mdp_print(writer, "%lu ", mdp->states)
                       : mdp_print(writer, "%lu %lu ", mdp->states, mdp->choices)) ||
           mdp_print(writer, "%lu\n", writer->lines) ||
           (writer->lines > 0 && mdp_writer_each_state(writer, mdp->states, write_choices_rewards));
}

int mdp_write_rewards(struct mdp_writer *writer) {
    const struct mdp *mdp = writer->mdp;
    const struct mdp_reward_paths *paths = writer->options.reward_paths;
    int failed = 0;
    for (uint32_t i = 0; i < mdp->earned_count && paths != NULL && !failed; i++) {
        writer->name = mdp->earned[i].name;
        writer->rewards = mdp->earned[i].states;
        failed = mdp_writer_file(writer, paths[i].states, write_state_rewards) != 0;
        writer->rewards = mdp->earned[i].choices;
        failed = failed || mdp_writer_file(writer, paths[i].transitions, write_transition_rewards) != 0;
    }
    return failed ? -1 : 0;
}
