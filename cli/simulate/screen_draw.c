/* Draws the full screen: a title, three lists side by side (or the focused one, on a narrow terminal), a
 * message and the keys. */
#ifdef HEDDLE_FULL_SCREEN
#include <string.h>

#include "checker/evidence/evidence.h"
#include "cli/common.h"
#include "cli/simulate/screen_internal.h"

#define FEWEST_ROWS 6
#define FEWEST_COLUMNS 20
#define FORMULAS_SHOWN 4
#define COLUMNS_FOR_ALL 72 /* a narrower terminal shows the focused list alone */

static const char *const headings[PANES] = {"Processes", "Transitions", "Steps"};

void screen_say(struct screen *screen, int is_alert, const char *text) {
    screen->message.length = 0;
    screen->is_alert = is_alert;
    text_buffer_append(&screen->session->job->memory, &screen->message, text, strcspn(text, "\n"));
}

/* The rows of formulas, above the message: the lists keep some, too. */
static int formula_rows(const struct screen *screen) {
    const uint64_t count = screen->session->formulas.count;
    const int fits = LINES > FEWEST_ROWS ? LINES - FEWEST_ROWS : 0,
              rows = count < FORMULAS_SHOWN ? (int)count : FORMULAS_SHOWN;
    return rows < fits ? rows : fits;
}

static void place_panes(struct screen *screen) {
    int all = COLS >= COLUMNS_FOR_ALL, column = 0;
    int widths[PANES] = {COLS / 4, 0, COLS * 3 / 10};
    widths[PANE_TRANSITIONS] = COLS - widths[PANE_PROCESSES] - widths[PANE_STEPS] - 2;
    for (int i = 0; i < PANES; i++) {
        int columns = all ? widths[i] : (enum pane)i == screen->focus ? COLS : 0;
        screen->places[i] = (struct pane_place){
            .column = column, .columns = columns, .row = 2, .rows = LINES - 4 - formula_rows(screen)};
        column += all ? columns + 1 : 0;
    }
}

/* --- the lists --- */

static enum style style_of(const struct screen *screen, enum pane pane, uint64_t item) {
    const walk *walk = screen->session->walk;
    uint32_t ignored;
    if (pane == PANE_PROCESSES) {
        return screen_moves_to(screen, (uint32_t)item, &ignored) ? STYLE_HEADING
               : screen_has_changed(screen, (uint32_t)item)      ? STYLE_CHANGED
                                                                 : STYLE_PLAIN;
    }
    if (pane == PANE_TRANSITIONS) {
        return item == screen->next ? STYLE_CHANGED : STYLE_PLAIN;
    }
    int in_loop = simulate_has_loop(screen->session) && item > walk_whole(walk)->lasso;
    return item == walk_position(walk)  ? STYLE_CHANGED
           : in_loop                    ? STYLE_LOOP
           : item > walk_position(walk) ? STYLE_FAINT
                                        : STYLE_PLAIN;
}

static void draw_heading(const struct screen *screen, enum pane pane) {
    const struct list_view *view = &screen->views[pane];
    const struct pane_place *place = &screen->places[pane];
    char text[128];
    uint64_t last = view->top + view->rows < view->count ? view->top + view->rows : view->count;
    if (view->count > view->rows && view->rows > 0) {
        snprintf(text, sizeof text, "%s %llu-%llu of %llu", headings[pane], (unsigned long long)view->top + 1,
                 (unsigned long long)last, (unsigned long long)view->count);
    } else {
        snprintf(text, sizeof text, "%s (%llu)", headings[pane],
                 (unsigned long long)view->count - (pane == PANE_STEPS) -
                     (pane == PANE_STEPS && simulate_has_loop(screen->session)));
    }
    screen_style(screen, STYLE_HEADING, pane == screen->focus);
    screen_put(screen, place->row - 1, place->column, place->columns, text);
}

static void draw_pane(struct screen *screen, enum pane pane) {
    const struct list_view *view = &screen->views[pane];
    const struct pane_place *place = &screen->places[pane];
    draw_heading(screen, pane);
    for (int row = 0; row < place->rows; row++) {
        uint64_t item = view->top + (uint64_t)row;
        int is_item = item < view->count;
        int is_selected =
            is_item && item == view->selected && (pane == screen->focus || pane == PANE_TRANSITIONS);
        const char *text = is_item ? screen_item(screen, pane, item) : "";
        screen_style(screen, is_item ? style_of(screen, pane, item) : STYLE_PLAIN, is_selected);
        screen_put(screen, place->row + row, place->column, place->columns, text);
    }
    screen_style(screen, STYLE_FAINT, 0);
    for (int row = -1; row < place->rows && place->column + place->columns < COLS; row++) {
        mvaddnwstr(place->row + row, place->column + place->columns, screen->wide ? L"\u2502" : L"|", 1);
    }
}

/* --- the lines around them --- */

static void draw_title(const struct screen *screen) {
    const struct simulate_session *session = screen->session;
    char text[64];
    snprintf(text, sizeof text, " step %llu of %llu ", (unsigned long long)walk_position(session->walk),
             (unsigned long long)walk_length(session->walk));
    int width = (int)strlen(text);
    screen_style(screen, STYLE_PLAIN, 1);
    screen_put(screen, 0, 0, COLS - width, session->subject->network);
    screen_put(screen, 0, COLS - width, width, text);
}

/* What is owed of the first formulas. */
static int draw_formulas(const struct screen *screen, struct error *error) {
    struct text_buffer line = {0};
    const int rows = formula_rows(screen);
    int failed = 0;
    screen_style(screen, STYLE_PLAIN, 0);
    for (int i = 0; i < rows && !failed; i++) {
        screen_enter_model(screen);
        failed = simulate_owed_line(screen->session, (uint64_t)i, &line, error);
        screen_leave_model(screen);
        screen_put(screen, LINES - 2 - rows + i, 0, COLS, failed ? "" : line.data);
    }
    text_buffer_free(&screen->session->job->memory, &line);
    return failed;
}

static void draw_message(const struct screen *screen) {
    const char *text = screen->message.length > 0 ? screen->message.data : "";
    int deadlock = screen->views[PANE_TRANSITIONS].count == 0;
    const char *explanation = simulate_explanation(screen->session);
    if (*text == '\0' && explanation != NULL) {
        text = explanation;
    } else if (*text == '\0' && deadlock) {
        text = "deadlock: no transition is possible here";
    }
    screen_style(screen, screen->is_alert || deadlock ? STYLE_ALERT : STYLE_PLAIN, 0);
    screen_put(screen, LINES - 2, 0, COLS, text);
    screen_style(screen, STYLE_PLAIN, 1);
    screen_put(
        screen, LINES - 1, 0, COLS,
        "Enter take  Backspace undo  Right next  / search  g goto  : command  Tab list  ? help  q quit");
}

/* Keeps the lists that are not focused near what matters: the processes that move, the current step. */
static void follow(struct screen *screen, int new_state) {
    uint32_t count = screen->session->subject->component_count, ignored;
    if (new_state) {
        list_view_select(&screen->views[PANE_TRANSITIONS], screen->next == UINT64_MAX ? 0 : screen->next);
    }
    if (new_state || screen->focus != PANE_STEPS) {
        list_view_select(&screen->views[PANE_STEPS], walk_position(screen->session->walk));
    }
    for (uint32_t i = 0; i < count && screen->focus != PANE_PROCESSES; i++) {
        if (screen_moves_to(screen, i, &ignored)) {
            list_view_select(&screen->views[PANE_PROCESSES], i);
            break;
        }
    }
}

/* Sets the sizes of the lists. */
static int resize_lists(struct screen *screen, struct error *error) {
    int failed = 0;
    for (int i = 0; i < PANES; i++) {
        uint64_t count = 0;
        int rows = screen->places[i].rows;
        failed = screen_count(screen, (enum pane)i, &count, error) != 0 || failed;
        list_view_resize(&screen->views[i], count, rows > 0 ? (uint64_t)rows : 0);
    }
    screen_enter_model(screen);
    failed = walk_next_choice(screen->session->walk, &screen->next, error) != 0 || failed;
    screen_leave_model(screen);
    return failed ? -1 : 0;
}

int screen_draw(struct screen *screen, int new_state, struct error *error) {
    place_panes(screen);
    int failed = resize_lists(screen, error);
    follow(screen, new_state);
    erase();
    if (LINES < FEWEST_ROWS || COLS < FEWEST_COLUMNS) {
        screen_style(screen, STYLE_ALERT, 0);
        screen_put(screen, 0, 0, COLS, "too small");
    } else {
        draw_title(screen);
        /* Steps come first: their texts need transitions of other states. */
        for (int i = PANES - 1; i >= 0; i--) {
            if (screen->places[i].columns > 0) {
                draw_pane(screen, (enum pane)i);
            }
        }
        failed = draw_formulas(screen, error) != 0 || failed;
        draw_message(screen);
    }
    attr_set(A_NORMAL, 0, NULL);
    return failed ? -1 : 0;
}

#endif
