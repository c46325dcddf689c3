# fault: strategies in regions are lost in a pause
# function: promotion_resume
# suites: promotion
# cases: 4000
s/solving->strategy\[vertex\] = pause->strategy\[i\];//
