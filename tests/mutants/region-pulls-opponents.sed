# fault: the opponent is attracted although it looks and finds an edge elsewhere
# function: region_pull
# suites: region
s/!(item->seen \& REGION_SEES_LOWER)/1/
