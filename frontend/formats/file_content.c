/* Finds the formats of files whose names do not show it. */
#include "frontend/formats/file_content.h"

#include "base/stream/input.h"

enum file_format file_format_of_file(const char *path, const struct run *run, struct error *error) {
    const char *bytes;
    size_t count;
    enum file_format format = file_format_of_name(path, NULL);
    if (file_format_is_stream(path) || (format != FILE_UNKNOWN && format != FILE_TXT)) {
        return format;
    }
    input *input = input_open(run, path, error);
    format = input == NULL || input_first(input, &bytes, &count, error) != 0
                 ? FILE_UNKNOWN
                 : file_format_of_bytes(bytes, count);
    input_close(input);
    return format;
}
