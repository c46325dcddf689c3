# fault: of a new key of four words, the last two are written the wrong way round
# function: table_probe_claimed
# suites: table_schedules
s/key\[2 % words\], key\[3 % words\]/key[3 % words], key[2 % words]/
