/* Accounted allocation, and address ranges that grow in place. */
#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/memory_file.h"

#define HUGE_PAGE ((uint64_t)2 << 20)
#define LARGE_BLOCK (8 * HUGE_PAGE)
#define ADDRESS_LIMIT ((uint64_t)1 << 44) /* the largest address range to reserve, in bytes */

void memory_init(struct memory *memory, uint64_t limit) {
    memory->used = 0;
    memory->peak = 0;
    memory->limit = limit;
    memory->folder = 0;
}

uint64_t memory_used(const struct memory *memory) {
    return __atomic_load_n(&memory->used, __ATOMIC_RELAXED);
}

uint64_t memory_peak(const struct memory *memory) {
    return __atomic_load_n(&memory->peak, __ATOMIC_RELAXED);
}

uint64_t memory_left(const struct memory *memory) {
    uint64_t used = memory_used(memory);
    return used < memory->limit ? memory->limit - used : 0;
}

static int charge(struct memory *memory, uint64_t bytes) {
    uint64_t used = __atomic_load_n(&memory->used, __ATOMIC_RELAXED);
    do {
        if (bytes > memory->limit || used > memory->limit - bytes) {
            return -1;
        }
    } while (!__atomic_compare_exchange_n(&memory->used, &used, used + bytes, 1, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    uint64_t now = used + bytes;
    uint64_t peak = __atomic_load_n(&memory->peak, __ATOMIC_RELAXED);
    while (now > peak &&
           !__atomic_compare_exchange_n(&memory->peak, &peak, now, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return 0;
}

static void discharge(struct memory *memory, uint64_t bytes) {
    __atomic_sub_fetch(&memory->used, bytes, __ATOMIC_RELAXED);
}

/* Large blocks are accessed at random, so huge pages help, where the machine has them on demand. */
static void ask_for_huge_pages(void *block, uint64_t size) {
    uint64_t begin = ((uint64_t)(uintptr_t)block + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
    uint64_t end = ((uint64_t)(uintptr_t)block + size) & ~(HUGE_PAGE - 1);
    if (size >= LARGE_BLOCK && begin < end) {
        madvise((void *)(uintptr_t)begin, end - begin, MADV_HUGEPAGE);
    }
}

static int is_in_file(const struct memory *memory, uint64_t bytes) {
    return memory->folder > 0 && bytes >= MEMORY_FILE_BYTES;
}

static void *allocate(struct memory *memory, uint64_t bytes, int zeroed) {
    if (bytes > PTRDIFF_MAX || charge(memory, bytes) != 0) {
        return NULL;
    }
    size_t size = bytes == 0 ? 1 : (size_t)bytes;
    const int is_file = is_in_file(memory, bytes);
    void *block = is_file ? memory_file_map(memory->folder, size) : zeroed ? calloc(1, size) : malloc(size);
    if (block != NULL && is_file) {
        return block;
    }
    if (block != NULL) {
        ask_for_huge_pages(block, size);
    } else {
        discharge(memory, bytes);
    }
    return block;
}

void *memory_allocate(struct memory *memory, uint64_t bytes) {
    return allocate(memory, bytes, 0);
}

void *memory_allocate_zeroed(struct memory *memory, uint64_t bytes) {
    return allocate(memory, bytes, 1);
}

void *memory_allocate_array(struct memory *memory, uint64_t count, uint64_t size) {
    uint64_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        return NULL;
    }
    return allocate(memory, bytes, 0);
}

void *memory_reallocate(struct memory *memory, void *block, uint64_t old_bytes, uint64_t new_bytes) {
    assert(memory->folder == 0); /* nothing there grows */
    if (new_bytes > PTRDIFF_MAX || (new_bytes > old_bytes && charge(memory, new_bytes - old_bytes) != 0)) {
        return NULL;
    }
    void *moved = realloc(block, new_bytes == 0 ? 1 : (size_t)new_bytes);
    if (moved == NULL) {
        if (new_bytes > old_bytes) {
            discharge(memory, new_bytes - old_bytes);
        }
        return NULL;
    }
    if (new_bytes < old_bytes) {
        discharge(memory, old_bytes - new_bytes);
    }
    return moved;
}

void memory_free(struct memory *memory, void *block, uint64_t bytes) {
    if (block == NULL) {
        return;
    }
    if (is_in_file(memory, bytes)) {
        memory_file_unmap(block, (size_t)bytes);
    } else {
        free(block);
    }
    discharge(memory, bytes);
}

#define SIZE_ROOM 64u /* keeps the blocks on cache lines */

void *memory_reallocate_sized(struct memory *memory, void *block, uint64_t bytes) {
    char *old = block == NULL ? NULL : (char *)block - SIZE_ROOM;
    if (bytes > UINT64_MAX / 2) {
        return NULL;
    }
    bytes += SIZE_ROOM;
    char *new = memory_reallocate(memory, old, old == NULL ? 0 : *(uint64_t *)old, bytes);
    if (new == NULL) {
        return NULL;
    }
    *(uint64_t *)new = bytes;
    return new + SIZE_ROOM;
}

void memory_free_sized(struct memory *memory, void *block) {
    if (block != NULL) {
        char *old = (char *)block - SIZE_ROOM;
        memory_free(memory, old, *(uint64_t *)old);
    }
}

int memory_grow(struct memory *memory, void **data, uint64_t *capacity, uint64_t need, uint64_t size) {
    if (need <= *capacity) {
        return 0;
    }
    uint64_t wanted = *capacity + *capacity / 2 + 8;
    if (wanted < need) {
        wanted = need;
    }
    uint64_t bytes;
    if (__builtin_mul_overflow(wanted, size, &bytes)) {
        return -1;
    }
    void *moved = memory_reallocate(memory, *data, *capacity * size, bytes);
    if (moved == NULL) {
        return -1;
    }
    *data = moved;
    *capacity = wanted;
    return 0;
}

static uint64_t page_up(uint64_t bytes) {
    return (bytes + 4095) & ~(uint64_t)4095;
}

int memory_range_open(struct memory *memory, struct memory_range *range, uint64_t least, uint64_t most) {
    uint64_t wanted = most == UINT64_MAX ? memory_left(memory) : most;
    wanted = wanted < ADDRESS_LIMIT ? wanted : ADDRESS_LIMIT;
    *range = (struct memory_range){0};
    /*
     * A machine with limited address space may give less. Reserved memory that is not committed costs
     * nothing.
     */
    for (; wanted >= least && wanted != 0; wanted /= 2) {
        void *base =
            mmap(NULL, page_up(wanted), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (base != MAP_FAILED) {
            *range = (struct memory_range){base, page_up(wanted), 0};
            return 0;
        }
    }
    return -1;
}

int memory_range_extend(struct memory *memory, struct memory_range *range, uint64_t bytes) {
    if (bytes <= range->committed) {
        return 0;
    }
    if (bytes > range->reserved || charge(memory, bytes - range->committed) != 0) {
        return -1;
    }
    uint64_t from = page_up(range->committed), to = page_up(bytes);
    if (to > from && mprotect((char *)range->base + from, to - from, PROT_READ | PROT_WRITE) != 0) {
        discharge(memory, bytes - range->committed);
        return -1;
    }
    range->committed = bytes;
    /* Uses huge pages only as far as whole ones are committed: a small block must not cost 2 MiB. */
    if (to / HUGE_PAGE > from / HUGE_PAGE) {
        madvise(range->base, to & ~(HUGE_PAGE - 1), MADV_HUGEPAGE);
    }
    return 0;
}

int memory_range_fill(struct memory *memory, struct memory_range *range, uint64_t bytes) {
    return memory_range_open(memory, range, bytes, bytes == 0 ? 1 : bytes) != 0 ||
                   memory_range_extend(memory, range, bytes) != 0
               ? -1
               : 0;
}

void memory_range_close(struct memory *memory, struct memory_range *range) {
    if (range->base != NULL) {
        munmap(range->base, range->reserved);
        discharge(memory, range->committed);
        *range = (struct memory_range){0};
    }
}

static uint64_t read_number(const char *path, const char *key) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return UINT64_MAX;
    }
    char line[256];
    uint64_t value = UINT64_MAX;
    size_t length = strlen(key);
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned long long number;
        if (strncmp(line, key, length) == 0 && sscanf(line + length, "%llu", &number) == 1) {
            value = number;
            break;
        }
    }
    fclose(file);
    return value;
}

uint64_t memory_available(void) {
    uint64_t available = read_number("/proc/meminfo", "MemAvailable:");
    available = available == UINT64_MAX ? (uint64_t)1 << 30 : available * 1024;
    uint64_t limit = read_number("/sys/fs/cgroup/memory.max", "");
    if (limit != UINT64_MAX) {
        uint64_t current = read_number("/sys/fs/cgroup/memory.current", "");
        uint64_t left = current != UINT64_MAX && current < limit ? limit - current : limit;
        available = left < available ? left : available;
    }
    return available / 10 * 8;
}
