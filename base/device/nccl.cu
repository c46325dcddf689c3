/* NCCL, loaded at run time (nccl.h). The prototypes are those of its manual. */
#include "base/device/nccl.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"

#define NCCL_UINT64 5 /* ncclUint64 */
#define NCCL_IN_PROGRESS 7

struct nccl_id {
    char bytes[NCCL_ID_BYTES];
};

struct nccl {
    struct memory *memory;
    void *library;
    int (*get_id)(struct nccl_id *);
    int (*join)(void **, int, struct nccl_id, int);
    int (*abort)(void *);
    int (*group_start)(void);
    int (*group_end)(void);
    int (*send)(const void *, size_t, int, int, void *, void *);
    int (*receive)(void *, size_t, int, int, void *, void *);
    int (*check)(void *, int *);
    const char *(*text)(int);
};

/* 0, or -1 with *error filled. */
static int find_functions(struct nccl *nccl, struct error *error) {
    const struct {
        const char *name;
        void *member; /* a pointer to a function */
    } functions[] = {
        {"ncclGetUniqueId", &nccl->get_id},  {"ncclCommInitRank", &nccl->join},
        {"ncclCommAbort", &nccl->abort},     {"ncclGroupStart", &nccl->group_start},
        {"ncclGroupEnd", &nccl->group_end},  {"ncclSend", &nccl->send},
        {"ncclRecv", &nccl->receive},        {"ncclCommGetAsyncError", &nccl->check},
        {"ncclGetErrorString", &nccl->text},
    };
    for (size_t i = 0; i < LENGTH(functions); i++) {
        void *found = dlsym(nccl->library, functions[i].name);
        if (found == NULL) {
            return error_set(error, ERROR_DEVICE, "NCCL has no %s: it is too old", functions[i].name);
        }
        memcpy(functions[i].member, &found, sizeof found);
    }
    return 0;
}

struct nccl *nccl_open(struct memory *memory, struct error *error) {
    const char *file = getenv("HEDDLE_NCCL");
    struct nccl *nccl = (struct nccl *)memory_allocate_zeroed(memory, sizeof *nccl);
    if (nccl == NULL) {
        error_memory(error, "to load NCCL");
        return NULL;
    }
    nccl->memory = memory;
    nccl->library = dlopen(file != NULL ? file : "libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (nccl->library == NULL) {
        error_set(error, ERROR_DEVICE, "NCCL cannot be loaded: %.300s", dlerror());
        nccl_close(nccl);
        return NULL;
    }
    if (find_functions(nccl, error) != 0) {
        nccl_close(nccl);
        return NULL;
    }
    return nccl;
}

void nccl_close(struct nccl *nccl) {
    if (nccl != NULL) {
        if (nccl->library != NULL) {
            dlclose(nccl->library);
        }
        memory_free(nccl->memory, nccl, sizeof *nccl);
    }
}

static int judge(const struct nccl *nccl, int result, struct error *error) {
    return result == 0 || result == NCCL_IN_PROGRESS
               ? 0
               : error_set(error, ERROR_DEVICE, "NCCL failed: %.200s", nccl->text(result));
}

int nccl_name(const struct nccl *nccl, char id[NCCL_ID_BYTES], struct error *error) {
    struct nccl_id found;
    if (judge(nccl, nccl->get_id(&found), error) != 0) {
        return -1;
    }
    memcpy(id, found.bytes, NCCL_ID_BYTES);
    return 0;
}

int nccl_join(const struct nccl *nccl, const char id[NCCL_ID_BYTES], unsigned count, unsigned rank,
              void **communicator, struct error *error) {
    struct nccl_id wanted;
    memcpy(wanted.bytes, id, NCCL_ID_BYTES);
    return judge(nccl, nccl->join(communicator, (int)count, wanted, (int)rank), error);
}

void nccl_leave(const struct nccl *nccl, void *communicator) {
    if (communicator != NULL) {
        (void)nccl->abort(communicator);
    }
}

int nccl_begin(const struct nccl *nccl, struct error *error) {
    return judge(nccl, nccl->group_start(), error);
}

int nccl_send(const struct nccl *nccl, void *communicator, unsigned to, const uint64_t *from, uint64_t words,
              void *stream, struct error *error) {
    return judge(nccl, nccl->send(from, words, NCCL_UINT64, (int)to, communicator, stream), error);
}

int nccl_receive(const struct nccl *nccl, void *communicator, unsigned from, uint64_t *to, uint64_t words,
                 void *stream, struct error *error) {
    return judge(nccl, nccl->receive(to, words, NCCL_UINT64, (int)from, communicator, stream), error);
}

int nccl_end(const struct nccl *nccl, struct error *error) {
    return judge(nccl, nccl->group_end(), error);
}

int nccl_check(const struct nccl *nccl, void *communicator, struct error *error) {
    int result = 0;
    return judge(nccl, nccl->check(communicator, &result), error) != 0 || judge(nccl, result, error) != 0 ? -1
                                                                                                          : 0;
}
