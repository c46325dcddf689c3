/* Work that spreads over the vertices of several ranks (spread.h). */
#include "explorer/distributed/spread.h"

#include "base/memory.h"

int spread_open(struct spread *spread, uint64_t vertices, struct memory *memory) {
    *spread = (struct spread){.memory = memory, .vertices = vertices};
    spread->queue = memory_allocate_array(memory, vertices, sizeof *spread->queue);
    spread->next = memory_allocate_array(memory, vertices, sizeof *spread->next);
    return spread->queue == NULL || spread->next == NULL ? -1 : 0;
}

void spread_close(struct spread *spread) {
    if (spread->memory != NULL) {
        memory_free(spread->memory, spread->queue, spread->vertices * sizeof *spread->queue);
        memory_free(spread->memory, spread->next, spread->vertices * sizeof *spread->next);
    }
    *spread = (struct spread){0};
}

int spread_run(struct spread *spread, mail *mail, spread_sender *send, mail_taker *take, void *context) {
    do {
        int failed = 0;
        spread->next_count = spread->appended = 0;
        mail_begin(mail, take, context);
        for (uint64_t i = 0; i < spread->queue_count && !failed; i++) {
            failed = send(context, spread->queue[i]) != 0;
        }
        if (mail_end(mail, failed, &spread->appended, 1) != 0) {
            return -1;
        }
        uint32_t *swap = spread->queue;
        spread->queue = spread->next;
        spread->next = swap;
        spread->queue_count = spread->next_count;
    } while (spread->appended != 0);
    return 0;
}
