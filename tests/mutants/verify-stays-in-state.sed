# fault: a monitor that stays where it is leaves its set
# file: checker/verify/verify_certificate.c
# suites: verify
s/count == 0 ? at : targets\[t\]/count == 0 ? 0 : targets[t]/
