/* The kernels of runtime/q15 without comments, as epivalidate knows them. Written by
   `tests/scripts/verify/validate_q15.sh --update`; a test says when they differ. */
/* clang-format off */
#ifndef VALIDATE_Q15_TEXT_H
#define VALIDATE_Q15_TEXT_H

static const char text_arm_clamp[] =
    "static inline int32_t epi_clamp(int32_t x, int32_t low, int32_t high, uint32_t bit,\n"
    "                                uint32_t *status)\n"
    "{\n"
    "    const uint32_t width = (uint32_t)high - (uint32_t)low;\n"
    "    const uint32_t under = (uint32_t)x - (uint32_t)low;\n"
    "#if defined(__ARM_FEATURE_SAT)\n"
    "    const uint32_t raised = __usat((int32_t)under, 16);\n"
    "    const uint32_t over = width - raised;\n"
    "    const uint32_t left = __usat((int32_t)over, 16);\n"
    "#else\n"
    "    const uint32_t raised = under & ((under >> 31U) - 1U);\n"
    "    const uint32_t over = width - raised;\n"
    "    const uint32_t left = over & ((over >> 31U) - 1U);\n"
    "#endif\n"
    "    const uint32_t out = (uint32_t)high - left;\n"
    "    *status |= ((under | (width - under)) >> 31U) << bit;\n"
    "    return (int32_t)out;\n"
    "}\n";

static const char text_arm_least[] =
    "static inline int32_t epi_least(uint32_t size)\n"
    "{\n"
    "#if defined(__ARM_FEATURE_SIMD32)\n"
    "    const uint32_t half = (uint32_t)__usat((int32_t)size, 16);\n"
    "    const uint32_t least = half - (uint32_t)__uqsub16(half, 40959U);\n"
    "#else\n"
    "    const uint32_t inside = 0U - ((size - 40960U) >> 31U);\n"
    "    const uint32_t least = (size & inside) | (40959U & ~inside);\n"
    "#endif\n"
    "    return (int32_t)least;\n"
    "}\n";

static const char text_arm_saturate[] =
    "static inline int32_t epi_saturate(int32_t z)\n"
    "{\n"
    "#if defined(__ARM_FEATURE_SAT)\n"
    "    return __ssat(z, 16);\n"
    "#else\n"
    "    const uint32_t sign = 0U - ((uint32_t)z >> 31U);\n"
    "    const uint32_t size = (uint32_t)z ^ sign;\n"
    "    const uint32_t inside = 0U - ((size - 32768U) >> 31U);\n"
    "    const uint32_t out = ((size & inside) | (32767U & ~inside)) ^ sign;\n"
    "    return (int32_t)out;\n"
    "#endif\n"
    "}\n";

static const char text_clamp[] =
    "static inline int32_t epi_clamp(int32_t x, int32_t low, int32_t high, uint32_t bit,\n"
    "                                uint32_t *status)\n"
    "{\n"
    "    const uint32_t width = (uint32_t)high - (uint32_t)low;\n"
    "    const uint32_t under = (uint32_t)x - (uint32_t)low;\n"
    "    const uint32_t raised = under & ((under >> 31U) - 1U);\n"
    "    const uint32_t over = width - raised;\n"
    "    const uint32_t left = over & ((over >> 31U) - 1U);\n"
    "    const uint32_t out = (uint32_t)high - left;\n"
    "    *status |= ((under | (width - under)) >> 31U) << bit;\n"
    "    return (int32_t)out;\n"
    "}\n";

static const char text_clip[] =
    "static inline int32_t epi_clip(int32_t z, int32_t low, int32_t high)\n"
    "{\n"
    "    const int32_t raised = low + epi_relu(z - low);\n"
    "    return high - epi_relu(high - raised);\n"
    "}\n";

static const char text_elu[] =
    "static inline int32_t epi_elu(int32_t z, uint32_t n, int32_t alpha)\n"
    "{\n"
    "    const int32_t above = epi_relu(z);\n"
    "    const uint32_t half = ((uint32_t)1U << n) >> 1U;\n"
    "    int32_t power;\n"
    "    const int32_t t =\n"
    "        epi_exp_core(epi_relu(45056 - epi_shift((above - z) + 4, 3U)) - 45056, &power);\n"
    "    const int32_t right = 15 - power;\n"
    "    const int32_t less = 32768 - epi_shift(t, (uint32_t)right);\n"
    "    return epi_shift(above + (int32_t)half, n) - epi_shift((alpha * less) + 16384, 15U);\n"
    "}\n";

static const char text_eta_or_one[] =
    "static inline int32_t epi_eta_or_one(int32_t eta, uint32_t status)\n"
    "{\n"
    "    const uint32_t inside = 0U - ((((status >> 1U) | (status & 1U)) - 1U) >> 31U);\n"
    "    const uint32_t out = ((uint32_t)eta & inside) | (16384U & ~inside);\n"
    "    return (int32_t)out;\n"
    "}\n";

static const char text_exp[] =
    "static inline int32_t epi_exp(int32_t z, uint32_t n)\n"
    "{\n"
    "    int32_t power;\n"
    "    const int32_t t = epi_exp_core(epi_relu(z + 45056) - 45056, &power);\n"
    "    const int32_t right = ((int32_t)n - 1) - power;\n"
    "    return epi_shift(epi_shift(epi_shift(t, 15U), (uint32_t)right & 31U) + 1, 1U);\n"
    "}\n";

static const char text_exp_core[] =
    "static inline int32_t epi_exp_core(int32_t z, int32_t *power)\n"
    "{\n"
    "    const int32_t x = 23637 * z;\n"
    "    const uint32_t bits = ((uint32_t)x >> 11U) & 0x7FFFU;\n"
    "    const int32_t fraction = (int32_t)bits;\n"
    "    int32_t t;\n"
    "    t = 1743 + epi_shift(428 * fraction, 15U);\n"
    "    t = 7881 + epi_shift(t * fraction, 15U);\n"
    "    t = 22718 + epi_shift(t * fraction, 15U);\n"
    "    *power = epi_shift(x, 26U);\n"
    "    return 1073741824 + (t * fraction);\n"
    "}\n";

static const char text_half[] =
    "static inline int32_t epi_upper(uint32_t word) { return epi_shift((int32_t)word, 16U); }\n"
    "static inline int32_t epi_lower(uint32_t word)\n"
    "{\n"
    "    const uint32_t raised = word << 16U;\n"
    "    return epi_shift((int32_t)raised, 16U);\n"
    "}\n";

static const char text_leaky_relu[] =
    "static inline int32_t epi_leaky_relu(int32_t z, int32_t slope)\n"
    "{\n"
    "    const int32_t p = epi_relu(z);\n"
    "    return p + epi_shift((slope * (z - p)) + 16384, 15U);\n"
    "}\n";

static const char text_least[] =
    "static inline int32_t epi_least(uint32_t size)\n"
    "{\n"
    "    const uint32_t inside = 0U - ((size - 40960U) >> 31U);\n"
    "    const uint32_t least = (size & inside) | (40959U & ~inside);\n"
    "    return (int32_t)least;\n"
    "}\n";

static const char text_line[] =
    "static inline int32_t epi_line(uint32_t word, uint32_t rest)\n"
    "{\n"
    "    const uint32_t start = (word >> 16U) << 14U;\n"
    "    return (int32_t)start + (epi_lower(word) * (int32_t)rest);\n"
    "}\n";

static const char text_packed[] =
    "static inline uint32_t epi_pack(int32_t lower, int32_t upper)\n"
    "{\n"
    "    return ((uint32_t)lower & 0xFFFFU) | ((uint32_t)upper << 16U);\n"
    "}\n"
    "static inline int32_t epi_smlad(uint32_t values, uint32_t weights, int32_t sum)\n"
    "{\n"
    "#if defined(__ARM_FEATURE_SIMD32)\n"
    "    return __smlad((int16x2_t)values, (int16x2_t)weights, sum);\n"
    "#else\n"
    "    return (sum + (epi_lower(values) * epi_lower(weights))) +\n"
    "           (epi_upper(values) * epi_upper(weights));\n"
    "#endif\n"
    "}\n";

static const char text_relu[] =
    "static inline int32_t epi_relu(int32_t z)\n"
    "{\n"
    "    const uint32_t above = (uint32_t)z & (((uint32_t)z >> 31U) - 1U);\n"
    "    return (int32_t)above;\n"
    "}\n";

static const char text_saturate[] =
    "static inline int32_t epi_saturate(int32_t z)\n"
    "{\n"
    "    const uint32_t sign = 0U - ((uint32_t)z >> 31U);\n"
    "    const uint32_t size = (uint32_t)z ^ sign;\n"
    "    const uint32_t inside = 0U - ((size - 32768U) >> 31U);\n"
    "    const uint32_t out = ((size & inside) | (32767U & ~inside)) ^ sign;\n"
    "    return (int32_t)out;\n"
    "}\n";

static const char text_shift[] =
    "static inline int32_t epi_shift(int32_t a, uint32_t n)\n"
    "{\n"
    "    return a >> n;\n"
    "}\n";

static const char text_sigmoid[] =
    "static inline int32_t epi_sigmoid(int32_t z, uint32_t n)\n"
    "{\n"
    "    const uint32_t sign = 0U - ((uint32_t)z >> 31U);\n"
    "    const int32_t m = epi_least((uint32_t)z ^ sign);\n"
    "    const uint32_t middle = 1073741824U >> n;\n"
    "    const uint32_t half = ((uint32_t)1U << n) >> 1U;\n"
    "    int32_t u;\n"
    "    int32_t t;\n"
    "    uint32_t out;\n"
    "    u = 35498 - epi_shift(43858 * m, 17U);\n"
    "    u = 40339 - epi_shift(u * m, 15U);\n"
    "    u = epi_shift(u * m, 14U);\n"
    "    t = 33829 - epi_shift(46054 * u, 17U);\n"
    "    t = 53516 - epi_shift(t * u, 14U);\n"
    "    t = 20165 + epi_shift(t * u, 14U);\n"
    "    t = 34795 - epi_shift(t * u, 14U);\n"
    "    t = 53300 + epi_shift(t * u, 16U);\n"
    "    t = t * u;\n"
    "    out = (uint32_t)t ^ sign;\n"
    "    return (int32_t)middle + epi_shift((int32_t)out + (int32_t)half, n);\n"
    "}\n";

static const char text_silu[] =
    "static inline int32_t epi_silu(int32_t z, uint32_t n)\n"
    "{\n"
    "    const int32_t above = epi_relu(z);\n"
    "    const int32_t m = 53247 - epi_relu(53247 - epi_shift((above - z) + above, 3U));\n"
    "    const uint32_t half = ((uint32_t)1U << n) >> 1U;\n"
    "    int32_t u;\n"
    "    int32_t t;\n"
    "    u = -25396 + epi_shift(25739 * m, 17U);\n"
    "    u = 34319 + epi_shift(u * m, 15U);\n"
    "    u = epi_shift(u * m, 14U);\n"
    "    t = -44632 + epi_shift(39515 * u, 16U);\n"
    "    t = 1892 + epi_shift(t * u, 14U);\n"
    "    t = 61822 + epi_shift(t * u, 16U);\n"
    "    t = -61882 + epi_shift(t * u, 14U);\n"
    "    t = -45001 + epi_shift(t * u, 15U);\n"
    "    t = 62199 + epi_shift(t * u, 14U);\n"
    "    t = epi_shift(130480 + (t * u), 15U);\n"
    "    return epi_shift((above - t) + (int32_t)half, n);\n"
    "}\n";

static const char text_softplus[] =
    "static inline int32_t epi_softplus(int32_t z, uint32_t n)\n"
    "{\n"
    "    const int32_t above = epi_relu(z);\n"
    "    const int32_t m = 42597 - epi_relu(42597 - epi_shift((above - z) + above, 3U));\n"
    "    const uint32_t half = ((uint32_t)1U << n) >> 1U;\n"
    "    int32_t u;\n"
    "    int32_t t;\n"
    "    u = -34533 + epi_shift(42000 * m, 17U);\n"
    "    u = 39742 + epi_shift(u * m, 15U);\n"
    "    u = epi_shift(u * m, 14U);\n"
    "    t = -56816 + epi_shift(33866 * u, 15U);\n"
    "    t = -24648 + epi_shift(t * u, 16U);\n"
    "    t = 50014 + epi_shift(t * u, 15U);\n"
    "    t = 24330 + epi_shift(t * u, 16U);\n"
    "    t = -53983 + epi_shift(t * u, 15U);\n"
    "    t = epi_shift(744196928 + (t * u), 15U);\n"
    "    return epi_shift((above + t) + (int32_t)half, n);\n"
    "}\n";

static const char text_square[] =
    "static inline int32_t epi_square(int32_t z, uint32_t n)\n"
    "{\n"
    "    const int32_t product = z * z;\n"
    "    const uint32_t out = (((uint32_t)product >> (n - 1U)) + 1U) >> 1U;\n"
    "    return (int32_t)out;\n"
    "}\n";

static const char text_tanh[] =
    "static inline int32_t epi_tanh(int32_t z, uint32_t n)\n"
    "{\n"
    "    const uint32_t sign = 0U - ((uint32_t)z >> 31U);\n"
    "    const int32_t m = epi_least((uint32_t)z ^ sign);\n"
    "    const int32_t t = epi_shift(epi_tanh_core(m), n);\n"
    "    const uint32_t out = (uint32_t)t ^ sign;\n"
    "    return (int32_t)out;\n"
    "}\n";

static const char text_tanh_core[] =
    "static inline int32_t epi_tanh_core(int32_t m)\n"
    "{\n"
    "    int32_t u;\n"
    "    int32_t t;\n"
    "    u = 35498 - epi_shift(43858 * m, 17U);\n"
    "    u = 40339 - epi_shift(u * m, 15U);\n"
    "    u = epi_shift(u * m, 14U);\n"
    "    t = 33829 - epi_shift(46054 * u, 17U);\n"
    "    t = 53516 - epi_shift(t * u, 14U);\n"
    "    t = 20165 + epi_shift(t * u, 14U);\n"
    "    t = 34795 - epi_shift(t * u, 14U);\n"
    "    t = 53300 + epi_shift(t * u, 16U);\n"
    "    return t * u;\n"
    "}\n";

static const char text_elu_t[] =
    "static inline int32_t epi_elu_t(int32_t z, uint32_t n, int32_t alpha)\n"
    "{\n"
    "    const int32_t above = epi_relu(z);\n"
    "    const uint32_t half = ((uint32_t)1U << n) >> 1U;\n"
    "    int32_t power;\n"
    "    const int32_t t =\n"
    "        epi_exp_table(epi_relu(45056 - epi_shift((above - z) + 4, 3U)) - 45056, &power);\n"
    "    const int32_t right = 15 - power;\n"
    "    const int32_t less = 32768 - epi_shift(t, (uint32_t)right);\n"
    "    return epi_shift(above + (int32_t)half, n) - epi_shift((alpha * less) + 16384, 15U);\n"
    "}\n";

static const char text_exp_t[] =
    "static inline int32_t epi_exp_t(int32_t z, uint32_t n)\n"
    "{\n"
    "    int32_t power;\n"
    "    const int32_t t = epi_exp_table(epi_relu(z + 45056) - 45056, &power);\n"
    "    const int32_t right = ((int32_t)n - 1) - power;\n"
    "    return epi_shift(epi_shift(epi_shift(t, 15U), (uint32_t)right & 31U) + 1, 1U);\n"
    "}\n";

static const char text_exp_table[] =
    "static inline int32_t epi_exp_table(int32_t z, int32_t *power)\n"
    "{\n"
    "    static const uint32_t table[64] = {};\n"
    "    const int32_t x = 23637 * z;\n"
    "    const uint32_t place = (uint32_t)x;\n"
    "    *power = epi_shift(x, 26U);\n"
    "    return 2 * epi_line(table[(place >> 20U) & 63U], (place >> 10U) & 1023U);\n"
    "}\n";

static const char text_sigmoid_t[] =
    "static inline int32_t epi_sigmoid_t(int32_t z, uint32_t n)\n"
    "{\n"
    "    const uint32_t half = ((uint32_t)1U << n) >> 1U;\n"
    "    return epi_shift((epi_tanh_table(z) + 4194304) + (int32_t)half, n);\n"
    "}\n";

static const char text_silu_t[] =
    "static inline int32_t epi_silu_t(int32_t z, uint32_t n)\n"
    "{\n"
    "    static const uint32_t table[416] = {};\n"
    "    const int32_t above = epi_relu(z);\n"
    "    const int32_t size = 425983 - epi_relu(425983 - ((above - z) + above));\n"
    "    const uint32_t m = (uint32_t)size;\n"
    "    const uint32_t half = ((uint32_t)1U << n) >> 1U;\n"
    "    const int32_t t = epi_shift(epi_line(table[m >> 10U], m & 1023U) + 16384, 15U);\n"
    "    return epi_shift((above - t) + (int32_t)half, n);\n"
    "}\n";

static const char text_softplus_t[] =
    "static inline int32_t epi_softplus_t(int32_t z, uint32_t n)\n"
    "{\n"
    "    static const uint32_t table[352] = {};\n"
    "    const int32_t above = epi_relu(z);\n"
    "    const int32_t size = 360447 - epi_relu(360447 - ((above - z) + above));\n"
    "    const uint32_t m = (uint32_t)size;\n"
    "    const uint32_t half = ((uint32_t)1U << n) >> 1U;\n"
    "    const int32_t t = epi_shift(epi_line(table[m >> 10U], m & 1023U) + 16384, 15U);\n"
    "    return epi_shift((above + t) + (int32_t)half, n);\n"
    "}\n";

static const char text_tanh_t[] =
    "static inline int32_t epi_tanh_t(int32_t z, uint32_t n) { return epi_shift(epi_tanh_table(z), n); }\n";

static const char text_tanh_table[] =
    "static inline int32_t epi_tanh_table(int32_t z)\n"
    "{\n"
    "    static const uint32_t table[512] = {};\n"
    "    const int32_t s = epi_saturate(z);\n"
    "    const uint32_t word = table[((uint32_t)s >> 7U) & 511U];\n"
    "    const uint32_t rest = (uint32_t)s & 127U;\n"
    "    return epi_shift((int32_t)word, 9U) + (epi_lower(word) * (int32_t)rest);\n"
    "}\n";

#endif
