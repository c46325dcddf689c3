# fault: tangles are learned in regions that the opponent can leave downwards
# function: list_open
# suites: tangles
s/if (!is_closed_at(tangles->solving, region, tangles->log\[at\]))/if (!is_closed_at(tangles->solving, region, tangles->log[at]) \&\& tangles->solving->game->owner[tangles->log[at]] == region->player)/
