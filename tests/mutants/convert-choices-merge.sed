# fault: choices that labels `prob` cannot tell apart are written
# file: frontend/formats/mdp_write_aut.c
# suites: mdp_write convert
s/if (\*used == (uint32_t)state) {/if (0) {/
