# fault: the labels of choices go to the terminal as they are
# function: simulate_show_choices
# suites: text
s/text_print(\(label_text_of(.*)\), (size_t)label_width, out)/fputs(\1, out)/
