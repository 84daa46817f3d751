/* See json.h. */
#include "page/json.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Printable ASCII stands as it is, but for what HTML or m4 would take for something of theirs. */
static void text_write(FILE *out, const char *text)
{
    putc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        bool plain = *c >= 0x20 && *c != 0x7F && strchr("<>&_\"\\'`$", *c) == NULL;
        if (plain) /* UTF-8 among them: specs and logs are */
            putc(*c, out);
        else
            fprintf(out, "\\u%04x", *c);
    }
    putc('"', out);
}

static void key_write(struct json *json, const char *key)
{
    if (!json->first)
        fputs(",\n", json->out);
    json->first = false;
    if (key != NULL) {
        text_write(json->out, key);
        fputs(": ", json->out);
    }
}

void json_open(struct json *json, const char *key, char bracket)
{
    key_write(json, key);
    putc(bracket, json->out);
    json->first = true;
}

void json_close(struct json *json, char bracket)
{
    putc(bracket, json->out);
    json->first = false;
}

void json_text(struct json *json, const char *key, const char *text)
{
    key_write(json, key);
    if (text == NULL)
        fputs("null", json->out);
    else
        text_write(json->out, text);
}

void json_bool(struct json *json, const char *key, bool value)
{
    key_write(json, key);
    fputs(value ? "true" : "false", json->out);
}

void json_whole(struct json *json, const char *key, size_t value)
{
    key_write(json, key);
    fprintf(json->out, "%zu", value);
}

void json_double(struct json *json, const char *key, double value)
{
    key_write(json, key);
    if (isfinite(value))
        fprintf(json->out, "%.6g", value);
    else
        fputs("null", json->out);
}

void json_float(struct json *json, const char *key, float value)
{
    key_write(json, key);
    if (isfinite(value))
        fprintf(json->out, "%.9g", (double)value);
    else
        fputs("null", json->out);
}

size_t base64_write(const unsigned char *bytes, size_t size, char *to)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *end = to;
    for (size_t i = 0; i < size; i += 3) {
        size_t have = size - i < 3 ? size - i : 3;
        uint32_t word = (uint32_t)bytes[i] << 16;
        word |= have > 1 ? (uint32_t)bytes[i + 1] << 8 : 0;
        word |= have > 2 ? (uint32_t)bytes[i + 2] : 0;
        *end++ = digits[word >> 18];
        *end++ = digits[word >> 12 & 63U];
        *end++ = have > 1 ? digits[word >> 6 & 63U] : '=';
        *end++ = have > 2 ? digits[word & 63U] : '=';
    }
    *end = '\0';
    return (size_t)(end - to);
}

void json_bytes(struct json *json, const char *key, const void *bytes, size_t size)
{
    enum { PIECE = 3 * 1024 };
    char text[PIECE / 3 * 4 + 1];
    key_write(json, key);
    putc('"', json->out);
    for (size_t i = 0; i < size; i += PIECE) {
        size_t length = base64_write((const unsigned char *)bytes + i,
                                     size - i < PIECE ? size - i : PIECE, text);
        fwrite(text, 1, length, json->out);
    }
    putc('"', json->out);
}

void json_floats(struct json *json, const char *key, const float *values, size_t count)
{
    enum { PIECE = 768 };
    unsigned char bytes[4 * PIECE];
    char text[4 * ((sizeof(bytes) + 2) / 3) + 1];
    key_write(json, key);
    putc('"', json->out);
    for (size_t i = 0; i < count; i += PIECE) {
        size_t n = count - i < PIECE ? count - i : PIECE;
        for (size_t k = 0; k < n; k++) {
            uint32_t bits;
            memcpy(&bits, &values[i + k], sizeof(bits));
            for (size_t b = 0; b < 4; b++)
                bytes[4 * k + b] = (unsigned char)(bits >> 8 * b & 255U);
        }
        fwrite(text, 1, base64_write(bytes, 4 * n, text), json->out);
    }
    putc('"', json->out);
}
