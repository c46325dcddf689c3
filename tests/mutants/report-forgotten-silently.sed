# fault: a report that could not be written changes no exit status
# function: print_all
# suites: check_files
/if (check_page_write(report, &counts, paths) != 0) {/,/}/s/code = job_fail_beside(job, code);/job_fail_beside(job, code);/
