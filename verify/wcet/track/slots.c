/* See slots.h. */
#include "wcet/track/slots.h"

static void slot_remove(struct slots *s, unsigned i)
{
    s->list[i] = s->list[--s->n];
    s->oldest = 0;
}

void slots_overwrite(struct slots *s, int64_t at, uint64_t bytes)
{
    for (unsigned i = s->n; i-- > 0;)
        if (s->list[i].at < at + (int64_t)bytes && at < s->list[i].at + 4)
            slot_remove(s, i);
}

void slots_store(struct slots *s, int64_t at, struct value value)
{
    slots_overwrite(s, at, 4);
    if (s->n < SLOTS_MAX) {
        s->list[s->n++] = (struct slot){at, value};
        return;
    }
    /* The list is full: the oldest word is dropped. */
    s->list[s->oldest] = (struct slot){at, value};
    s->oldest = (s->oldest + 1) % SLOTS_MAX;
}

struct value slots_load(const struct slots *s, int64_t at)
{
    for (unsigned i = 0; i < s->n; i++)
        if (s->list[i].at == at)
            return s->list[i].value;
    return (struct value){.kind = VALUE_UNKNOWN};
}

void slots_drop_below(struct slots *s, int64_t sp)
{
    for (unsigned i = s->n; i-- > 0;)
        if (s->list[i].at < sp)
            slot_remove(s, i);
}

void slots_forget(struct slots *s) { s->n = s->oldest = 0; }
