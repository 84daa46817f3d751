/* What the emitted code is compared with: the same network with the same weights as plain C,
   arrays, loops and libm. Nothing the emitted code adds is in here: no clamp, no status, no
   check of the inputs. All sizes are constants, so that the compiler may unroll and vectorise. */
#include "looped.h"

#include <math.h>

static inline void dense(int n_in, int n_out, const float weights[n_out][n_in],
                         const float bias[n_out], const float in[n_in], float out[n_out])
{
    for (int o = 0; o < n_out; o++) {
        float sum = bias[o];
        for (int i = 0; i < n_in; i++)
            sum += weights[o][i] * in[i];
        out[o] = sum;
    }
}

static inline void tanh_all(int n, float values[n])
{
    for (int i = 0; i < n; i++)
        values[i] = tanhf(values[i]);
}

void looped_infer(const float x[N_IN], struct looped_result *r)
{
    float z[N_IN], h1[N_H1], h2[N_H2], mean[N_OUT], sigma[N_OUT], eta[1];

    for (int i = 0; i < N_IN; i++)
        z[i] = (x[i] - input_mean[i]) * input_inverse_scale[i];
    dense(N_IN, N_H1, h1_weights, h1_bias, z, h1);
    tanh_all(N_H1, h1);
    dense(N_H1, N_H2, h2_weights, h2_bias, h1, h2);
    tanh_all(N_H2, h2);
    dense(N_H2, N_OUT, mean_weights, mean_bias, h2, mean);
    dense(N_H2, N_OUT, sigma_weights, sigma_bias, h2, sigma);
    dense(N_H2, 1, eta_weights, eta_bias, h2, eta);
    for (int i = 0; i < N_OUT; i++) {
        r->mean[i] = output_mean_offset[i] + output_mean_scale[i] * mean[i];
        r->sigma[i] = output_sigma_scale[i] * log1pf(expf(sigma[i])) + output_sigma_floor[i];
    }
    r->eta = 1.0F / (1.0F + expf(-eta[0]));
}
