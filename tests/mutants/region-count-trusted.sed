# fault: verify takes the size of a region from the evidence, where it says that there are more states
# function: count_again
# suites: formula_count
s/if (!json_is_false(json_object_get(said, "more"))) {/if (json_is_false(json_object_get(said, "more"))) {/
