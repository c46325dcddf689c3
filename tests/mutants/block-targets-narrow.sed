# fault: targets of fused blocks lose bits
# function: take_target
# suites: explore_oracle
s/uint16_t)(target/uint8_t)(target/
