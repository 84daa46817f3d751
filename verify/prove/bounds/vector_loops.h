/* The loops of vector.h; vector.c includes this file once for each kind of vectors, with LOOP(name)
   and TARGET. */

static TARGET inline lanes LOOP(load)(const double *from)
{
    lanes v;
    memcpy(&v, from, sizeof(v));
    return v;
}

/* Where the mask has all bits set a, elsewhere b. */
static TARGET inline lanes LOOP(select)(masks mask, lanes a, lanes b)
{
    return (lanes)((mask & (masks)a) | (~mask & (masks)b));
}

static TARGET inline lanes LOOP(magnitude)(lanes a) { return LOOP(select)(a < 0.0, -a, a); }

static TARGET double LOOP(total)(const lanes *v)
{
    double part[VECTOR_LANES], sum = 0.0;
    memcpy(part, v, sizeof(part));
    for (size_t i = 0; i < VECTOR_LANES; i++)
        sum += part[i];
    return sum;
}

static TARGET void LOOP(product_add)(const struct product *p)
{
    for (size_t row = 0; row < p->rows; row += VECTOR_ROWS)
        for (size_t column = 0; column < p->columns; column += VECTOR_LANES) {
            double *c = p->c + row * p->c_stride + column;
            const double *a = p->a + row * p->a_stride;
            lanes sum[VECTOR_ROWS];
            for (size_t r = 0; r < VECTOR_ROWS; r++)
                sum[r] = LOOP(load)(c + r * p->c_stride);
            for (size_t i = 0; i < p->n_used; i++) {
                size_t k = p->used[i];
                lanes w = LOOP(load)(p->w + k * p->w_stride + column);
                for (size_t r = 0; r < VECTOR_ROWS; r++)
                    sum[r] += w * a[r * p->a_stride + k];
            }
            for (size_t r = 0; r < VECTOR_ROWS; r++)
                memcpy(c + r * p->c_stride, &sum[r], sizeof(lanes));
        }
}

static TARGET void LOOP(lines_substitute)(const struct substitution *s)
{
    for (size_t r = 0; r < s->rows; r++) {
        lanes constant = {0.0}, size = {0.0}, loss = {0.0};
        for (size_t j = 0; j < s->columns; j += VECTOR_LANES) {
            lanes a = LOOP(load)(s->a + r * s->stride + j);
            masks positive = a > 0.0;
            lanes slope = LOOP(select)(positive, LOOP(load)(s->lower_slope + j),
                                       LOOP(load)(s->upper_slope + j));
            lanes moved = a * LOOP(select)(positive, LOOP(load)(s->lower_zero + j),
                                           LOOP(load)(s->upper_zero + j));
            lanes sum = a * slope;
            constant += moved + sum * LOOP(load)(s->bias + j);
            size += LOOP(magnitude)(moved);
            loss += LOOP(magnitude)(sum) * LOOP(load)(s->error + j);
            memcpy(s->a + r * s->stride + j, &sum, sizeof(sum));
        }
        s->constant[r] += LOOP(total)(&constant);
        s->loss[r] += LOOP(total)(&loss) + s->gamma * LOOP(total)(&size);
    }
}

static TARGET void LOOP(intervals_add)(const struct interval_sums *s)
{
    for (size_t k = 0; k < s->columns; k += VECTOR_LANES) {
        lanes low = LOOP(load)(s->low + k), high = LOOP(load)(s->high + k);
        lanes rounded = LOOP(load)(s->rounded + k), size = LOOP(load)(s->size + k);
        for (size_t j = 0; j < s->terms; j++) {
            lanes w = LOOP(load)(s->w + j * s->stride + k);
            lanes a = w * s->value_low[j], b = w * s->value_high[j], zero = {0.0};
            masks upwards = w > 0.0;
            lanes least = LOOP(select)(upwards, a, b), most = LOOP(select)(upwards, b, a);
            low += least;
            high += most;
            lanes product = LOOP(select)(-least > most, -least, most);
            lanes partial = LOOP(select)(-low > high, -low, high);
            rounded += LOOP(select)(w == 0.0, zero, product + partial);
            size += product;
        }
        memcpy(s->low + k, &low, sizeof(low));
        memcpy(s->high + k, &high, sizeof(high));
        memcpy(s->rounded + k, &rounded, sizeof(rounded));
        memcpy(s->size + k, &size, sizeof(size));
    }
}

static const struct vector_loops LOOP(loops) = {LOOP(product_add), LOOP(lines_substitute),
                                                LOOP(intervals_add)};

#undef LOOP
#undef TARGET
