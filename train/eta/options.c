/* See options.h: how wide the eta branch is, and how long it is trained. */
#include "eta/options.h"

/* Every unit of the eta branch reads each input twice. Up to 4 inputs that is cheap, and more units
   make the border between known and unknown sharper. With more inputs the units are a tenth of the
   cost of a call, and more of them help little (models/crazyflie/README.md). */
static struct widths widths_narrow(size_t n_inputs)
{
    return (struct widths){1, {n_inputs <= 4 ? 32 : n_inputs <= 16 ? 16 : 12}};
}

struct widths eta_budget(struct eta_options *o, size_t n_inputs)
{
    if (o->teacher == TEACHER_SAMPLES) {
        o->steps = n_inputs <= 4 ? 3000 : 8000;
        o->batch = 256;
        o->rate = 1e-2;
        return widths_narrow(n_inputs);
    }
    /* What notions say has finer borders than labels of samples; a second layer draws them. With
       many inputs that takes long: crazyflie's faster flights, two seeds, AUROC 0.940 and 0.962
       after 5000 steps, 0.943 and 0.965 after 10000. 20000 steps help there (0.947, 0.967) and harm
       where rows are few (1,000 rows of wine without a quadrant: 0.815 and 0.810 after 5000 and
       20000). */
    o->steps = n_inputs <= 4 ? 5000 : 10000;
    o->batch = 512;
    o->rate = 5e-3;
    return o->small ? widths_narrow(n_inputs) : (struct widths){2, {32, 16}};
}

/* With many inputs it costs accuracy at the border: wine without a fifth along its first principal
   direction, AUROC 0.745, and 0.695 with the order learned too. */
bool eta_orders(size_t n_inputs) { return n_inputs <= 4; }

double eta_outside_share(const struct eta_options *o) { return 0.2 * o->false_alarms; }

unsigned eta_notions(const struct eta_options *o)
{
    switch (o->teacher) {
    case TEACHER_BLEND: return o->notions;
    case TEACHER_NEIGHBOURS: return 1U << NOTION_NEIGHBOURS;
    case TEACHER_GP: return 1U << NOTION_GP;
    case TEACHER_SAMPLES:
    case TEACHER_AUTO:
    case TEACHER_COUNT: break;
    }
    return NOTIONS_USUAL;
}
