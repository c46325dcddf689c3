/* The include graph of the source tree beside tests/base/rooms.txt, which says how rooms may depend on each
 * other. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/testing.h"

#define TABLE "tests/base/rooms.txt"
#define ROOMS 64
#define LINE_BYTES 4096
#define NAME_BYTES 256

static struct {
    char name[NAME_BYTES];
    uint64_t allowed, used; /* bit k: room k */
} rooms[ROOMS];
static unsigned room_count;

static void say(const char *what, const char *file, const char *other) {
    printf("\n  %s: %s%s\n", file, what, other);
    CU_FAIL("the tree is not as " TABLE " says");
}

static int find_name(const char *name) {
    for (unsigned i = 0; i < room_count; i++) {
        if (strcmp(rooms[i].name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

/* The room of a file: the longest name that is a folder on its path; -1 for none. */
static int room_of(const char *path) {
    int best = -1;
    size_t longest = 0;
    for (unsigned i = 0; i < room_count; i++) {
        size_t length = strlen(rooms[i].name);
        if (strncmp(path, rooms[i].name, length) == 0 && path[length] == '/' && length > longest) {
            longest = length;
            best = (int)i;
        }
    }
    return best;
}

static void read_table(void) {
    FILE *file = fopen(TABLE, "r");
    char line[LINE_BYTES];
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    room_count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char *colon = strchr(line, ':');
        if (line[0] == '#') {
            continue;
        }
        CU_ASSERT_FATAL(colon != NULL && room_count < ROOMS && colon - line < NAME_BYTES);
        *colon = '\0';
        uint64_t allowed = 0;
        for (char *name = strtok(colon + 1, " \n"); name != NULL; name = strtok(NULL, " \n")) {
            int room = find_name(name);
            if (room < 0) {
                say("is not listed above ", name, line);
            } else {
                allowed |= UINT64_C(1) << room;
            }
        }
        strcpy(rooms[room_count].name, line);
        rooms[room_count].used = 0;
        rooms[room_count++].allowed = allowed;
    }
    fclose(file);
}

/* Every #include "..." of a file, with its room. */
static void look_at_file(const char *path) {
    int room = room_of(path);
    FILE *file = fopen(path, "r");
    char line[LINE_BYTES], name[NAME_BYTES];
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    if (room < 0) {
        say("has no room", path, "");
    }
    while (room >= 0 && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "#include \"%255[^\"]\"", name) != 1) {
            continue;
        }
        int other = room_of(name);
        if (other < 0) {
            say("includes a file without a room, ", path, name);
        } else if (other != room) {
            rooms[room].used |= UINT64_C(1) << other;
            if ((rooms[room].allowed >> other & 1) == 0) {
                say("may not include ", path, name);
            }
        }
    }
    fclose(file);
}

static unsigned look_at_tree(void) {
    FILE *list =
        popen("find base bench checker cli decompose explorer frontend hashtable include library parity "
              "report specs -name '*.[chly]' -o -name '*.cu' -o -name '*.cuh'",
              "r");
    char path[NAME_BYTES];
    unsigned files = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(list);
    while (fgets(path, sizeof path, list) != NULL) {
        path[strcspn(path, "\n")] = '\0';
        look_at_file(path);
        files++;
    }
    CU_ASSERT_EQUAL(pclose(list), 0);
    return files;
}

static void test_includes(void) {
    read_table();
    CU_ASSERT(look_at_tree() > 500);
    for (unsigned i = 0; i < room_count; i++) {
        for (unsigned j = 0; j < i; j++) {
            if ((rooms[i].allowed & ~rooms[i].used) >> j & 1) {
                say("no longer includes anything of ", rooms[i].name, rooms[j].name);
            }
        }
    }
}

void suite_rooms(void) {
    if (access(TABLE, R_OK) != 0) {
        test_skip("rooms", "not in the source tree");
        return;
    }
    CU_add_test(CU_add_suite("rooms", NULL, NULL), "includes", test_includes);
}
