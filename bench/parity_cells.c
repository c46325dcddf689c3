/* The cells of the tables of heddle bench parity, kept for what is concluded from them. */
#include "bench/parity_cells.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"

int parity_cells_add(struct parity_cells *cells, const struct parity_cell *cell, struct error *error) {
    void *data = cells->cells;
    if (memory_grow(cells->memory, &data, &cells->capacity, cells->count + 1, sizeof *cell) != 0) {
        return error_memory(error, "for the table's cells");
    }
    cells->cells = data;
    cells->cells[cells->count++] = *cell;
    return 0;
}

void parity_cells_free(struct parity_cells *cells) {
    memory_free(cells->memory, cells->cells, cells->capacity * sizeof *cells->cells);
    *cells = (struct parity_cells){.memory = cells->memory};
}

const struct parity_cell *parity_cells_find(const struct parity_cells *cells, const char *table, unsigned row,
                                            const char *way) {
    for (uint64_t i = 0; i < cells->count; i++) {
        const struct parity_cell *cell = &cells->cells[i];
        if (cell->row == row && strcmp(cell->table, table) == 0 && strcmp(cell->way, way) == 0) {
            return cell;
        }
    }
    return NULL;
}
