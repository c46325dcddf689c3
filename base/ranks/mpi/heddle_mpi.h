#ifndef HEDDLE_BASE_RANKS_MPI_HEDDLE_MPI_H
#define HEDDLE_BASE_RANKS_MPI_HEDDLE_MPI_H

#include "base/ranks/ranks.h"

/* To be raised whenever struct ranks or its functions change: a plugin of another build is not used. */
#define HEDDLE_MPI_VERSION 3u

/*
 * Begins MPI and fills *ranks, which MPI's part of it outlives. 0, or -1 if the version is another one or MPI
 * cannot begin. The one function of heddle-mpi.so.
 */
int heddle_mpi_begin(unsigned version, struct ranks *ranks);

#endif
