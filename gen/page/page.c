/* See page.h. */
#include "page/page.h"

#include "base/fail.h"

#include <sha2.h>
#include <stdarg.h>
#include <string.h>

enum { SCRIPT_MAX_BYTES = 1 << 20 };

/* Signs stand as numbers: so no text is a tag, an entity, a macro, a quote or a comment. */
const char *page_text(struct arena *arena, const char *text)
{
    char *copy = arena_alloc(arena, 6 * strlen(text) + 1, 1), *end = copy;
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        bool plain = *c >= 0x80 || *c == ' ' || (*c >= '0' && *c <= '9') ||
                     (*c >= 'A' && *c <= 'Z') || (*c >= 'a' && *c <= 'z') ||
                     strchr(".,:;?!()+=%", *c) != NULL || *c == '-';
        if (plain)
            *end++ = (char)*c;
        else
            end += sprintf(end, "&#%d;", *c == '\n' || *c == '\t' || *c >= 0x20 ? *c : 0xFFFD);
    }
    return copy;
}

const char *state_word(enum state state)
{
    static const char *const words[] = {"pass", "fail", "notrun", "fact"};
    return words[state];
}

/* A file of templates/report. */
static const char *part_read(struct page *page, const char *name, size_t *size)
{
    const char *path = arena_printf(page->arena, "%s/report/%s", page->dirs->templates, name);
    return file_read(page->arena, path, SCRIPT_MAX_BYTES, size);
}

/* 'sha256-...' of some of these files, one behind the other. */
static const char *checksum(struct page *page, const char *const *names)
{
    SHA2_CTX sum;
    unsigned char digest[SHA256_DIGEST_LENGTH];
    char text[4 * ((sizeof(digest) + 2) / 3) + 1];
    SHA256Init(&sum);
    for (size_t i = 0; names[i] != NULL; i++) {
        size_t size;
        const char *bytes = part_read(page, names[i], &size);
        SHA256Update(&sum, (const uint8_t *)bytes, size);
    }
    SHA256Final(digest, &sum);
    base64_write(digest, sizeof(digest), text);
    return arena_printf(page->arena, "sha256-%s", text);
}

/* A macro call whose arguments are ours and stand as they are. */
static void call_plain(struct page *page, const char *macro, const char *argument)
{
    fprintf(page->calls, "EPI_%s(<|%s|>)m4_dnl\n", macro, argument);
}

struct page page_begin(struct arena *arena, const struct data_dirs *dirs, const char *title,
                       const char *const *scripts)
{
    static const char *const styles[] = {"style.css", NULL};
    struct page page = {.arena = arena, .dirs = dirs, .scripts = scripts, .calls = tmpfile()};
    if (page.calls == NULL)
        fail("cannot make a temporary file");
    fputs("m4_include(report/page.m4)m4_dnl\n", page.calls);
    fprintf(page.calls, "EPI_PAGE(<|%s|>, <|%s|>, <|%s|>)m4_dnl\n", page_text(arena, title),
            checksum(&page, scripts), checksum(&page, styles));
    return page;
}

static void arguments_write(struct page *page, va_list texts)
{
    const char *text = va_arg(texts, const char *);
    for (size_t i = 0; text != NULL; i++, text = va_arg(texts, const char *))
        fprintf(page->calls, "%s<|%s|>", i == 0 ? "" : ", ", page_text(page->arena, text));
}

void page_call(struct page *page, const char *macro, ...)
{
    va_list texts;
    va_start(texts, macro);
    fprintf(page->calls, "EPI_%s(", macro);
    arguments_write(page, texts);
    fputs(")m4_dnl\n", page->calls);
    va_end(texts);
}

static void cells_write(struct page *page, const char *macro, va_list texts)
{
    for (const char *text; (text = va_arg(texts, const char *)) != NULL;)
        call_plain(page, macro, page_text(page->arena, text));
}

void page_table(struct page *page, const char *caption, ...)
{
    va_list heads;
    va_start(heads, caption);
    page_call(page, "TABLE", caption, NULL);
    cells_write(page, "COLUMN", heads);
    call_plain(page, "TABLE_BODY", "");
    va_end(heads);
}

static void row_write(struct page *page, va_list cells)
{
    call_plain(page, "ROW_HEAD", page_text(page->arena, va_arg(cells, const char *)));
    cells_write(page, "CELL", cells);
}

void page_row(struct page *page, ...)
{
    va_list cells;
    va_start(cells, page);
    row_write(page, cells);
    call_plain(page, "ROW_END", "");
    va_end(cells);
}

void page_row_state(struct page *page, enum state state, ...)
{
    va_list cells;
    va_start(cells, state);
    row_write(page, cells);
    call_plain(page, "CELL_STATE", state_word(state));
    call_plain(page, "ROW_END", "");
    va_end(cells);
}

void page_table_end(struct page *page) { call_plain(page, "TABLE_END", ""); }

void page_data(struct page *page)
{
    fputs("EPI_DATA<|", page->calls);
    page->data = true;
    page->json = (struct json){page->calls, true};
    json_open(&page->json, NULL, '{');
}

struct output page_end(struct page *page, const char *path)
{
    struct output output = {.path = path};
    if (page->data) {
        json_close(&page->json, '}');
        fputs("|>EPI_DATA_END()m4_dnl\n", page->calls);
    }
    fputs("EPI_SCRIPT()m4_dnl\n", page->calls);
    for (size_t i = 0; page->scripts[i] != NULL; i++)
        call_plain(page, "SCRIPT_PART", page->scripts[i]);
    fputs("EPI_PAGE_END()m4_dnl\n", page->calls);
    output.text = macro_expand(page->arena, page->dirs, "epi", page->calls, &output.size);
    fclose(page->calls);
    return output;
}
