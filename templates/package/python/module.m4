/* The model EPI_PREFIX for Python: rows come in as sequences or as buffers of float32 or float64, and are computed
 * without the interpreter lock where there are many. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "EPI_PREFIX.h"

#include <stdlib.h>
#include <string.h>

enum { N_IN = EPI_UPPER()_N_IN, N_OUT = EPI_UPPER()_N_OUT };

typedef struct {
    PyTypeObject *result, *batch;
} module_state;

/* Rows of numbers that lie in memory: the buffer of a caller, or a copy of a sequence. */
typedef struct {
    const char *first;
    Py_ssize_t count, row_stride, stride;
    int is_double;
} rows_t;

static float rows_get(const rows_t *rows, Py_ssize_t row, Py_ssize_t column)
{
    const char *place = rows->first + row * rows->row_stride + column * rows->stride;
    double wide;
    float value;
    if (rows->is_double) {
        memcpy(&wide, place, sizeof(wide));
        return (float)wide;
    }
    memcpy(&value, place, sizeof(value));
    return value;
}

static void row_infer(const rows_t *rows, Py_ssize_t row, epi_result_t *r)
{
    float x[N_IN];
    Py_ssize_t i;
    for (i = 0; i < N_IN; i++) {
        x[i] = rows_get(rows, row, i);
    }
    epi_infer(x, r);
}

/* 'f' or 'd' in the byte order of this machine, else 0: then the object is read as a sequence. */
static char format_of(const Py_buffer *view)
{
    const char *format = view->format == NULL ? "B" : view->format;
    const char native = PY_BIG_ENDIAN ? '>' : '<';
    if (*format == '@' || *format == '=' || *format == native) {
        format++;
    }
    return (*format == 'f' || *format == 'd') && format[1] == '\0' ? *format : '\0';
}

/* Takes the buffer of x, of so many dimensions, if there is one of a known type: 1. 0: there is none. -1: an error. */
static int rows_from_buffer(PyObject *x, int dimensions, Py_buffer *view, rows_t *rows)
{
    if (!PyObject_CheckBuffer(x)) {
        return 0;
    }
    if (PyObject_GetBuffer(x, view, PyBUF_STRIDED_RO | PyBUF_FORMAT) != 0) {
        PyErr_Clear();
        return 0;
    }
    if (format_of(view) == '\0') {
        PyBuffer_Release(view);
        return 0;
    }
    if (view->ndim != dimensions || view->shape[dimensions - 1] != N_IN) {
        PyErr_Format(PyExc_ValueError, dimensions == 1 ? "expected %d numbers" : "expected rows of %d numbers", (int)N_IN);
        PyBuffer_Release(view);
        return -1;
    }
    rows->first = view->buf;
    rows->is_double = format_of(view) == 'd';
    rows->count = dimensions == 1 ? 1 : view->shape[0];
    rows->row_stride = dimensions == 1 ? 0 : view->strides[0];
    rows->stride = view->strides[dimensions - 1];
    return 1;
}

static int sequence_read(PyObject *x, float numbers[N_IN])
{
    PyObject *items = PySequence_Fast(x, "expected a sequence or a buffer of numbers");
    Py_ssize_t i;
    if (items == NULL) {
        return -1;
    }
    if (PySequence_Fast_GET_SIZE(items) != N_IN) {
        PyErr_Format(PyExc_ValueError, "expected %d numbers, got %zd", (int)N_IN, PySequence_Fast_GET_SIZE(items));
        Py_DECREF(items);
        return -1;
    }
    for (i = 0; i < N_IN; i++) {
        double value = PyFloat_AsDouble(PySequence_Fast_GET_ITEM(items, i));
        if (value == -1.0 && PyErr_Occurred()) {
            Py_DECREF(items);
            return -1;
        }
        numbers[i] = (float)value;
    }
    Py_DECREF(items);
    return 0;
}

/* One row, from whatever it is, as float32. */
static int row_read(PyObject *x, float numbers[N_IN])
{
    Py_buffer view;
    rows_t rows;
    Py_ssize_t i;
    int found = rows_from_buffer(x, 1, &view, &rows);
    if (found <= 0) {
        return found < 0 ? -1 : sequence_read(x, numbers);
    }
    for (i = 0; i < N_IN; i++) {
        numbers[i] = rows_get(&rows, 0, i);
    }
    PyBuffer_Release(&view);
    return 0;
}

static PyObject *tuple_of(const float numbers[N_OUT])
{
    PyObject *tuple = PyTuple_New(N_OUT);
    Py_ssize_t i;
    for (i = 0; tuple != NULL && i < N_OUT; i++) {
        PyObject *number = PyFloat_FromDouble((double)numbers[i]);
        if (number == NULL) {
            Py_CLEAR(tuple);
        } else {
            PyTuple_SET_ITEM(tuple, i, number);
        }
    }
    return tuple;
}

/* A struct sequence of these items, which it owns from then on; NULL if one of them is. */
static PyObject *sequence_of(PyTypeObject *type, PyObject *const *items, Py_ssize_t count)
{
    PyObject *sequence = PyStructSequence_New(type);
    Py_ssize_t i;
    int complete = sequence != NULL;
    for (i = 0; i < count; i++) {
        complete = complete && items[i] != NULL;
        if (sequence != NULL) {
            PyStructSequence_SetItem(sequence, i, items[i]);
        } else {
            Py_XDECREF(items[i]);
        }
    }
    if (!complete) {
        Py_CLEAR(sequence);
    }
    return sequence;
}

static PyObject *module_infer(PyObject *module, PyObject *x)
{
    module_state *state = PyModule_GetState(module);
    float numbers[N_IN];
    epi_result_t r;
    if (row_read(x, numbers) != 0) {
        return NULL;
    }
    epi_infer(numbers, &r);
    {
        PyObject *items[] = {tuple_of(r.mean), EPI_IF_SIGMA(<|tuple_of(r.sigma), |>)EPI_IF_ETA(<|PyFloat_FromDouble((double)r.eta),
                             |>)PyLong_FromUnsignedLong(r.status)};
        return sequence_of(state->result, items, (Py_ssize_t)(sizeof(items) / sizeof(items[0])));
    }
}

/* The results of many rows, each in an array of its own. */
typedef struct {
    PyObject *mean, EPI_IF_SIGMA(<|*sigma, |>)EPI_IF_ETA(<|*eta, |>)*status;
} arrays_t;

static void arrays_drop(arrays_t *a)
{
    Py_XDECREF(a->mean);
EPI_IF_SIGMA(<|    Py_XDECREF(a->sigma);
|>)EPI_IF_ETA(<|    Py_XDECREF(a->eta);
|>)m4_dnl
    Py_XDECREF(a->status);
}

static int arrays_make(arrays_t *a, Py_ssize_t rows)
{
    const Py_ssize_t wide = rows * N_OUT * (Py_ssize_t)sizeof(float);
    a->mean = PyByteArray_FromStringAndSize(NULL, wide);
EPI_IF_SIGMA(<|    a->sigma = PyByteArray_FromStringAndSize(NULL, wide);
|>)EPI_IF_ETA(<|    a->eta = PyByteArray_FromStringAndSize(NULL, rows * (Py_ssize_t)sizeof(float));
|>)m4_dnl
    a->status = PyByteArray_FromStringAndSize(NULL, rows * (Py_ssize_t)sizeof(uint32_t));
    if (a->mean == NULL || EPI_IF_SIGMA(<|a->sigma == NULL || |>)EPI_IF_ETA(<|a->eta == NULL || |>)a->status == NULL) {
        arrays_drop(a);
        return -1;
    }
    return 0;
}

/* Holds no lock: the arrays are not known to anyone else yet, the rows are a buffer that its owner keeps. */
static void rows_infer(const rows_t *rows, const arrays_t *a)
{
    char *mean = PyByteArray_AS_STRING(a->mean), *status = PyByteArray_AS_STRING(a->status);
EPI_IF_SIGMA(<|    char *sigma = PyByteArray_AS_STRING(a->sigma);
|>)EPI_IF_ETA(<|    char *eta = PyByteArray_AS_STRING(a->eta);
|>)m4_dnl
    epi_result_t r;
    Py_ssize_t i;
    for (i = 0; i < rows->count; i++) {
        row_infer(rows, i, &r);
        memcpy(mean + (size_t)i * sizeof(r.mean), r.mean, sizeof(r.mean));
EPI_IF_SIGMA(<|        memcpy(sigma + (size_t)i * sizeof(r.sigma), r.sigma, sizeof(r.sigma));
|>)EPI_IF_ETA(<|        memcpy(eta + (size_t)i * sizeof(r.eta), &r.eta, sizeof(r.eta));
|>)m4_dnl
        memcpy(status + (size_t)i * sizeof(r.status), &r.status, sizeof(r.status));
    }
}

/* A view of an array, of rows by columns; columns 0: of rows alone. A view of no row has one dimension. */
static PyObject *view_of(PyObject *array, const char *format, Py_ssize_t rows, Py_ssize_t columns)
{
    PyObject *bytes = PyMemoryView_FromObject(array), *view = NULL;
    if (bytes != NULL && columns > 0 && rows > 0) {
        view = PyObject_CallMethod(bytes, "cast", "s(nn)", format, rows, columns);
    } else if (bytes != NULL) {
        view = PyObject_CallMethod(bytes, "cast", "s", format);
    }
    Py_XDECREF(bytes);
    return view;
}

static PyObject *batch_of(module_state *state, const rows_t *rows)
{
    arrays_t a;
    PyObject *made;
    if (arrays_make(&a, rows->count) != 0) {
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    rows_infer(rows, &a);
    Py_END_ALLOW_THREADS
    {
        PyObject *items[] = {view_of(a.mean, "f", rows->count, N_OUT), EPI_IF_SIGMA(<|view_of(a.sigma, "f", rows->count, N_OUT),
                             |>)EPI_IF_ETA(<|view_of(a.eta, "f", rows->count, 0), |>)view_of(a.status, "I", rows->count, 0)};
        made = sequence_of(state->batch, items, (Py_ssize_t)(sizeof(items) / sizeof(items[0])));
    }
    arrays_drop(&a);
    return made;
}

/* Rows of a sequence, copied while the lock is held. */
static PyObject *batch_of_sequence(module_state *state, PyObject *x)
{
    PyObject *items = PySequence_Fast(x, "expected a sequence of rows or a buffer of two dimensions"), *made = NULL;
    Py_ssize_t count = items == NULL ? 0 : PySequence_Fast_GET_SIZE(items), i = 0;
    float *numbers = items == NULL ? NULL : PyMem_Calloc((size_t)count * N_IN + 1, sizeof(float));
    if (items != NULL && numbers == NULL) {
        PyErr_NoMemory();
    }
    while (numbers != NULL && i < count && row_read(PySequence_Fast_GET_ITEM(items, i), numbers + i * N_IN) == 0) {
        i++;
    }
    if (numbers != NULL && i == count) {
        const rows_t rows = {(const char *)numbers, count, N_IN * (Py_ssize_t)sizeof(float), (Py_ssize_t)sizeof(float), 0};
        made = batch_of(state, &rows);
    }
    PyMem_Free(numbers);
    Py_XDECREF(items);
    return made;
}

static PyObject *module_infer_batch(PyObject *module, PyObject *x)
{
    module_state *state = PyModule_GetState(module);
    Py_buffer view;
    rows_t rows;
    PyObject *made;
    int found = rows_from_buffer(x, 2, &view, &rows);
    if (found <= 0) {
        return found < 0 ? NULL : batch_of_sequence(state, x);
    }
    made = batch_of(state, &rows);
    PyBuffer_Release(&view);
    return made;
}

static PyObject *module_selftest(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    return PyLong_FromUnsignedLong(epi_selftest());
}

static PyStructSequence_Field fields[] = {{"mean", "the expected value of each output"},
EPI_IF_SIGMA(<|    {"sigma", "the standard deviation of its noise"},
|>)EPI_IF_ETA(<|    {"eta", "from 0 (known) to 1 (unknown)"},
|>)m4_dnl
    {"status", "the bits of the inputs outside of their domain"}, {NULL, NULL}};
enum { N_FIELDS = (int)(sizeof(fields) / sizeof(fields[0])) - 1 };

static int module_fill(PyObject *module)
{
    static PyStructSequence_Desc result = {"EPI_PREFIX.Result", "What the model says of one row.", fields, N_FIELDS};
    static PyStructSequence_Desc batch = {"EPI_PREFIX.Batch", "What the model says of rows: memory views.", fields, N_FIELDS};
    module_state *state = PyModule_GetState(module);
    state->result = PyStructSequence_NewType(&result);
    state->batch = PyStructSequence_NewType(&batch);
    if (state->result == NULL || state->batch == NULL) {
        return -1;
    }
    Py_INCREF(state->result); /* PyModule_AddObject takes one reference, the state keeps another */
    Py_INCREF(state->batch);
    return PyModule_AddObject(module, "Result", (PyObject *)state->result) != 0 ||
                   PyModule_AddObject(module, "Batch", (PyObject *)state->batch) != 0
               ? -1
               : 0;
}

static int module_clear(PyObject *module)
{
    module_state *state = PyModule_GetState(module);
    Py_CLEAR(state->result);
    Py_CLEAR(state->batch);
    return 0;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = PyModule_GetState(module);
    Py_VISIT(state->result);
    Py_VISIT(state->batch);
    return 0;
}

static PyMethodDef methods[] = {
    {"infer", module_infer, METH_O, "infer(x): the Result of a sequence or a buffer of numbers."},
    {"infer_batch", module_infer_batch, METH_O, "infer_batch(x): the Batch of rows; releases the interpreter lock."},
    {"selftest", module_selftest, METH_NOARGS, "selftest(): how many vectors give other bits than expected; 0 is right."},
    {NULL, NULL, 0, NULL}};

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)module_fill}, {0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_core", NULL, sizeof(module_state), methods, slots,
                                        module_traverse, module_clear, NULL};

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
