# fault: the labels of choices go to the terminal as they are
# file: cli/simulate/simulate_show.c
# suites: text
s/text_print(choices\[i\].label, .*, out);/fputs(choices[i].label, out);/
