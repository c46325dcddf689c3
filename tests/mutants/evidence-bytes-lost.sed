# fault: evidence has U+FFFD for bytes that are not UTF-8
# function: json_bytes
# suites: verify_command
s/json_t \*string = json_string(text);/json_t *string = json_text(memory, text);/
