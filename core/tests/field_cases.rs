//! The list of field cases: where each is a test. A case of the list without a test, or a test that is not there, fails.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::Path;

/// The cases that are the core's to decide, by area. Each is at least one test `case_<number>_…` of this folder.
const CORE: &[(&str, &[u32])] = &[
    ("content", &[45, 46, 48, 49, 51, 52, 54, 55, 57, 58, 60, 61, 63, 64, 66, 67, 69, 70]),
    ("schema", &[72, 73, 75, 76, 78, 79, 81, 82, 84, 85, 87, 88, 90, 91, 93, 94, 96]),
    ("rounds", &[43, 97, 99, 100, 102, 103, 105, 106, 108, 109]),
    ("capabilities", &[111, 112, 114, 115, 117, 118]),
    ("url", &[120, 121, 123, 124, 126, 127]),
];

const FILES: &[&str] = &["field_cases_form.rs", "field_cases_message.rs", "field_cases_rounds.rs"];

/// The cases of a border between languages: the file where it is a test, and a mark in it.
const BORDERS: &[(u32, &str, &str)] = &[
    (135, "bindings-node/test/field-cases.test.ts", "test(\"case 135: "),
    (136, "bindings-node/test/field-cases.test.ts", "test(\"case 136: "),
    (138, "bindings-node/test/field-cases.test.ts", "test(\"case 138: "),
    (139, "bindings-node/test/field-cases.test.ts", "test(\"case 139: "),
    (141, "bindings-node/test/field-cases.test.ts", "test(\"case 141: "),
    (142, "bindings-python/tests/test_codec.py", "def test_a_panic_is_an_exception_and_the_process_goes_on("),
    (144, "bindings-python/tests/test_boundary.py", "def test_integers_are_exact("),
    (145, "bindings-python/tests/test_typing.py", "def test_types("),
    // Every text argument of every function, among others with a NUL in it; all of them are string literals.
    (147, "tests/c/misuse_texts.c", "static const char with_nul[]"),
    (148, "tests/c/misuse_runs.c", "EXPECT(MRTR_ERR_INTERNAL, mrtr_testing_panic(&error));"),
    (150, "tests/c/Makefile", "enum other { Ok, Invalid, Missing, OK, INVALID };"),
    (151, "tests/c/misuse_texts.c", "{\"form_parse: schema\", form_schema, SCHEMA, OK, {ARG, UTF,"),
];

/// Cases that are tests in every language, too: the answer in `tests/vectors/answers.json`.
const ANSWERS: &[(u32, &str)] = &[
    (45, "content.missing-under-required"),
    (46, "content.empty-of-an-empty-form"),
    (48, "cancel.null-content"),
    (49, "decline.content"),
    (51, "decline.members-of-a-result"),
    (54, "extra.nested"),
    (57, "content-as-the-answer"),
    (58, "person.all-faults"),
    (60, "decline"),
    (61, "content.empty-under-required"),
    (63, "wrapped"),
    (64, "asked.literal-undefined"),
    (67, "action.reject"),
    (70, "person.tags-empty"),
    (105, "asked.other-constraints-accept"),
    (109, "kind.sampling-for-form"),
    (124, "url.content"),
    (141, "prototype.key-asked"),
];

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The tests by the number of their case.
fn tests() -> BTreeMap<u32, Vec<String>> {
    let mut found: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for file in FILES {
        let text = read(&format!("core/tests/{file}"));
        for test in text.split("#[test]\nfn case_").skip(1) {
            let name = test.split('(').next().unwrap();
            let number = name.split('_').next().unwrap().parse().unwrap();
            found.entry(number).or_default().push(name.to_owned());
        }
    }
    found
}

#[test]
fn every_case_is_a_test() {
    let tests = tests();
    let wanted: Vec<u32> = CORE.iter().flat_map(|(_, numbers)| numbers.iter().copied()).collect();
    let missing: Vec<_> = wanted.iter().filter(|number| !tests.contains_key(number)).collect();
    assert!(missing.is_empty(), "cases without a test: {missing:?}");
    assert_eq!(wanted.len(), 57);
    // Beyond those areas the folder has one more.
    let further: Vec<_> = tests.keys().filter(|number| !wanted.contains(number)).collect();
    assert_eq!(further, [&162]);
}

#[test]
fn every_case_of_a_border_is_a_test_there() {
    for (number, file, mark) in BORDERS {
        assert!(read(file).contains(mark), "case {number} is no longer in {file}");
    }
    assert_eq!(BORDERS.len(), 12);
    let answers = read("tests/vectors/answers.json");
    for (number, id) in ANSWERS {
        assert!(answers.contains(&format!("\"id\": \"{id}\"")), "case {number}: no answer {id}");
    }
}
