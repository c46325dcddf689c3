# fault: texts of a page are not escaped
# function: put
# file: page.c
# suites: bench_all
s/xml_text_write(page->output, va_arg(texts, const char \*), SIZE_MAX/output_text(page->output, va_arg(texts, const char *)/
