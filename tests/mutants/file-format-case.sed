# fault: ends of names count in lower case alone
# function: file_format_of_name
# suites: file_format
s/strncasecmp/strncmp/
