# fault: a sub-rule falsifies guards though its other participants cannot move
# file: explorer/model/successors_core.h
# suites: explore_oracle
/^CORE_FUNCTION void successors_falsify/,/^}/s/== MODEL_NONE)/== MODEL_NONE \&\& model->header == 0)/
