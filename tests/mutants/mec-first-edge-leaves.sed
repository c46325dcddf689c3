# fault: a choice stays inside its SCC when its first edge does
# file: decompose/mec/mec_core.h
# suites: mec
s/if (at < stop) {/if (at == edge) {/
