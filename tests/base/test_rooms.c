/* The include graph of the source tree beside tests/base/rooms.txt, which says how rooms may depend on each
 * other; and how many files a kind of property is in. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/testing.h"

#include "base/array.h"
#include "checker/property/property.h"

#define TABLE "tests/base/rooms.txt"
#define INDEPENDENT "independent "
#define ROOMS 128
/* A set of rooms: bit k for room k. */
__extension__ typedef unsigned __int128 room_set;
#define REACHED 2048
#define LINE_BYTES 4096
#define NAME_BYTES 256

static struct {
    char name[NAME_BYTES];
    room_set allowed, used;
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

/* A room and what its files may reach: rooms (bit k: room k), and files. */
struct independence {
    int room;
    room_set rooms;
    char *files[ROOMS];
    unsigned file_count;
};

static struct independence independent[ROOMS];
static unsigned independent_count;

/* The items after the colon of a line. */
static void read_independence(const char *room, char *items) {
    struct independence *line = &independent[independent_count++];
    *line = (struct independence){.room = find_name(room)};
    CU_ASSERT_FATAL(line->room >= 0 && independent_count < ROOMS);
    for (char *name = strtok(items, " \n"); name != NULL; name = strtok(NULL, " \n")) {
        int other = find_name(name);
        if (other >= 0) {
            line->rooms |= (room_set)1 << other;
        } else if (access(name, R_OK) == 0 && line->file_count < ROOMS) {
            line->files[line->file_count++] = strdup(name);
        } else {
            say("is no room and no file: ", room, name);
        }
    }
}

static void read_table(void) {
    FILE *file = fopen(TABLE, "r");
    char line[LINE_BYTES];
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    room_count = independent_count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char *colon = strchr(line, ':');
        if (line[0] == '#' || line[0] == '\n') {
            continue;
        }
        CU_ASSERT_FATAL(colon != NULL && room_count < ROOMS && colon - line < NAME_BYTES);
        *colon = '\0';
        if (strncmp(line, INDEPENDENT, strlen(INDEPENDENT)) == 0) {
            read_independence(line + strlen(INDEPENDENT), colon + 1);
            continue;
        }
        room_set allowed = 0;
        for (char *name = strtok(colon + 1, " \n"); name != NULL; name = strtok(NULL, " \n")) {
            int room = find_name(name);
            if (room < 0) {
                say("is not listed above ", name, line);
            } else {
                allowed |= (room_set)1 << room;
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
            rooms[room].used |= (room_set)1 << other;
            if ((rooms[room].allowed >> other & 1) == 0) {
                say("may not include ", path, name);
            }
        }
    }
    fclose(file);
}

static unsigned look_at_tree(void) {
    FILE *list = popen("find api base bench checker cli decompose explorer frontend hashtable include "
                       "library model parity reduce "
                       "report space specs -name '*.[chly]' -o -name '*.cu' -o -name '*.cuh'",
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

/* --- what an independent room reaches --- */

/* Files in the order in which they are found, each with the file that includes it (or the header that it
 * belongs to). */
static struct { char name[NAME_BYTES], from[NAME_BYTES]; } reached[REACHED];
static unsigned reached_count;

/* An include that is not in the tree, for test_planted; NULL for none. */
static const char *planted_in, *planted_name;

static void reach(const char *name, const char *from) {
    for (unsigned i = 0; i < reached_count; i++) {
        if (strcmp(reached[i].name, name) == 0) {
            return;
        }
    }
    CU_ASSERT_FATAL(reached_count < REACHED && strlen(name) < NAME_BYTES);
    strcpy(reached[reached_count].name, name);
    strcpy(reached[reached_count++].from, from);
}

static void reach_includes(const char *path) {
    FILE *file = fopen(path, "r");
    char line[LINE_BYTES], name[NAME_BYTES];
    if (planted_in != NULL && strcmp(planted_in, path) == 0) {
        reach(planted_name, path);
    }
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "#include \"%255[^\"]\"", name) == 1) {
            reach(name, path);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

/* Adds the .c file beside a header, which defines what the header declares; generated .c files have no header
 * of their name. */
static void reach_twin(const char *path) {
    char twin[NAME_BYTES];
    size_t length = strlen(path);
    strcpy(twin, path);
    if (length > 2 && strcmp(path + length - 2, ".h") == 0) {
        twin[length - 1] = 'c';
        if (access(twin, R_OK) == 0) {
            reach(twin, path);
        }
    }
}

static int may_reach(const struct independence *line, const char *path) {
    int room = room_of(path);
    if (room == line->room || (room >= 0 && line->rooms >> room & 1)) {
        return 1;
    }
    for (unsigned i = 0; i < line->file_count; i++) {
        size_t length = strlen(line->files[i]); /* a header allows the .c file beside it */
        if (strncmp(path, line->files[i], length - 1) == 0 &&
            (path[length - 1] == 'h' || path[length - 1] == 'c') && path[length] == '\0') {
            return 1;
        }
    }
    return 0;
}

/* Follows all includes of the room's files; how many files it must not reach, the first of them in *wrong. */
static unsigned follow(const struct independence *line, unsigned *wrong) {
    char command[LINE_BYTES], path[NAME_BYTES];
    unsigned count = 0;
    reached_count = 0;
    snprintf(command, sizeof command, "find %s -name '*.[ch]'", rooms[line->room].name);
    FILE *list = popen(command, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(list);
    while (fgets(path, sizeof path, list) != NULL) {
        path[strcspn(path, "\n")] = '\0';
        if (room_of(path) == line->room) {
            reach(path, "");
        }
    }
    CU_ASSERT_EQUAL(pclose(list), 0);
    for (unsigned i = 0; i < reached_count; i++) {
        if (may_reach(line, reached[i].name)) {
            reach_includes(reached[i].name);
            reach_twin(reached[i].name);
        } else {
            *wrong = count++ == 0 ? i : *wrong;
        }
    }
    return count;
}

static void test_independent(void) {
    CU_ASSERT(independent_count > 0);
    for (unsigned k = 0; k < independent_count; k++) {
        unsigned wrong;
        if (follow(&independent[k], &wrong) != 0) {
            printf("\n  %s reaches", rooms[independent[k].room].name);
            say("includes ", reached[wrong].from, reached[wrong].name);
        }
        CU_ASSERT(reached_count > 50);
        for (unsigned i = 0; i < independent[k].file_count; i++) {
            unsigned before = reached_count;
            reach(independent[k].files[i], "");
            if (reached_count > before) {
                say("no longer reaches ", rooms[independent[k].room].name, independent[k].files[i]);
            }
        }
    }
}

/* Includes that would end the independence of checker/verify are noticed, wherever they are. */
static void test_planted(void) {
    static const char *const includes[][2] = {
        {"checker/verify/verify_formula.c", "explorer/search/explore.h"},
        {"checker/verify/verify_internal.h", "checker/evidence/evidence.h"},
        {"checker/verify/walk.c", "checker/check.h"},
        {"checker/property/property.h", "frontend/language/compile/language_compile.h"},
        {"checker/strategy/strategy_path.c", "parity/game/game.h"},
        {"frontend/formats/aut.h", "explorer/graph/graph.h"},
        {"frontend/exp/walk/semantics.c", "frontend/exp/compile/network_compose.h"},
        {"model/trace.h", "explorer/search/explore.h"},
        {"model/trace.c", "explorer/trace/trace_rebuild.h"},
        {"model/mdp.h", "decompose/mec/mec.h"},
        {"base/run.h", "explorer/model/model.h"},
        {"specs/automata/formula_observer.c", "explorer/model/network.h"},
        {"checker/verify/verify.h", "checker/check_internal.h"},
    };
    int room = find_name("checker/verify");
    for (size_t k = 0; k < LENGTH(includes); k++) {
        planted_in = includes[k][0];
        planted_name = includes[k][1];
        for (unsigned i = 0; i < independent_count; i++) {
            unsigned wrong;
            if (independent[i].room == room && follow(&independent[i], &wrong) == 0) {
                say("could include ", includes[k][0], includes[k][1]);
            }
        }
    }
    planted_in = NULL;
}

/* --- kinds of properties --- */

#define MOST_FILES_OF_KIND 5

/* What a kind is stands in its row: beside its room and the tests, few files name it. */
static void test_property_kinds(void) {
#define MEMBER_TEXT(member, ...) "PROPERTY_" #member,
    static const char *const members[] = {PROPERTY_LIST(MEMBER_TEXT)};
    for (size_t k = 0; k < LENGTH(members); k++) {
        char command[LINE_BYTES], path[NAME_BYTES];
        unsigned files = 0;
        snprintf(command, sizeof command,
                 "grep -rlw --include='*.[chly]' --exclude-dir=tests --exclude-dir=build %s .", members[k]);
        FILE *list = popen(command, "r");
        CU_ASSERT_PTR_NOT_NULL_FATAL(list);
        while (fgets(path, sizeof path, list) != NULL) {
            files += strncmp(path, "./checker/property/", strlen("./checker/property/")) != 0;
        }
        CU_ASSERT_EQUAL(pclose(list), 0);
        if (files == 0 || files > MOST_FILES_OF_KIND) {
            printf("\n  %u files name %s; put what they ask into its row", files, members[k]);
            CU_FAIL("a kind of property is in too many files");
        }
    }
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

static int free_table(void) {
    for (unsigned k = 0; k < independent_count; k++) {
        for (unsigned i = 0; i < independent[k].file_count; i++) {
            free(independent[k].files[i]);
        }
    }
    return 0;
}

void suite_rooms(void) {
    if (access(TABLE, R_OK) != 0) {
        test_skip("rooms", "not in the source tree");
        return;
    }
    suite_add("rooms", NULL, free_table, "includes", test_includes, "independent rooms", test_independent,
              "planted includes", test_planted, "kinds of properties", test_property_kinds, NULL);
}
