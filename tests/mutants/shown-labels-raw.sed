# fault: the labels of choices go to the terminal as they are
# function: simulate_show_choices
# suites: text
s/text_print(choices\[i\].label, .*,/fputs(choices[i].label,/
