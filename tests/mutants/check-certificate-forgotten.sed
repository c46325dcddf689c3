# fault: heddle check exits with 0 although it wrote no certificate
# function: check_certificates
# suites: check_files
s/VERDICT_HOLDS && !result->certified/VERDICT_VIOLATED \&\& !result->certified/
