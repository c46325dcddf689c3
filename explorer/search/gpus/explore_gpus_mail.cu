/*
 * Messages between the processes of a search on several GPUs. A process tells the others that it has failed,
 * because their GPUs may wait for its keys. Where there is no NCCL, keys travel in messages, too, through the
 * memory of the hosts: then a round waits until all keys have arrived.
 */
#include "explorer/search/gpus/explore_gpus_internal.cuh"

#include "base/device/device_check.cuh"
#include "base/ranks/ranks.h"

#define HEAD_WORDS 2u /* the sender, and the number of keys; then the keys */
#define FAILED UINT64_MAX
#define EVENTS (3 * OWNERS_MOST)

static const uint64_t *failure_of(unsigned rank) {
    static uint64_t notices[OWNERS_MOST][HEAD_WORDS]; /* they may be under way after the search */
    notices[rank][0] = rank;
    notices[rank][1] = FAILED;
    return notices[rank];
}

static void *context_of(const struct gpus *all) {
    return all->ranks->context;
}

static void await_message(const struct gpus *all, unsigned slot) {
    const struct gpus_mail *mail = &all->mail;
    all->ranks->functions->receive(context_of(all), slot, mail->in + slot * mail->words, mail->words * 8);
}

/* Slots of keys are [0, owners), those of failures [owners, 2 * owners). */
int gpus_mail_open(struct gpus *all, uint64_t words, struct error *error) {
    struct gpus_mail *mail = &all->mail;
    mail->words = HEAD_WORDS + words;
    mail->sent = mail->awaits = 0;
    mail->bytes = (2 * all->owners - 1) * mail->words * 8;
    if (DEVICE_CHECK(cudaHostAlloc((void **)&mail->out, mail->bytes, cudaHostAllocDefault), error)) {
        mail->out = NULL;
        return -1;
    }
    mail->in = mail->out + all->owners * mail->words;
    if (all->ranks->functions->open(context_of(all), 2 * all->owners, all->owners - 1) != 0) {
        return error_memory(error, "for messages between processes");
    }
    mail->is_open = 1;
    for (unsigned slot = 0; slot + 1 < all->owners; slot++) {
        await_message(all, slot);
    }
    return 0;
}

void gpus_mail_close(struct gpus *all) {
    struct gpus_mail *mail = &all->mail;
    if (mail->is_open) {
        all->ranks->functions->close(context_of(all));
        mail->is_open = 0;
    }
    if (mail->out != NULL) {
        (void)cudaFreeHost(mail->out);
        mail->out = NULL;
    }
}

void gpus_mail_tell_failure(struct gpus *all) {
    for (unsigned to = 0; to < all->owners && all->mail.is_open; to++) {
        if (to != all->first) {
            all->ranks->functions->send(context_of(all), all->owners + to, to, failure_of(all->first),
                                        HEAD_WORDS * 8);
        }
    }
}

/* Takes a message, and awaits the next one in its slot. 0, or -1 with part->error. */
static int take_message(struct gpus_part *part, unsigned receipt, unsigned slot) {
    struct gpus *all = part->all;
    struct gpus_mail *mail = &all->mail;
    const uint64_t *message = mail->in + receipt * mail->words;
    int failed = 0;
    if (message[1] == FAILED) {
        __atomic_store_n(&all->broken, 1, __ATOMIC_RELAXED);
    } else {
        failed = DEVICE_CHECK(cudaMemcpyAsync(exchange_arrived(part, slot, (unsigned)message[0]),
                                              message + HEAD_WORDS,
                                              message[1] * part->search.header->key_words * 8,
                                              cudaMemcpyHostToDevice, part->stream),
                              &part->error) ||
                 DEVICE_CHECK(cudaStreamSynchronize(part->stream), &part->error);
        mail->awaits--;
    }
    await_message(all, receipt);
    return failed ? -1 : 0;
}

int gpus_mail_poll(struct gpus_part *part, unsigned slot) {
    struct gpus *all = part->all;
    struct ranks_event events[EVENTS];
    int failed = 0;
    if (!all->mail.is_open) {
        return 0;
    }
    const unsigned count = all->ranks->functions->poll(context_of(all), events, EVENTS);
    for (unsigned i = 0; i < count; i++) {
        if (events[i].received) {
            failed |= take_message(part, events[i].slot, slot) != 0;
        } else if (events[i].slot < all->owners) {
            all->mail.sent--;
        }
    }
    return failed ? -1 : 0;
}

/* Copies the keys for another part from the GPU, and sends them. 0, or -1 with part->error. */
static int send_keys(struct gpus_part *part, unsigned slot, unsigned to, uint64_t keys) {
    struct gpus *all = part->all;
    struct gpus_mail *mail = &all->mail;
    const uint64_t bytes = keys * part->search.header->key_words * 8;
    uint64_t *message = mail->out + to * mail->words;
    message[0] = part->index;
    message[1] = keys;
    if (DEVICE_CHECK(cudaMemcpyAsync(message + HEAD_WORDS, exchange_buffer(part, slot, to), bytes,
                                     cudaMemcpyDeviceToHost, part->stream),
                     &part->error) ||
        DEVICE_CHECK(cudaStreamSynchronize(part->stream), &part->error)) {
        return -1;
    }
    mail->sent++;
    all->ranks->functions->send(context_of(all), to, to, message, HEAD_WORDS * 8 + bytes);
    return 0;
}

int gpus_mail_move(struct gpus_part *part, unsigned slot, const uint64_t *mine, const uint64_t *theirs) {
    struct gpus *all = part->all;
    struct gpus_mail *mail = &all->mail;
    for (unsigned i = 0; i < all->owners; i++) {
        mail->awaits += i != part->index && theirs[i] != 0;
    }
    for (unsigned i = 0; i < all->owners; i++) {
        if (i != part->index && mine[i] != 0 && send_keys(part, slot, i, mine[i]) != 0) {
            return -1;
        }
    }
    while ((mail->sent != 0 || mail->awaits != 0) && !all->broken) {
        if (gpus_mail_poll(part, slot) != 0) {
            return -1;
        }
    }
    part->error.code = ERROR_NONE; /* if it is broken, another process has the reason */
    return all->broken ? -1 : 0;
}
