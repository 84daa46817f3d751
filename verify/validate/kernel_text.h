/* The kernels of runtime/float32 without comments, as epivalidate knows them. Written by
   `tests/scripts/verify/validate.sh --update`; a test says when they differ. */
/* clang-format off */
#ifndef VALIDATE_KERNEL_TEXT_H
#define VALIDATE_KERNEL_TEXT_H

static const char text_bits[] =
    "typedef union {\n"
    "    float f;\n"
    "    uint32_t u;\n"
    "} epi_bits;\n";

static const char text_clamp[] =
    "static float epi_clamp(float x, uint32_t low, uint32_t high, uint32_t nan, uint32_t bit,\n"
    "                       uint32_t *status)\n"
    "{\n"
    "    const uint32_t sign_low = 0U - (low >> 31U);\n"
    "    const uint32_t sign_high = 0U - (high >> 31U);\n"
    "    const uint32_t key_low = (low ^ (sign_low >> 1U)) - sign_low;\n"
    "    const uint32_t key_high = (high ^ (sign_high >> 1U)) - sign_high;\n"
    "    const uint32_t flip_low = (key_low >> 31U) - 1U;\n"
    "    const uint32_t flip_high = 0U - (key_high >> 31U);\n"
    "    epi_bits v;\n"
    "    uint32_t sign;\n"
    "    uint32_t key;\n"
    "    uint32_t below;\n"
    "    uint32_t above;\n"
    "    uint32_t odd;\n"
    "    uint32_t out;\n"
    "    v.f = x;\n"
    "    sign = 0U - (v.u >> 31U);\n"
    "    key = (v.u ^ (sign >> 1U)) - sign;\n"
    "    below = key - key_low;\n"
    "    below = ((key ^ flip_low) & (below ^ flip_low)) ^ flip_low;\n"
    "    above = key_high - key;\n"
    "    above = ((~key ^ flip_high) & (above ^ flip_high)) ^ flip_high;\n"
    "    odd = (v.u + 0x007FFFFFU) ^ v.u;\n"
    "    below = 0U - ((below & ~odd) >> 31U);\n"
    "    above = 0U - ((above & ~odd) >> 31U);\n"
    "    odd = 0U - (odd >> 31U);\n"
    "    out = below | above | odd;\n"
    "    *status |= bit & out;\n"
    "    v.u = (v.u & ~out) | (low & below) | (high & above) | (nan & odd);\n"
    "    return v.f;\n"
    "}\n";

static const char text_clamp_zero[] =
    "static inline float epi_clamp_zero(float x, uint32_t low, uint32_t high, uint32_t nan, uint32_t bit,\n"
    "                                   uint32_t *status)\n"
    "{\n"
    "    epi_bits v;\n"
    "    uint32_t odd;\n"
    "    uint32_t room;\n"
    "    uint32_t out;\n"
    "    v.f = x;\n"
    "    odd = (v.u + 0x007FFFFFU) ^ v.u;\n"
    "    room = (low - v.u) + ((high - low) & ((v.u >> 31U) - 1U));\n"
    "    out = 0U - ((room & ~odd) >> 31U);\n"
    "    odd = 0U - (odd >> 31U);\n"
    "    *status |= bit & (out | odd);\n"
    "    v.u = v.u + ((room & out) + ((nan - v.u) & odd));\n"
    "    return v.f;\n"
    "}\n";

static const char text_eta_or_one[] =
    "static inline float epi_eta_or_one(float eta, uint32_t status)\n"
    "{\n"
    "    epi_bits v;\n"
    "    uint32_t k;\n"
    "    v.f = eta;\n"
    "    k = 0U - ((((status >> 1U) | (status & 1U)) - 1U) >> 31U);\n"
    "    v.u = (v.u & k) | (0x3F800000U & ~k);\n"
    "    return v.f;\n"
    "}\n";

static const char text_flush[] =
    "static inline float epi_flush(float z, uint32_t limit)\n"
    "{\n"
    "    epi_bits v;\n"
    "    v.f = z;\n"
    "    v.u = v.u & ((((v.u & 0x7FFFFFFFU) - limit) >> 31U) - 1U);\n"
    "    return v.f;\n"
    "}\n";

static const char text_abs[] =
    "static inline float epi_abs(float x)\n"
    "{\n"
    "#if defined(__GNUC__)\n"
    "    return __builtin_fabsf(x);\n"
    "#else\n"
    "    epi_bits v;\n"
    "    v.f = x;\n"
    "    v.u = v.u & 0x7FFFFFFFU;\n"
    "    return v.f;\n"
    "#endif\n"
    "}\n";

static const char text_relu[] =
    "static inline float epi_relu(float x)\n"
    "{\n"
    "    epi_bits v;\n"
    "    v.f = x;\n"
    "    v.u = v.u & ((v.u >> 31U) - 1U);\n"
    "    return v.f;\n"
    "}\n";

static const char text_leaky_relu[] =
    "static inline float epi_leaky_relu(float x, float slope)\n"
    "{\n"
    "    const float p = epi_relu(x);\n"
    "    return p + (slope * (x - p));\n"
    "}\n";

static const char text_tanh_core[] =
    "static inline float epi_tanh_core(float x)\n"
    "{\n"
    "    const float t = x * x;\n"
    "    float p;\n"
    "    float n;\n"
    "    float d;\n"
    "    float g;\n"
    "    p = (t * -3.38769969e-05F) + 0.036695987F;\n"
    "    p = (p * t) + 13.4608927F;\n"
    "    p = (p * t) + 474.093414F;\n"
    "    n = x * p;\n"
    "    d = ((t + 105.937279F) * t) + 948.186829F;\n"
    "    g = n * d;\n"
    "    return (g + g) / ((n * n) + (d * d));\n"
    "}\n";

static const char text_tanh[] =
    "static inline float epi_tanh(float x)\n"
    "{\n"
    "    epi_bits v;\n"
    "    uint32_t k;\n"
    "    v.f = x;\n"
    "    k = (0U - (((v.u & 0x7FFFFFFFU) - 0x410B0000U) >> 31U)) | 0x80000000U;\n"
    "    v.u = (v.u & k) | (0x410B0000U & ~k);\n"
    "    return epi_tanh_core(v.f);\n"
    "}\n";

static const char text_tanh_e4_core[] =
    "static inline float epi_tanh_e4_core(float x)\n"
    "{\n"
    "    const float w = epi_abs(x + 5.25F) - epi_abs(x - 5.25F);\n"
    "    const float a = epi_abs(w);\n"
    "    float n;\n"
    "    float t;\n"
    "    float p;\n"
    "    n = w * (((a - 26.7726573F) * a) + 249.072081F);\n"
    "    t = epi_abs(n);\n"
    "    p = (t * -4.64558322e-18F) + 1.10042514e-14F;\n"
    "    p = (p * t) - 6.80603057e-12F;\n"
    "    p = (p * t) - 1.43919776e-09F;\n"
    "    p = (p * t) + 8.28573832e-07F;\n"
    "    p = (p * t) + 0.00200742227F;\n"
    "    return n * p;\n"
    "}\n";

static const char text_tanh_e4[] =
    "static inline float epi_tanh_e4(float x)\n"
    "{\n"
    "    epi_bits v;\n"
    "    uint32_t m;\n"
    "    uint32_t k;\n"
    "    v.f = x;\n"
    "    m = v.u & 0x7FFFFFFFU;\n"
    "    k = 0U - ((m + 0x38800000U) >> 31U);\n"
    "    v.u = (v.u - (m & k)) + (0x47800000U & k);\n"
    "    return epi_tanh_e4_core(v.f);\n"
    "}\n";

static const char text_tanh_e3_core[] =
    "static inline float epi_tanh_e3_core(float x)\n"
    "{\n"
    "    const float w = epi_abs(x + 3.75F) - epi_abs(x - 3.75F);\n"
    "    float n;\n"
    "    float t;\n"
    "    float q;\n"
    "    n = w * (15.391351F - epi_abs(w));\n"
    "    t = epi_abs(n);\n"
    "    q = n * (((t - 174.65744F) * t) + 10430.474F);\n"
    "    return q * ((epi_abs(q) * 7.70148788e-12F) + 3.05682465e-06F);\n"
    "}\n";

static const char text_tanh_e3[] =
    "static inline float epi_tanh_e3(float x)\n"
    "{\n"
    "    epi_bits v;\n"
    "    uint32_t m;\n"
    "    uint32_t k;\n"
    "    v.f = x;\n"
    "    m = v.u & 0x7FFFFFFFU;\n"
    "    k = 0U - ((m + 0x38800000U) >> 31U);\n"
    "    v.u = (v.u - (m & k)) + (0x47800000U & k);\n"
    "    return epi_tanh_e3_core(v.f);\n"
    "}\n";

static const char text_exp_core[] =
    "static inline float epi_exp_core(float z, uint32_t shift)\n"
    "{\n"
    "    epi_bits j;\n"
    "    epi_bits v;\n"
    "    float n;\n"
    "    float r;\n"
    "    float p;\n"
    "    j.f = (z * 1.44269502F) + 12582912.0F;\n"
    "    n = j.f - 12582912.0F;\n"
    "    r = (z - (n * 0.693359375F)) - (n * -0.000212194442F);\n"
    "    p = (r * 0.0013823522F) + 0.00836881902F;\n"
    "    p = (p * r) + 0.0416682363F;\n"
    "    p = (p * r) + 0.166665196F;\n"
    "    p = (p * r) + 0.49999994F;\n"
    "    p = (p * r) + 1.0F;\n"
    "    v.f = (p * r) + 1.0F;\n"
    "    v.u = (v.u + (j.u << 23U)) + shift;\n"
    "    return v.f;\n"
    "}\n";

static const char text_exp[] =
    "static inline float epi_exp(float x)\n"
    "{\n"
    "    epi_bits v;\n"
    "    epi_bits scale;\n"
    "    uint32_t sign;\n"
    "    uint32_t limit;\n"
    "    uint32_t k;\n"
    "    v.f = x;\n"
    "    sign = v.u & 0x80000000U;\n"
    "    limit = (sign | 0x42B17217U) + (sign >> 10U);\n"
    "    k = (0U - ((v.u - limit) >> 31U)) | 0x80000000U;\n"
    "    v.u = (v.u & k) | (limit & ~k);\n"
    "    scale.u = 0x5F800000U ^ (sign >> 1U);\n"
    "    return epi_exp_core(v.f, 0xE0000000U + (sign >> 1U)) * scale.f;\n"
    "}\n";

static const char text_sigmoid[] =
    "static inline float epi_sigmoid(float x)\n"
    "{\n"
    "    epi_bits v;\n"
    "    uint32_t k;\n"
    "    v.f = x;\n"
    "    k = (0U - (((v.u & 0x7FFFFFFFU) - 0x42AEAC4FU) >> 31U)) | 0x80000000U;\n"
    "    v.u = (v.u & k) | (0x42AEAC4FU & ~k);\n"
    "    return 1.0F / (1.0F + epi_exp_core(-v.f, 0U));\n"
    "}\n";

static const char text_sigmoid_e4[] =
    "static inline float epi_sigmoid_e4(float x)\n"
    "{\n"
    "    epi_bits v;\n"
    "    uint32_t m;\n"
    "    float t;\n"
    "    float p;\n"
    "    float d;\n"
    "    v.f = x;\n"
    "    m = (v.u & 0x7FFFFFFFU) - 0x41200000U;\n"
    "    v.u = v.u - (m & ((m >> 31U) - 1U));\n"
    "    t = v.f * v.f;\n"
    "    p = (t * 0.012954641F) + 8.048235F;\n"
    "    p = (p * t) + 316.41592F;\n"
    "    d = ((t + 137.51012F) * t) + 1265.9039F;\n"
    "    return ((v.f * p) / d) + 0.5F;\n"
    "}\n";

static const char text_sigmoid_e3[] =
    "static inline float epi_sigmoid_e3(float x)\n"
    "{\n"
    "    epi_bits v;\n"
    "    uint32_t m;\n"
    "    float t;\n"
    "    float n;\n"
    "    float d;\n"
    "    v.f = x;\n"
    "    m = (v.u & 0x7FFFFFFFU) - 0x41040000U;\n"
    "    v.u = v.u - (m & ((m >> 31U) - 1U));\n"
    "    t = v.f * v.f;\n"
    "    n = v.f * ((t * 12.954438F) + 642.13916F);\n"
    "    d = ((t + 263.88232F) * t) + 2572.146F;\n"
    "    return (n / d) + 0.5F;\n"
    "}\n";

static const char text_softplus[] =
    "static inline float epi_softplus(float x)\n"
    "{\n"
    "    epi_bits v;\n"
    "    epi_bits p;\n"
    "    uint32_t m;\n"
    "    uint32_t k;\n"
    "    float t;\n"
    "    float u;\n"
    "    float h;\n"
    "    float q;\n"
    "    v.f = x;\n"
    "    m = v.u & 0x7FFFFFFFU;\n"
    "    k = 0U - ((m - 0x42D00000U) >> 31U);\n"
    "    p.u = 0x80000000U | (m & k) | (0x42D00000U & ~k);\n"
    "    t = epi_exp_core(p.f, 0x20000000U) * 5.42101086e-20F;\n"
    "    u = (t + t) / (t + 2.0F);\n"
    "    h = u * u;\n"
    "    q = (h * 0.00052508543F) + 0.00220555696F;\n"
    "    q = (q * h) + 0.0125024347F;\n"
    "    q = (q * h) + 0.0833332986F;\n"
    "    q = (u * (h * q)) + u;\n"
    "    k = 0U - ((m - 0x7F7FFFFFU) >> 31U);\n"
    "    v.u = ((m & k) | (0x7F7FFFFFU & ~k)) & ((v.u >> 31U) - 1U);\n"
    "    return v.f + q;\n"
    "}\n";

static const char text_softplus_e4[] =
    "static inline float epi_softplus_e4(float x)\n"
    "{\n"
    "    epi_bits v;\n"
    "    epi_bits p;\n"
    "    uint32_t m;\n"
    "    uint32_t k;\n"
    "    float q;\n"
    "    v.f = x;\n"
    "    m = v.u & 0x7FFFFFFFU;\n"
    "    k = m - 0x41200000U;\n"
    "    p.u = m - (k & ((k >> 31U) - 1U));\n"
    "    p.f = p.f - 5.0F;\n"
    "    q = (p.f * 3.0478812e-08F) + -2.0404718e-07F;\n"
    "    q = (q * p.f) + -1.0197641e-06F;\n"
    "    q = (q * p.f) + 1.2245838e-05F;\n"
    "    q = (q * p.f) + -5.023563e-05F;\n"
    "    q = (q * p.f) + 0.00022822277F;\n"
    "    q = (q * p.f) + -0.0010872313F;\n"
    "    q = (q * p.f) + 0.0034279537F;\n"
    "    q = (q * p.f) + -0.0067040976F;\n"
    "    q = (q * p.f) + 0.006669293F;\n"
    "    k = 0U - ((m - 0x7F7FFFFFU) >> 31U);\n"
    "    v.u = ((m & k) | (0x7F7FFFFFU & ~k)) & ((v.u >> 31U) - 1U);\n"
    "    return v.f + q;\n"
    "}\n";

static const char text_softplus_e3[] =
    "static inline float epi_softplus_e3(float x)\n"
    "{\n"
    "    epi_bits v;\n"
    "    epi_bits p;\n"
    "    uint32_t m;\n"
    "    uint32_t k;\n"
    "    float q;\n"
    "    v.f = x;\n"
    "    m = v.u & 0x7FFFFFFFU;\n"
    "    k = m - 0x40E00000U;\n"
    "    p.u = m - (k & ((k >> 31U) - 1U));\n"
    "    q = (p.f * -1.5646763e-05F) + 0.00027113582F;\n"
    "    q = (q * p.f) + -0.00068003044F;\n"
    "    q = (q * p.f) + -0.015341064F;\n"
    "    q = (q * p.f) + 0.1436853F;\n"
    "    q = (q * p.f) + -0.50790006F;\n"
    "    q = (q * p.f) + 0.6936819F;\n"
    "    k = 0U - ((m - 0x7F7FFFFFU) >> 31U);\n"
    "    v.u = ((m & k) | (0x7F7FFFFFU & ~k)) & ((v.u >> 31U) - 1U);\n"
    "    return v.f + q;\n"
    "}\n";

static const char text_square[] =
    "static inline float epi_square(float x) { return x * x; }\n";

static const char text_pair[] =
    "#if defined(__arm__)\n"
    "typedef double epi_double_word;\n"
    "#else\n"
    "typedef struct {\n"
    "    float f[2];\n"
    "} epi_double_word;\n"
    "#endif\n"
    "typedef union {\n"
    "    float f[2];\n"
    "    epi_double_word double_word;\n"
    "} epi_pair;\n"
    "static inline epi_pair epi_pair_load(const epi_pair *w)\n"
    "{\n"
    "    epi_pair p;\n"
    "    p.double_word = w->double_word;\n"
    "    return p;\n"
    "}\n";

#endif
