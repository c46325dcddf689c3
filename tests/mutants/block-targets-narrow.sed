# fault: targets of fused blocks lose bits
# file: explorer/model/model_blocks.c
# suites: explore_oracle
s/\*at = (uint16_t)(target/*at = (uint8_t)(target/
