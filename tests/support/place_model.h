#ifndef HEDDLE_TESTS_SUPPORT_PLACE_MODEL_H
#define HEDDLE_TESTS_SUPPORT_PLACE_MODEL_H

#include "frontend/language/compile/language_compile.h"

/*
 * Writes a PRISM model to model.prism in the folder of `place`, and loads it, with values of constants as
 * --const takes them, or "". As language_load, with the error of `place`.
 */
int place_load_model(const char *text, const char *given, language_tree **tree, struct network **network);

#endif
