# fault: par with #n leaves out the choices of the last branch
# file: frontend/exp/compile/compose_par.c
# suites: network explore_oracle
s/if (index\[depth\] > count - (degree - depth)) {/if (index[depth] >= count - (degree - depth)) {/
