/* See tools.h. */
#include "pack/tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static bool tool_is_here(const char *tool)
{
    const char *path = getenv("PATH");
    char file[4096];
    while (path != NULL && *path != '\0') {
        size_t length = strcspn(path, ":");
        int size = snprintf(file, sizeof(file), "%.*s/%s", (int)length, path, tool);
        if (size > 0 && (size_t)size < sizeof(file) && access(file, X_OK) == 0)
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}

bool tools_are_here(const char *const *tools)
{
    for (size_t i = 0; tools[i] != NULL; i++)
        if (!tool_is_here(tools[i]))
            return false;
    return true;
}

const char *tools_text(struct arena *arena, const char *const *tools)
{
    const char *all = "", *missing = "";
    for (size_t i = 0; tools[i] != NULL; i++) {
        const char *before = i == 0 ? "" : tools[i + 1] == NULL ? " and " : ", ";
        all = arena_printf(arena, "%s%s%s", all, before, tools[i]);
        if (!tool_is_here(tools[i]))
            missing =
                arena_printf(arena, "%s%s%s", missing, *missing == '\0' ? "" : ", ", tools[i]);
    }
    if (*missing == '\0')
        return all;
    return arena_printf(arena, "%s (not found here: %s)", all, missing);
}

bool machine_is(const char *machine)
{
    struct utsname here;
    return machine == NULL || (uname(&here) == 0 && strcmp(here.sysname, "Linux") == 0 &&
                               strcmp(here.machine, machine) == 0);
}
