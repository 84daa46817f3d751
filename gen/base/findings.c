/* See findings.h. */
#include "base/findings.h"

#include "base/fail.h"
#include "base/version.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct findings watched;

/* One finding: the place that stands in front of its message, or else the subject. */
struct finding {
    const char *file, *message;
    size_t file_length, message_length;
    long line; /* 0: none */
};

static struct finding finding_of(const struct findings *f, const char *text, size_t length)
{
    struct finding finding = {f->file, text, strlen(f->file), length, 0};
    for (const char *at = text; at < text + length; at++) {
        char *end;
        if (*at != ':' || at + 1 == text + length || at[1] < '1' || at[1] > '9')
            continue;
        long line = strtol(at + 1, &end, 10);
        if (end[0] != ':' || end[1] != ' ' || end + 2 > text + length)
            continue;
        finding.file = text;
        finding.file_length = (size_t)(at - text);
        finding.message = end + 2;
        finding.message_length = length - (size_t)(end + 2 - text);
        finding.line = line;
        break;
    }
    return finding;
}

/* Text within quotes of JSON, or within an attribute of XML. */
static void text_print(const char *text, size_t length, bool xml)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (xml && strchr("&<>\"'", c) != NULL)
            printf("&#%u;", (unsigned)c);
        else if (!xml && (c == '"' || c == '\\'))
            printf("\\%c", c);
        else if (c < 0x20)
            putchar(' ');
        else
            putchar(c);
    }
}

static void sarif_begin(const struct findings *f)
{
    printf(
        "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
        "  \"version\": \"2.1.0\",\n  \"runs\": [\n    {\n      \"tool\": {\"driver\": {\"name\": "
        "\"%s\", \"version\": \"%s\", \"rules\": [{\"id\": \"%s\", \"shortDescription\": "
        "{\"text\": \"%s\"}}]}},\n      \"results\": [",
        fail_program, epigen_version, f->rule, f->about);
}

/* A space in a file's name is no character of a URI. */
static void uri_print(const char *file, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)file[i];
        if (c <= ' ' || c > 0x7E || strchr("\"%<>\\^`{|}#?", c) != NULL)
            printf("%%%02X", (unsigned)c);
        else
            putchar(c);
    }
}

static void sarif_result(const struct findings *f, const struct finding *finding, bool first)
{
    printf("%s\n        {\"ruleId\": \"%s\", \"ruleIndex\": 0, \"level\": \"error\", \"message\": "
           "{\"text\": \"",
           first ? "" : ",", f->rule);
    text_print(finding->message, finding->message_length, false);
    printf("\"}, \"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"");
    uri_print(finding->file, finding->file_length);
    printf("\"}");
    if (finding->line > 0)
        printf(", \"region\": {\"startLine\": %ld}", finding->line);
    printf("}}]}");
}

static void junit_result(const struct finding *finding)
{
    printf("    <failure message=\"");
    text_print(finding->file, finding->file_length, true);
    if (finding->line > 0)
        printf(":%ld", finding->line);
    printf(": ");
    text_print(finding->message, finding->message_length, true);
    printf("\"/>\n");
}

static size_t lines_count(const char *text)
{
    size_t count = 0;
    for (; *text != '\0'; text += strcspn(text, "\n"), text += *text == '\n')
        count += *text != '\n';
    return count;
}

void findings_print(const struct findings *f, const char *text)
{
    bool sarif = f->kind == FINDINGS_SARIF, first = true;
    size_t count = lines_count(text);
    if (f->kind == FINDINGS_NONE)
        return;
    if (sarif)
        sarif_begin(f);
    else
        printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"%s\" tests=\"1\" "
               "failures=\"%d\">\n  <testcase name=\"%s\" classname=\"%s\">\n",
               fail_program, count > 0, f->rule, fail_program);
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        struct finding finding = finding_of(f, text, length);
        if (length > 0 && sarif)
            sarif_result(f, &finding, first);
        else if (length > 0 && first) /* a test case has one failure */
            junit_result(&finding);
        first = first && length == 0;
        text += length + (text[length] == '\n');
    }
    fputs(sarif ? (first ? "]\n    }\n  ]\n}\n" : "\n      ]\n    }\n  ]\n}\n")
                : "  </testcase>\n</testsuite>\n",
          stdout);
}

static void fault_print(int status, const char *message)
{
    if (status == EXIT_INPUT) {
        findings_print(&watched, message);
        fflush(stdout);
    }
}

void findings_watch(const struct findings *findings)
{
    watched = *findings;
    fail_report = fault_print;
}
