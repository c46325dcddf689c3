/*
 * The buffers between the parts of a search on several GPUs, and how they move. Part `from` fills a buffer
 * for each other part, in one of three slots in turn. Where its kernels can write into the memory of the
 * others, that is all. Else the buffer moves by NCCL, or is copied by its owner, in a stream of its own,
 * while the next slot is filled. NCCL does not take two parts on one GPU.
 */
#include "explorer/search/gpus/explore_gpus_internal.cuh"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_list.h"
#include "base/device/nccl.h"

#define BUFFER_BYTES ((uint64_t)128 << 20) /* of keys for one other part */
#define BUFFERS_SHARE 16u                  /* all of them: at most this fraction of the memory */
#define MOST_KEYS ((uint64_t)1 << 31)
#define MOST_MESSAGE ((uint64_t)1 << 30) /* bytes: MPI counts in int */
#define WIDEST_SHARE 4u                  /* .. also when they have grown */

static uint64_t words_of(const struct gpus_part *part) {
    return part->search.header->key_words;
}

/* Keys of all buffers of a kind. */
static uint64_t all_keys(const struct gpus *all) {
    return OWNERS_SLOTS * (all->owners - 1) * all->capacity;
}

uint64_t exchange_capacity(const struct gpus_part *part) {
    const struct gpus *all = part->all;
    if (all->options->exchange_keys != 0) {
        return (all->options->exchange_keys + OWNERS_RUN - 1) / OWNERS_RUN * OWNERS_RUN;
    }
    const uint64_t buffers = 2 * OWNERS_SLOTS * (all->owners - 1);
    const uint64_t most = part->search.device->memory.limit / BUFFERS_SHARE / buffers;
    const uint64_t keys = (most < BUFFER_BYTES ? most : BUFFER_BYTES) / (words_of(part) * 8);
    return keys < OWNERS_RUN ? OWNERS_RUN : keys / OWNERS_RUN * OWNERS_RUN;
}

int exchange_is_direct(struct gpus_part *part) {
    const struct gpus *all = part->all;
    const int own = (int)gpus_device(all, part->index);
    int reaches = all->ranks == NULL;
    for (unsigned i = 0; i < all->owners && reaches; i++) {
        const int other = (int)gpus_device(all, i);
        if (other == own) {
            continue;
        }
        reaches = 0;
        if (cudaDeviceCanAccessPeer(&reaches, own, other) == cudaSuccess && reaches) {
            const cudaError_t result = cudaDeviceEnablePeerAccess(other, 0);
            reaches = result == cudaSuccess || result == cudaErrorPeerAccessAlreadyEnabled;
        }
        (void)cudaGetLastError();
    }
    return reaches;
}

/* Whether each part has a GPU of its own. */
static int are_apart(const struct gpus *all) {
    int apart = 1;
    for (unsigned i = 0; i < all->owners && all->ranks == NULL; i++) {
        apart &= device_list_uses(all->run->devices, gpus_device(all, i)) == 1;
    }
    return apart;
}

/* What HEDDLE_EXCHANGE asks for, which must be possible; -1: nothing. 0, or -1 with *error filled. */
static int read_wish(const struct gpus *all, int direct, int *wish, struct error *error) {
    static const char *const names[] = {"direct", "nccl", "copy", "messages"};
    const char *wanted = getenv("HEDDLE_EXCHANGE");
    *wish = -1;
    for (unsigned i = 0; i < LENGTH(names) && wanted != NULL; i++) {
        *wish = strcmp(wanted, names[i]) == 0 ? (int)i : *wish;
    }
    if (wanted != NULL && *wish < 0) {
        return error_set(error, ERROR_USAGE,
                         "HEDDLE_EXCHANGE: '%.100s' is not one of direct, nccl, copy, messages", wanted);
    }
    if (*wish == TRANSPORT_DIRECT && !direct) {
        return error_set(error, ERROR_DEVICE,
                         "HEDDLE_EXCHANGE=direct: a GPU cannot reach the memory of another one");
    }
    if (*wish == TRANSPORT_NCCL && !are_apart(all)) {
        return error_set(error, ERROR_USAGE, "HEDDLE_EXCHANGE=nccl: NCCL takes each GPU once");
    }
    if (*wish >= 0 && (*wish == TRANSPORT_MESSAGES) != (all->ranks != NULL) && *wish != TRANSPORT_NCCL) {
        return error_set(error, ERROR_USAGE, "HEDDLE_EXCHANGE=%s is for %s", wanted,
                         all->ranks != NULL ? "one process" : "several processes");
    }
    return 0;
}

int exchange_choose(struct gpus *all, int direct, struct error *error) {
    int wish;
    if (read_wish(all, direct, &wish, error) != 0) {
        return -1;
    }
    all->transport = all->ranks != NULL ? TRANSPORT_MESSAGES : TRANSPORT_COPY;
    if (direct && (wish < 0 || wish == TRANSPORT_DIRECT)) {
        all->transport = TRANSPORT_DIRECT;
    } else if (are_apart(all) && (wish < 0 || wish == TRANSPORT_NCCL)) {
        all->nccl = nccl_open(all->run->memory, error);
        if (all->nccl == NULL && wish >= 0) {
            return -1;
        }
        if (all->nccl != NULL) {
            all->transport = TRANSPORT_NCCL;
            return all->first == 0 ? nccl_name(all->nccl, all->nccl_id, error) : 0;
        }
        error->code = ERROR_NONE; /* the others do without it */
    }
    return 0;
}

int exchange_may_widen(const struct gpus_part *part) {
    const struct memory *memory = &part->search.device->memory;
    const uint64_t kinds = part->all->transport == TRANSPORT_DIRECT ? 1 : 2;
    const uint64_t more = kinds * part->buffer_bytes;
    const int by_messages = part->all->transport == TRANSPORT_MESSAGES;
    return part->all->capacity < (by_messages ? MOST_MESSAGE / (8 * words_of(part)) : MOST_KEYS) / 2 &&
           more <= memory->limit / WIDEST_SHARE / 2 && more <= memory_left(memory);
}

static int open_stream(struct gpus_part *part) {
    if (DEVICE_CHECK(cudaStreamCreateWithFlags(&part->stream, cudaStreamNonBlocking), &part->error)) {
        return -1;
    }
    for (unsigned i = 0; i < OWNERS_SLOTS; i++) {
        if (DEVICE_CHECK(cudaEventCreateWithFlags(&part->arrived[i], cudaEventDisableTiming), &part->error)) {
            return -1;
        }
    }
    return 0;
}

int exchange_open(struct gpus_part *part) {
    struct device *device = part->search.device;
    const struct gpus *all = part->all;
    const uint64_t bytes = all_keys(all) * words_of(part) * 8;
    if (part->stream == NULL && open_stream(part) != 0) { /* they stay when the buffers grow */
        return -1;
    }
    part->buffer_bytes = bytes;
    part->receive = (uint64_t *)device_allocate(device, bytes, &part->error);
    if (part->receive != NULL && all->transport != TRANSPORT_DIRECT) {
        part->send = (uint64_t *)device_allocate(device, bytes, &part->error);
    }
    if (part->receive == NULL || (all->transport != TRANSPORT_DIRECT && part->send == NULL)) {
        return -1;
    }
    return all->ranks == NULL
               ? 0
               : gpus_mail_open(part->all,
                                all->transport == TRANSPORT_MESSAGES ? all->capacity * words_of(part) : 0,
                                &part->error);
}

void exchange_free_buffers(struct gpus_part *part) {
    gpus_mail_close(part->all);
    device_free(part->search.device, part->receive, part->buffer_bytes);
    device_free(part->search.device, part->send, part->buffer_bytes);
    part->receive = part->send = NULL;
}

int exchange_check(struct gpus_part *part) {
    return part->communicator == NULL ? 0 : nccl_check(part->all->nccl, part->communicator, &part->error);
}

void exchange_leave(struct gpus_part *part) {
    if (part->communicator != NULL) {
        nccl_leave(part->all->nccl, part->communicator);
        part->communicator = NULL;
    }
}

void exchange_close(struct gpus_part *part) {
    exchange_leave(part);
    if (part->stream != NULL) {
        (void)cudaStreamDestroy(part->stream);
    }
    for (unsigned i = 0; i < OWNERS_SLOTS; i++) {
        if (part->arrived[i] != NULL) {
            (void)cudaEventDestroy(part->arrived[i]);
        }
    }
    exchange_free_buffers(part);
}

/* A part's buffer for, or from, `other`. */
static uint64_t *buffer_of(const struct gpus_part *part, uint64_t *buffers, unsigned slot, unsigned other) {
    const struct gpus *all = part->all;
    const uint64_t run = (uint64_t)slot * (all->owners - 1) + owners_run(other, part->index);
    return buffers + run * all->capacity * words_of(part);
}

uint64_t *exchange_arrived(const struct gpus_part *part, unsigned slot, unsigned from) {
    return buffer_of(part, part->receive, slot, from);
}

uint64_t *exchange_buffer(const struct gpus_part *part, unsigned slot, unsigned to) {
    const struct gpus_part *owner = &part->all->parts[to];
    return part->all->transport == TRANSPORT_DIRECT ? buffer_of(owner, owner->receive, slot, part->index)
                                                    : buffer_of(part, part->send, slot, to);
}

static int move_by_nccl(struct gpus_part *part, unsigned slot, const uint64_t *mine, const uint64_t *theirs) {
    const struct gpus *all = part->all;
    const uint64_t words = words_of(part);
    if (nccl_begin(all->nccl, &part->error) != 0) {
        return -1;
    }
    int failed = 0;
    for (unsigned i = 0; i < all->owners && !failed; i++) {
        if (i == part->index) {
            continue;
        }
        failed = (mine[i] != 0 && nccl_send(all->nccl, part->communicator, i, exchange_buffer(part, slot, i),
                                            mine[i] * words, part->stream, &part->error) != 0) ||
                 (theirs[i] != 0 &&
                  nccl_receive(all->nccl, part->communicator, i, buffer_of(part, part->receive, slot, i),
                               theirs[i] * words, part->stream, &part->error) != 0);
    }
    /* Ends the group in any case: nccl_leave would only be noted in one that is open. */
    struct error second;
    return nccl_end(all->nccl, failed ? &second : &part->error) != 0 || failed ? -1 : 0;
}

/* Waits for transfers, unless a part has failed. */
static int await_transfers(struct gpus_part *part) {
    cudaError_t status = cudaErrorNotReady;
    while (status == cudaErrorNotReady) {
        status = cudaStreamQuery(part->stream);
        if (gpus_are_broken(part->all)) {
            part->error.code = ERROR_NONE; /* another part has the reason */
            return -1;
        }
        if (exchange_check(part) != 0) {
            return -1;
        }
    }
    return DEVICE_CHECK(status, &part->error);
}

/* Sends a key to each other part and receives one, because NCCL connects two parts when they first do that.
 */
static int connect_all(struct gpus_part *part) {
    uint64_t one[OWNERS_MOST];
    for (unsigned i = 0; i < part->all->owners; i++) {
        one[i] = i != part->index;
    }
    return move_by_nccl(part, 0, one, one) != 0 ? -1 : await_transfers(part);
}

int exchange_connect(struct gpus_part *part) {
    const struct gpus *all = part->all;
    return all->transport != TRANSPORT_NCCL ? 0
           : nccl_join(all->nccl, all->nccl_id, all->owners, part->index, &part->communicator,
                       &part->error) != 0
               ? -1
               : connect_all(part);
}

static int move_by_copy(struct gpus_part *part, unsigned slot, const uint64_t *theirs) {
    const struct gpus *all = part->all;
    const int own = (int)gpus_device(all, part->index);
    for (unsigned i = 0; i < all->owners; i++) {
        if (i == part->index || theirs[i] == 0) {
            continue;
        }
        const struct gpus_part *from = &all->parts[i];
        if (DEVICE_CHECK(cudaMemcpyPeerAsync(buffer_of(part, part->receive, slot, i), own,
                                             exchange_buffer(from, slot, part->index),
                                             (int)gpus_device(all, i), theirs[i] * words_of(part) * 8,
                                             part->stream),
                         &part->error)) {
            return -1;
        }
    }
    return 0;
}

int exchange_move(struct gpus_part *part, unsigned slot, const uint64_t *mine, const uint64_t *theirs) {
    const struct gpus *all = part->all;
    for (unsigned i = 0; i < all->owners; i++) {
        part->bytes_sent += i != part->index ? mine[i] * words_of(part) * 8 : 0;
    }
    if (all->transport == TRANSPORT_DIRECT) {
        return 0;
    }
    const int failed = all->transport == TRANSPORT_NCCL   ? move_by_nccl(part, slot, mine, theirs)
                       : all->transport == TRANSPORT_COPY ? move_by_copy(part, slot, theirs)
                                                          : gpus_mail_move(part, slot, mine, theirs);
    return failed != 0 || DEVICE_CHECK(cudaEventRecord(part->arrived[slot], part->stream), &part->error) ? -1
                                                                                                         : 0;
}

int exchange_await(struct gpus_part *part, unsigned slot) {
    return part->all->transport != TRANSPORT_DIRECT &&
                   DEVICE_CHECK(cudaStreamWaitEvent(0, part->arrived[slot], 0), &part->error)
               ? -1
               : 0;
}
