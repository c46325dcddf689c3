# fault: a certificate may have fewer states than it announces
# function: evidence_scan_line
# suites: verify_command
s/EVIDENCE_END || byte/EVIDENCE_END) {\n        reader->left = 0;\n        return 0;\n    }\n    if (byte/
