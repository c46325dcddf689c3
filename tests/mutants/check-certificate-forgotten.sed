# fault: heddle check succeeds without the certificate of what holds
# function: check_certificate
# suites: check_files
s/VERDICT_HOLDS && !result->certified/VERDICT_VIOLATED \&\& !result->certified/
