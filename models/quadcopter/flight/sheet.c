/* See sheet.h. */
#include "quadcopter/flight/sheet.h"

#include "base/fail.h"
#include "base/files.h"

#include <stdlib.h>

FILE *sheet_open(struct sheet *sheet, const char *path)
{
    sheet->path = path;
    sheet->file = open_memstream(&sheet->text, &sheet->size);
    if (sheet->file == NULL)
        fail("out of memory");
    return sheet->file;
}

void sheets_save(struct arena *arena, struct sheet *sheets, size_t count)
{
    struct output outputs[8] = {{0}};
    for (size_t i = 0; i < count; i++) {
        if (fclose(sheets[i].file) != 0)
            fail("out of memory");
        outputs[i] = (struct output){sheets[i].path, sheets[i].text, sheets[i].size};
    }
    files_write(arena, outputs, count);
    for (size_t i = 0; i < count; i++)
        free(sheets[i].text);
}
