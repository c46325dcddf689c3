# fault: components of one file share their rows though they are renamed differently
# file: explorer/model/model_rows.c
# suites: explore_oracle
s/kind\[other\] == other && same_classes(component + other, component + c) &&/kind[other] == other \&\&/
