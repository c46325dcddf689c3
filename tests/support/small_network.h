#ifndef HEDDLE_TESTS_SUPPORT_SMALL_NETWORK_H
#define HEDDLE_TESTS_SUPPORT_SMALL_NETWORK_H

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/support/folder.h"

/* A network that a test writes by hand, with its folder and memory. */
struct small_network {
    struct test_folder folder;
    struct memory memory; /* 1 GiB */
    struct run run;       /* a run with two threads */
    struct error error;
    language_tree *tree;
    struct network *network;
};

/* Makes the folder for components and the memory; then small_network_compose composes the network. */
void small_network_open(struct small_network *small);
void small_network_compose(struct small_network *small, const char *text);
/* Nothing may be left in its memory. */
void small_network_close(struct small_network *small);

#endif
