# fault: a priority too high to be turned around is
# file: parity/game/game.c
# suites: convert
s/if (most >= PRIORITY_MOST) {/if (0) {/
