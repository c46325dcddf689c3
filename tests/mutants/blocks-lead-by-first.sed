# fault: in a block that is taken together only the first component leads rules that join other blocks
# file: explorer/model/model_blocks.c
# suites: explore_oracle
s/leads_out(model, component, from) << i/leads_out(model, component, from) << 0/
