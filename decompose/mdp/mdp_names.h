#ifndef HEDDLE_DECOMPOSE_MDP_MDP_NAMES_H
#define HEDDLE_DECOMPOSE_MDP_MDP_NAMES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct memory;
typedef struct mdp_names mdp_names;

#define MDP_NO_NAME UINT32_MAX

/* Texts as they are, each once, numbered from 0 in the order of coming. NULL when memory is spent. */
mdp_names *mdp_names_create(struct memory *memory);
/* NULL is allowed. */
void mdp_names_free(mdp_names *names);

/* The number of the text, new or known; MDP_NO_NAME when memory is spent. No NUL inside. */
uint32_t mdp_names_intern(mdp_names *names, const char *text, size_t length);
/* The number of the text if it is known, else MDP_NO_NAME. */
uint32_t mdp_names_find(const mdp_names *names, const char *text, size_t length);
uint32_t mdp_names_count(const mdp_names *names);

/*
 * Copies of the texts, sorted by bytes: an array of mdp_names_count(names), which mdp_texts_free frees.
 * rank[name] (as many numbers, the caller's) says where each went. NULL when memory is spent.
 */
char **mdp_names_sorted(const mdp_names *names, uint32_t *rank);
/* NULL is allowed. */
void mdp_texts_free(struct memory *memory, char **texts, uint32_t count);

#ifdef __cplusplus
}
#endif
#endif
