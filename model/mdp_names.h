#ifndef HEDDLE_MODEL_MDP_NAMES_H
#define HEDDLE_MODEL_MDP_NAMES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct memory;
typedef struct mdp_names mdp_names;

#define MDP_NO_NAME UINT32_MAX

/* A set of texts, each once, numbered from 0 in the order of arrival. NULL when memory runs out. */
mdp_names *mdp_names_create(struct memory *memory);
/* NULL is allowed. */
void mdp_names_free(mdp_names *names);

/* Returns the number of the text, and adds it if it is new; MDP_NO_NAME when memory runs out. The text has no
 * NUL inside. */
uint32_t mdp_names_intern(mdp_names *names, const char *text, size_t length);
/* Returns the number of the text if the set has it, else MDP_NO_NAME. */
uint32_t mdp_names_find(const mdp_names *names, const char *text, size_t length);
uint32_t mdp_names_count(const mdp_names *names);

/*
 * Returns copies of the texts, sorted by bytes: an array of mdp_names_count(names), which mdp_texts_free
 * frees. Writes the new index of each text to rank[name], an array of the caller with as many numbers. NULL
 * when memory runs out.
 */
char **mdp_names_sorted(const mdp_names *names, uint32_t *rank);
/* NULL is allowed. */
void mdp_texts_free(struct memory *memory, char **texts, uint32_t count);

#ifdef __cplusplus
}
#endif
#endif
