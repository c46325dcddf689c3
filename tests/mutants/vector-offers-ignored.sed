# fault: a vector joins labels of its gates whatever their offers
# function: join_offers
# suites: network explore_oracle
s/if (compose_find(composer, vector->entries\[work->moving\[i\]\]\.text, offers, &labels\[i\]) != 0/labels[i] = work->branches[work->moving[i]].plain.entries[rule_map_gate(\&work->branches[work->moving[i]].plain, work->items[i])->first].label; if (labels[i] == LABEL_NONE/
