# fault: a certificate may have fewer states than it announces
# file: checker/evidence_read.c
# suites: verify_command
s/    if (byte == END || byte == '{') {/    if (byte == END) {\n        reader->left = 0;\n        return 0;\n    }\n    if (byte == '{') {/
