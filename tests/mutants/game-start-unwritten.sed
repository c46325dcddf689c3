# fault: where a game starts is not written
# file: frontend/formats/game_write.c
# suites: game_read
s/if (!failed \&\& store->game.start != 0) {/if (!failed \&\& store->game.start > store->game.vertices) {/
