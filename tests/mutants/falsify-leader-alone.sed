# fault: a sub-rule falsifies guards though its other participants cannot move
# function: successors_falsify
# suites: explore_oracle
s/MODEL_NONE)/MODEL_NONE \&\& model->header == 0)/
