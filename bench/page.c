/* Writes one HTML page with all tables and figures, which needs no other file. */
#include "bench/folder.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/stream/output.h"
#include "base/text/text_buffer.h"
#include "base/stream/xml_text.h"
#include "bench/figure.h"
#include "bench/record.h"

#define PART 4096 /* the longest part of a text between backquotes */

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width\"/>\n<style>\n"
    ":root { color-scheme: light dark; }\n"
    "body { font-family: sans-serif; max-width: 75em; margin: 2em auto; padding: 0 1em; line-height: 1.4; }\n"
    ".scroll { overflow-x: auto; }\n"
    "table { border-collapse: collapse; font-size: 85%; font-variant-numeric: tabular-nums; }\n"
    "th, td { padding: 0.15em 0.6em; text-align: right; white-space: nowrap; }\n"
    "th { border-bottom: 1px solid; }\n"
    "th.text, td.text { text-align: left; }\n"
    "figure { margin: 1em 0; }\nfigure svg { max-width: 100%; height: auto; }\n"
    "nav ul { columns: 2; }\n"
    "</style>\n";

struct page {
    const struct bench_folder *folder;
    const struct record *record;
    struct memory *memory;
    output *output;
    struct error *error;
};

/* Markup and texts in turn: each "%s" is a text, which is escaped. */
static int put(struct page *page, const char *format, ...) {
    va_list texts;
    int failed = 0;
    va_start(texts, format);
    for (const char *from = format; *from != '\0' && !failed;) {
        const char *to = strstr(from, "%s");
        size_t length = to != NULL ? (size_t)(to - from) : strlen(from);
        failed = output_write(page->output, from, length, page->error) != 0 ||
                 (to != NULL &&
                  xml_text_write(page->output, va_arg(texts, const char *), SIZE_MAX, page->error) != 0);
        from += length + (to != NULL ? 2 : 0);
    }
    va_end(texts);
    return failed;
}

/* A paragraph; what stands between backquotes is code. */
static int put_paragraph(struct page *page, const char *text) {
    int in_code = 0, failed = put(page, "<p>");
    for (const char *to; !failed && (to = strchr(text, '`')) != NULL; text = to + 1) {
        char part[PART];
        snprintf(part, sizeof part, "%.*s", (int)(to - text), text);
        failed = put(page, in_code ? "%s</code>" : "%s<code>", part);
        in_code = !in_code;
    }
    return failed || put(page, in_code ? "%s</code></p>\n" : "%s</p>\n", text);
}

/* --- tables --- */

/* The labels, or the row's cells. */
static int put_row(struct page *page, const struct record_table *table, const struct record_cell *cells) {
    static const char *const formats[2][2] = {{"<th>%s</th>", "<th class=\"text\">%s</th>"},
                                              {"<td>%s</td>", "<td class=\"text\">%s</td>"}};
    int failed = put(page, "<tr>");
    for (unsigned i = 0; i < table->column_count && !failed; i++) {
        const struct record_column *column = &table->columns[i];
        if (column->label != NULL) {
            failed = put(page, formats[cells != NULL][column->kind == STATISTIC_TEXT],
                         cells != NULL ? cells[i].text : column->label);
        }
    }
    return failed || put(page, "</tr>\n");
}

static int put_table(struct page *page, const struct record_table *table) {
    int failed = put(page, "<h2 id=\"%s\">%s</h2>\n", table->file, table->file) ||
                 put_paragraph(page, table->title) || put(page, "<div class=\"scroll\"><table>\n") ||
                 put_row(page, table, NULL);
    for (uint64_t i = 0; i < table->row_count && !failed; i++) {
        failed = put_row(page, table, table->rows[i]);
    }
    failed = failed || put(page, "</table></div>\n");
    for (uint64_t i = 0; i < table->note_count && !failed; i++) {
        failed = put_paragraph(page, table->notes[i]);
    }
    return failed || put(page, "<p><a href=\"%s.csv\">CSV</a>, <a href=\"%s.json\">JSON</a></p>\n",
                         table->file, table->file);
}

/* --- figures --- */

/* Copies the drawing without its XML declaration, which HTML does not allow. */
static int put_drawing(struct page *page, const struct figure *figure) {
    char path[BENCH_FOLDER_PATH];
    struct text_buffer text = {0};
    snprintf(path, sizeof path, "%s/%s.svg", page->folder->path, figure->file);
    int failed = bench_folder_read(path, page->memory, &text, page->error);
    const char *drawing = failed || text.data == NULL ? NULL : strstr(text.data, "<svg");
    failed = failed || (drawing != NULL && output_text(page->output, drawing, page->error) != 0);
    text_buffer_free(page->memory, &text);
    return failed;
}

static int put_figure(struct page *page, const struct figure *figure) {
    return put(page, "<figure id=\"%s\">\n", figure->file) || put_drawing(page, figure) ||
           put(page, "<figcaption>%s <a href=\"%s.svg\">SVG</a></figcaption>\n</figure>\n", figure->remark,
               figure->file);
}

static int put_figures_of(struct page *page, const struct record_table *table) {
    int failed = 0;
    for (unsigned i = 0; i < figure_count && !failed; i++) {
        failed = figure_table(&figures[i], page->record) == table && put_figure(page, &figures[i]);
    }
    return failed;
}

/* --- the page --- */

static int put_contents(struct page *page) {
    const struct record *record = page->record;
    int failed = put(page, "<nav><ul>\n");
    for (uint64_t i = 0; i < record->count && !failed; i++) {
        const struct record_table *table = record->tables[i];
        failed = put(page, "<li><a href=\"#%s\">%s</a></li>\n", table->file, table->file);
    }
    return failed || put(page, "</ul></nav>\n");
}

/* Lists the published figures for which this run has no measurement. */
static int put_missing(struct page *page) {
    int failed = 0, begun = 0;
    for (unsigned i = 0; i < figure_count && !failed; i++) {
        if (figure_table(&figures[i], page->record) == NULL) {
            failed = (!begun && put(page, "<h2>Figures that are not here</h2>\n<p>Their parts were not run "
                                          "or ended early, or they need a GPU.</p>\n<ul>\n")) ||
                     put(page, "<li>%s</li>\n", figures[i].title);
            begun = 1;
        }
    }
    return failed || (begun && put(page, "</ul>\n"));
}

int bench_page_write(const struct bench_folder *folder, const struct record *record, struct memory *memory,
                     output *output, struct error *error) {
    struct page page = {folder, record, memory, output, error};
    int failed = put(&page, head) || put(&page, "<title>%s</title>\n</head>\n<body>\n<h1>%s</h1>\n",
                                         folder->title, folder->title);
    for (uint64_t i = 0; i < folder->fact_count && !failed; i++) {
        failed = put(&page, "<p>%s</p>\n", folder->facts[i]);
    }
    failed = failed || put_contents(&page);
    for (uint64_t i = 0; i < record->count && !failed; i++) {
        failed = put_table(&page, record->tables[i]) || put_figures_of(&page, record->tables[i]);
    }
    return failed || put_missing(&page) || put(&page, "</body>\n</html>\n") ? -1 : 0;
}
