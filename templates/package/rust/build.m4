/* Compiles the C. -ffp-contract=off: each operation rounds once, so that the bits are the same on every machine. */
fn main() {
    for file in ["EPI_PREFIX.c", "EPI_PREFIX.h", "EPI_PREFIX()_selftest.c", "EPI_PREFIX()_vectors.h"] {
        println!("cargo:rerun-if-changed=c/{}", file);
    }
    cc::Build::new()
        .file("c/EPI_PREFIX.c")
        .file("c/EPI_PREFIX()_selftest.c")
        .flag_if_supported("-std=gnu99")
        .flag_if_supported("-ffp-contract=off")
        .compile("EPI_PREFIX");
}
