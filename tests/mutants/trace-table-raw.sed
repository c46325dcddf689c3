# fault: tables of traces have labels as they are
# function: put_left
# suites: text
s/put_shown(table, text)/(put_text(table, text), strlen(text))/
