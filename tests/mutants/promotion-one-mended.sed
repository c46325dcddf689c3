# fault: of the regions below one that grew, only the highest is repaired
# function: mend_regions
# suites: solve
s/^        bound/        if (above <= bound \&\& bound != REGION_OUT \&\& promotion->looks > promotion->solving->seen_count) {\n            break;\n        }\n        bound/
