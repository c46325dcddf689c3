/* Plots as SVG: always well-formed, and with the right elements. */
#include <CUnit/Basic.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/stream/output.h"
#include "report/plot/svg_axis.h"
#include "report/plot/svg_plot.h"
#include "base/stream/xml_text.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"
#include "tests/support/xml.h"
#include "tests/support/workplace.h"

/* --- the check itself --- */

static void test_xml(void) {
    static const char *const right[] = {"<a/>",
                                        "<?xml version=\"1.0\"?>\n<a b=\"1\" c='&lt;'>x<b/>y &#39;</a>\n"};
    static const char *const wrong[] = {"",
                                        "text",
                                        "<a>",
                                        "<a></b>",
                                        "<a/><a/>",
                                        "<a b=1/>",
                                        "<a b='1' b='2'/>",
                                        "<a>&</a>",
                                        "<a>&no;</a>",
                                        "<a>\xff</a>",
                                        "<a>\x01</a>",
                                        "<a/>x",
                                        "<a b='<'/>",
                                        "<a b='1'c='2'/>",
                                        "</a>",
                                        "<a b='1/>",
                                        "<a><b></a></b>"};
    for (size_t i = 0; i < LENGTH(right); i++) {
        CU_ASSERT_PTR_NULL(xml_wrong(right[i]));
    }
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        CU_ASSERT_PTR_NOT_NULL(xml_wrong(wrong[i]));
    }
}

/* --- axes --- */

static void expect_ticks(double low, double high, unsigned wanted, const char *expected) {
    struct svg_scale scale = {.low = low, .high = high, .to = 100};
    struct svg_ticks ticks;
    char text[512] = "", tick[SVG_TICK_TEXT];
    svg_scale_ticks(&scale, wanted, &ticks);
    for (unsigned i = 0; i < ticks.count; i++) {
        sprintf(text + strlen(text), "%s%s", i == 0 ? "" : ",", svg_tick_text(ticks.values[i], tick));
    }
    CU_ASSERT_STRING_EQUAL(text, expected);
}

static void test_ticks(void) {
    expect_ticks(0, 1, 5, "0,0.2,0.4,0.6,0.8,1");
    expect_ticks(0, 68, 8, "0,10,20,30,40,50,60");
    expect_ticks(-3, 3, 6, "-3,-2,-1,0,1,2,3");
    expect_ticks(0, 4.2e6, 5, "0,1 M,2 M,3 M,4 M");
    expect_ticks(0, 1e90, 5, "0,2e+89,4e+89,6e+89,8e+89,1e+90");
    struct svg_scale scale = {.low = 0, .high = 93, .from = 200, .to = 100};
    svg_scale_round(&scale);
    CU_ASSERT_DOUBLE_EQUAL(scale.high, 100, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(svg_scale_at(&scale, 25), 175, 1e-9);
    const double odd[] = {0, 1, -1, 5e-324, 1e-100, SVG_GREATEST, -SVG_GREATEST};
    for (size_t i = 0; i < 49; i++) { /* an invalid scale becomes one that can be drawn */
        scale = (struct svg_scale){.low = odd[i / 7], .high = odd[i % 7], .to = 100};
        svg_scale_round(&scale);
        CU_ASSERT_TRUE(scale.high - scale.low >= SVG_LEAST);
        double little = 1e-6 * (scale.high - scale.low);
        CU_ASSERT_TRUE(odd[i / 7] > odd[i % 7] ||
                       (scale.low <= odd[i / 7] + little && odd[i % 7] - little <= scale.high));
    }
}

/* --- pictures --- */

/* What is written of it; well-formed. The caller frees it. */
static char *drawn(const char *title, const struct svg_plot *plots, uint64_t count) {
    struct error error;
    const char *path = test_folder_path(&place.folder, "plot.svg");
    output *output = output_create(&place.run, path, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(output);
    CU_ASSERT_EQUAL_FATAL(svg_plot_write(output, title, plots, count, &error), 0);
    CU_ASSERT_EQUAL_FATAL(output_finish(output, &error), 0);
    char *text = process_read_file(path, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    const char *wrong = xml_wrong(text);
    if (wrong != NULL) {
        printf("\n    %s: %s ", path, wrong);
        CU_FAIL("this is no XML");
    }
    return text;
}

static unsigned count_of(const char *text, const char *part) {
    unsigned count = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part)) {
        count++;
    }
    return count;
}

static void test_bars(void) {
    const double y[] = {1, 20, 300, 4000000000.0};
    const struct svg_plot plot = {"sizes", "level", "states", SVG_BARS, NULL, y, 4};
    char *text = drawn("four", &plot, 1);
    CU_ASSERT_EQUAL(count_of(text, "<rect"), 4);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "<title>four</title>"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "<title>level 0, states 1</title>"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "<title>level 1, states 20</title>"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "<title>level 2, states 300</title>"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "<title>level 3, states 4000000000</title>"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, ">sizes</text>"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, ">4 G</text>"));
    free(text);
}

/* Only finite values are drawn; a line is cut where there is none. */
static void test_steps(void) {
    const double x[] = {1, 10, 100, 1000, 10000}, y[] = {1, NAN, 100, 0, 10}, z[] = {5, 6, 7, 8, INFINITY};
    const struct svg_plot plots[] = {{"first", "x", "y", SVG_STEPS, x, y, 5},
                                     {"second", "x", "y", SVG_STEPS, x, z, 5}};
    char *text = drawn("two", plots, 2);
    CU_ASSERT_EQUAL(count_of(text, "<path"), 2);
    CU_ASSERT_EQUAL(count_of(text, "M"), 2 + 1);
    CU_ASSERT_TRUE(strstr(text, ">first<") < strstr(text, ">second<"));
    CU_ASSERT_PTR_NULL(strstr(text, "nan"));
    CU_ASSERT_PTR_NULL(strstr(text, "inf"));
    free(text);
}

static void test_texts(void) {
    const double y[] = {1, 2};
    const struct svg_plot plot = {"gas & station \xff\x01\xc2\x9b", "<script>", ">", SVG_BARS, NULL, y, 2};
    char *text = drawn("</svg>", &plot, 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, ">gas &amp; station \\xff\\x01\\xc2\\x9b</text>"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "<title>&lt;script&gt; 0, &gt; 1</title>"));
    CU_ASSERT_EQUAL(count_of(text, "</svg>"), 1);
    CU_ASSERT_PTR_NULL(strstr(text, "<script>"));
    free(text);
}

/* The picture stays small for any amount of data, and shows the greatest value. */
static void test_many(void) {
    enum { MANY = 1000000 };
    double *y = malloc(MANY * sizeof *y);
    for (size_t i = 0; i < MANY; i++) {
        y[i] = i == 654321 ? 999999 : (double)(i % 1000);
    }
    for (int kind = SVG_STEPS; kind <= SVG_BARS; kind++) {
        const struct svg_plot plot = {"many", "level", "states", (enum svg_kind)kind, NULL, y, MANY};
        char *text = drawn("many", &plot, 1);
        CU_ASSERT_TRUE(strlen(text) < 200000);
        if (kind == SVG_BARS) {
            CU_ASSERT_EQUAL(count_of(text, ", states 999999 at most</title>"), 1);
        }
        free(text);
    }
    free(y);
}

/* Random plots, with values and names of all sorts. */
static void test_random(void) {
    static const double odd[] = {0,         -1, 1e300, 1e-300, 5e-324,   NAN,    INFINITY,
                                 -INFINITY, 1,  2,     3,      -1.7e308, 1.7e308};
    static const char *const names[] = {"a longer name", "",    "<&>",  "\xc3\xa9",
                                        "\xed\xa0\x80",  "]]>", "plain"};
    uint64_t seed = number_from_environment("HEDDLE_SEED", 1), cases = number_of_cases(2000);
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t random = seed + i;
        double values[4][24];
        struct svg_plot plots[2];
        for (unsigned k = 0; k < 96; k++) {
            uint64_t draw = random_next(&random) % 40;
            values[k / 24][k % 24] = draw < 13 ? odd[draw] : (double)(random_next(&random) % 1000000) / 7;
        }
        for (unsigned k = 0; k < 24; k++) {
            values[3][k] = k * 2.5; /* x does not fall */
        }
        for (unsigned k = 0; k < 2; k++) {
            plots[k] = (struct svg_plot){.title = names[random_next(&random) % 7],
                                         .x_title = names[random_next(&random) % 7],
                                         .y_title = names[random_next(&random) % 7],
                                         .kind = (enum svg_kind)(random_next(&random) % 2),
                                         .x = random_next(&random) % 2 ? values[3] : NULL,
                                         .y = values[k],
                                         .count = random_next(&random) % 25};
        }
        unsigned failures = CU_get_number_of_failures();
        char *text = drawn(names[random_next(&random) % 7], plots, random_next(&random) % 3);
        CU_ASSERT_PTR_NULL(strstr(text, "nan"));
        CU_ASSERT_PTR_NULL(strstr(text, "inf"));
        free(text);
        if (CU_get_number_of_failures() != failures) {
            printf("\n    HEDDLE_SEED=%llu HEDDLE_CASES=1 ", (unsigned long long)(seed + i));
            return;
        }
    }
}

void suite_svg(void) {
    suite_add("svg", workplace_open, workplace_close, "the check of XML", test_xml, "axes", test_ticks,
              "bars", test_bars, "steps", test_steps, "texts", test_texts, "more points than pixels",
              test_many, "random plots", test_random, NULL);
}
