# fault: what is at the top may be won
# file: parity/spm_rounds_core.h
# suites: spm_rounds
s/ \&\& !spm_is_top(spm_at(\&climber->measures, vertex));/;/; s/!spm_is_decided(view->label\[vertex\])$/&/
