/* What gen/base/work_mpi.c calls, so that it is analysed where no MPI is installed. `make MPI=1`
 * compiles it with a real mpi.h. */
#ifndef TESTS_LINT_MPI_H
#define TESTS_LINT_MPI_H

typedef struct mpi_communicator *MPI_Comm;
typedef struct mpi_type *MPI_Datatype;
typedef struct {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR;
} MPI_Status;

extern const MPI_Comm MPI_COMM_WORLD;
extern const MPI_Datatype MPI_CHAR;
enum { MPI_ANY_TAG = -1, MPI_ANY_SOURCE = -2 };

int MPI_Init(int *argc, char ***argv);
int MPI_Finalize(void);
int MPI_Comm_size(MPI_Comm communicator, int *size);
int MPI_Comm_rank(MPI_Comm communicator, int *rank);
int MPI_Send(const void *data, int count, MPI_Datatype type, int to, int tag,
             MPI_Comm communicator);
int MPI_Recv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm communicator,
             MPI_Status *status);
int MPI_Iprobe(int from, int tag, MPI_Comm communicator, int *there, MPI_Status *status);
int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count);

#endif
