# fault: a certificate may have fewer states than it announces
# file: checker/verify/evidence_scan.c
# suites: verify_command
s/    if (byte == EVIDENCE_END || byte == '{') {/    if (byte == EVIDENCE_END) {\n        reader->left = 0;\n        return 0;\n    }\n    if (byte == '{') {/
