# fault: of the regions below one that grew only the highest one is mended
# file: parity/promotion/promotion_mend.c
# suites: solve
s/^        bound = above - 1;/        if (above <= bound \&\& bound != REGION_OUT \&\& promotion->looks > promotion->solving->seen_count) {\n            break;\n        }\n        bound = above - 1;/
