# fault: an observer follows every label as the first one
# file: explorer/model/successors_core.h
# suites: observer
s/product->model->observer_class\[label\]/product->model->observer_class[0 * label]/
