#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cardwright_tests::fuzz::run("messages", bytes));
