# fault: evidence has U+FFFD for bytes that are not UTF-8
# function: json_bytes
# suites: verify_command
s/encode_hexadecimal/encode_readable/
