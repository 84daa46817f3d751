/* Writes JSON for the script of a page. Whatever a text holds, the result has neither <, > nor & in
   it and no name of a macro, so that it can stand in HTML and goes through m4 as it is. */
#ifndef EPIGEN_PAGE_JSON_H
#define EPIGEN_PAGE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct json {
    FILE *out;
    bool first; /* nothing stands in this object or list yet */
};

/* Each of these writes one value: with its key in an object, with NULL in a list. */
void json_open(struct json *json, const char *key, char bracket);     /* '{' or '[' */
void json_close(struct json *json, char bracket);                     /* '}' or ']' */
void json_text(struct json *json, const char *key, const char *text); /* NULL: null */
void json_bool(struct json *json, const char *key, bool value);
void json_whole(struct json *json, const char *key, size_t value);
void json_double(struct json *json, const char *key, double value); /* not finite: null */
void json_float(struct json *json, const char *key, float value);   /* reads back exactly */
/* Bytes as base64; the script reads numbers out of them, least significant byte first. */
void json_bytes(struct json *json, const char *key, const void *bytes, size_t size);
void json_floats(struct json *json, const char *key, const float *values, size_t count);

/* Base64 as a text ends at 4 * ((size + 2) / 3) characters, which `to` has room for. */
size_t base64_write(const unsigned char *bytes, size_t size, char *to);

#endif
