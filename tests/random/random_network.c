/* Random networks: options and the main file. */
#include "tests/random/random_network.h"

#include <math.h>
#include <string.h>

#include "tests/random/random_internal.h"

const char *random_feature_name(enum random_feature feature) {
    static const char *const names[RANDOM_FEATURES] = {
        "stop",
        "||",
        "|||",
        "|[..]|",
        "total hide",
        "partial hide",
        "gate hide",
        "hide all but",
        "total cut",
        "partial cut",
        "gate cut",
        "cut all but",
        "total rename",
        "single rename",
        "multiple rename",
        "gate rename",
        "rename with groups",
        "rename to internal",
        "prio",
        "prio in prio",
        "prio over synchronisation",
        "prio with several chains",
        "prio at random",
        "gate par",
        "label par",
        "par without gates",
        "par G#n",
        "par with branch gates",
        "gate par using",
        "label par using",
        "_ in vectors",
        "vectors to internal",
        "a vector twice",
        "nested .exp",
        "nested .exp again",
        "component again",
        "file without extension",
        "behaviour",
        "exit",
        "offers",
        "stochastic labels",
        "labels spelled like keywords",
        "comments",
        "quoted names",
        "keywords in capitals",
        "CRLF",
        "ignore-case",
        "independent",
        "regex=extended",
        "internal",
        "more than 63 bits",
        "more than 126 bits",
    };
    return names[feature];
}

static void draw_options(struct generator *generator) {
    struct random_network *out = generator->out;
    if (random_chance(generator, 15)) {
        out->options.ignore_case = 1;
        random_count(generator, RANDOM_IGNORE_CASE);
    }
    if (random_chance(generator, 25)) {
        out->options.independent = 1;
    }
    if (random_chance(generator, 30)) {
        out->options.regex_extended = 1;
        random_count(generator, RANDOM_REGEX_EXTENDED);
    }
    if (random_chance(generator, 12)) {
        out->internal[0] = random_chance(generator, 70) ? "silent" : "a !1";
        out->options.internal = out->internal;
        out->options.internal_count = 1;
        random_count(generator, RANDOM_INTERNAL_NAME);
    }
    generator->newline = "\n";
    if (random_chance(generator, 8)) {
        generator->newline = "\r\n";
        random_count(generator, RANDOM_CRLF);
    }
}

static void write_main(struct generator *generator) {
    static const char *const languages[] = {NULL, "lotos", "elotos"};
    const char *language = languages[random_below(generator, 3)];
    int behaviour = random_chance(generator, 15);
    if (behaviour) {
        random_count(generator, RANDOM_BEHAVIOUR);
        if (language != NULL) {
            random_keyword(generator, language);
        }
        random_keyword(generator, "behaviour");
    }
    if (random_chance(generator, 12)) {
        random_wide_expression(generator);
    } else {
        double states = exp(log(130) + (log(3000) - log(130)) * random_below(generator, 1000) / 1000.0);
        random_expression(generator, states, 5 + random_below(generator, 4), PLACE_FREE);
    }
    if (behaviour) {
        random_keyword(generator, "end");
        random_keyword(generator, "behaviour");
    }
    random_separator(generator);
}

int random_network_generate(uint64_t seed, const char *directory, struct random_network *out) {
    memset(out, 0, sizeof *out);
    out->seed = seed;
    struct generator generator = {.random = seed, .out = out, .directory = directory};
    if ((size_t)snprintf(out->path, sizeof out->path, "%s/main.exp", directory) >= sizeof out->path) {
        return -1;
    }
    draw_options(&generator);
    random_pool(&generator);
    generator.file = fopen(out->path, "w");
    if (generator.file == NULL) {
        return -1;
    }
    write_main(&generator);
    if (fclose(generator.file) != 0 || generator.failed) {
        return -1;
    }
    out->features[RANDOM_INDEPENDENT] = (uint32_t)out->options.independent;
    out->features[RANDOM_WIDE_63] = generator.bits > 63;
    out->features[RANDOM_WIDE_126] = generator.bits > 126;
    return 0;
}
