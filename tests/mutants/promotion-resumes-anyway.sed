# fault: promotion goes on with its regions although vertices of them were decided meanwhile
# function: promotion_resume
# suites: promotion
# cases: 4000
s/ || pause->decided != solving->decided//
