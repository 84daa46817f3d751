/*! The model EPI_PREFIX: [`infer`] says what it knows of one point. The same bits come out on every machine. */
#![no_std]
#![allow(non_snake_case)]

/** The version of the package. */
pub const VERSION: &str = "EPI_VERSION";
/** The checksum of the spec from which the code was generated. */
pub const SPEC_SHA256: &str = "EPI_SHA256";

pub const N_IN: usize = EPI_N_IN;
pub const N_OUT: usize = EPI_N_OUT;

/** The names of the inputs, in their order. */
pub const INPUTS: [&str; N_IN] = [
m4_divert(2)m4_dnl
];
/** Their units; empty where the spec names none. */
pub const INPUT_UNITS: [&str; N_IN] = [
m4_divert(4)m4_dnl
];
/** The domain of each input: its least and its largest number. */
pub const DOMAIN: [(f32, f32); N_IN] = [
m4_divert(6)m4_dnl
];
/** The names of the outputs, in their order. */
pub const OUTPUTS: [&str; N_OUT] = [
m4_divert(8)m4_dnl
];
/** Their units; empty where the spec names none. */
pub const OUTPUT_UNITS: [&str; N_OUT] = [
m4_divert(10)m4_dnl
];

/* The places of inputs in x and of outputs in mean. */

m4_divert(12)m4_dnl

/** What the model says of one point. */
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Output {
    /** The expected value of each output. */
    pub mean: [f32; N_OUT],
EPI_IF_SIGMA(<|    /** The standard deviation of its noise, above 0. */
    pub sigma: [f32; N_OUT],
|>)EPI_IF_ETA(<|    /** How little the model knows here, from 0 (known) to 1 (unknown). */
    pub eta: f32,
|>)m4_dnl
    /** The bits of the inputs that were outside of their domain; 0: none was. */
    pub status: u32,
}

extern "C" {
    fn epi_infer(x: *const f32, r: *mut Output);
    fn epi_selftest() -> u32;
}

/** The result of the inputs x. Every number is allowed, NaN and infinities too; all results are finite. */
pub fn infer(x: &[f32; N_IN]) -> Output {
    let mut r = core::mem::MaybeUninit::<Output>::uninit();
    /* SAFETY: the C reads N_IN numbers, writes every member of its struct, which Output repeats, and keeps neither. */
    unsafe {
        epi_infer(x.as_ptr(), r.as_mut_ptr());
        r.assume_init()
    }
}

/** How many vectors of the self-test give other bits than they must on this machine; 0 is right. */
pub fn selftest() -> u32 {
    /* SAFETY: it takes nothing and has no state. */
    unsafe { epi_selftest() }
}

#[cfg(test)]
mod tests {
    #[test]
    fn bits() {
        assert_eq!(super::selftest(), 0);
    }

    #[test]
    fn no_number_is_a_status() {
        let r = super::infer(&[f32::NAN; super::N_IN]);
        assert!(r.status != 0 && r.mean.iter().all(|m| m.is_finite()));
    }
}
m4_divert(-1)
EPI_VALUE(<|EPI_EACH_INPUT|>, <|m4_divert(1)    "EPI_V_NAME",
m4_divert(3)    "EPI_UNIT_TEXT",
m4_divert(5)    (EPI_V_MIN as f32, EPI_V_MAX as f32),
m4_divert(11)pub const IN_<||>EPI_V_UPPER: usize = EPI_V_PLACE;
|>)
EPI_VALUE(<|EPI_EACH_MEAN|>, <|m4_divert(7)    "EPI_V_NAME",
m4_divert(9)    "EPI_UNIT_TEXT",
m4_divert(11)pub const OUT_<||>EPI_V_UPPER: usize = EPI_V_PLACE;
|>)
