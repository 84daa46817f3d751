m4_include(<|package/about/head.m4|>)m4_dnl
## Use

    EPI_PREFIX = { path = "path/to/this/folder" }        # in [dependencies] of Cargo.toml
    let r = EPI_PREFIX::infer(&x);                       /* x: [f32; EPI_N_IN], in the order of the table below */
    let mean = r.mean[0]; /* beside it: EPI_IF_SIGMA(<|r.sigma, |>)EPI_IF_ETA(<|r.eta, |>)r.status */

The crate is `no_std` and needs no allocator; build.rs compiles the C with the crate `cc`. `cargo test` runs the self-test.
m4_include(<|package/about/tail.m4|>)m4_dnl
