# fault: a component at its bound makes the measure the top at once
# function: spm_raise
# suites: spm
s/\*word &= ~component->mask/break/
