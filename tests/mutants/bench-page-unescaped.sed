# fault: texts of a page are not escaped
# file: bench/page.c
# suites: bench_all
s/svg_text_write(page->output, va_arg(texts, const char \*), SIZE_MAX, page->error)/output_text(page->output, va_arg(texts, const char *), page->error)/
