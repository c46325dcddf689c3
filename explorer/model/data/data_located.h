#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_LOCATED_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_LOCATED_H

struct data_builder;

/*
 * Checks the components with locations, and arranges the rules: in each, classes with locations come first,
 * and before all the one that has members in the smallest share of its locations; rules are sorted by this
 * class, which leads them, those without one first. Rules of one class stay in their order. Each rule has
 * classes of its own in `rule_classes`. Everything else has been checked. 1; 0 if something is wrong; -1 when
 * memory runs out.
 */
int data_arrange_located(struct data_builder *builder);

#endif
