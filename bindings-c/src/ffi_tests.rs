//! The helpers of the border as C uses them, each with memory of every shape: run by Miri too (`make steady-miri`), which
//! sees what reads or writes where it may not.

use std::ptr;

use super::*;

fn text(bytes: &[u8]) -> mrtr_str {
    mrtr_str { data: bytes.as_ptr().cast(), len: bytes.len() }
}

fn code<T>(given: Result<T, Stop>) -> ErrorCode {
    match given {
        Err(Stop::Error(error)) => error.code(),
        _ => panic!("no error"),
    }
}

#[test]
fn texts_are_read_where_they_stand_and_no_further() {
    // Of their exact size on the heap, so that a byte too many is out of bounds.
    let owned = Box::<[u8]>::from("Zürich".as_bytes());
    assert_eq!(text(&owned).need_text("a").ok(), Some("Zürich"));
    assert_eq!(text(&owned).need_bytes("a").ok(), Some(&*owned));
    assert_eq!(code(text(&[0xff]).text("a")), ErrorCode::InvalidUtf8);
    let absent = mrtr_str { data: ptr::null(), len: 0 };
    assert_eq!(absent.bytes("a").ok(), Some(None));
    assert_eq!(absent.options().ok(), Some(""));
    assert_eq!(code(absent.need_text("a")), ErrorCode::InvalidArgument);
    // Nothing is read where the length is none, whatever the pointer.
    let nowhere = mrtr_str { data: ptr::without_provenance(1), len: 0 };
    assert_eq!(nowhere.need_bytes("a").ok(), Some(&[][..]));
    for len in [1, usize::MAX] {
        assert_eq!(code(mrtr_str { data: ptr::null(), len }.bytes("a")), ErrorCode::InvalidArgument);
    }
    let beyond = mrtr_str { data: owned.as_ptr().cast(), len: usize::MAX };
    assert_eq!(code(beyond.bytes("a")), ErrorCode::InvalidArgument);
}

#[test]
fn arrays_are_read_where_they_are_aligned_and_possible() {
    let words = Box::<[u64]>::from([1, 2, 3]);
    assert_eq!(items(words.as_ptr(), 3, "a").ok(), Some(&*words));
    assert_eq!(items(ptr::null::<u64>(), 0, "a").ok(), Some(&[][..]));
    assert_eq!(code(items(ptr::null::<u64>(), 1, "a")), ErrorCode::InvalidArgument);
    assert_eq!(code(items(words.as_ptr().wrapping_byte_add(1), 1, "a")), ErrorCode::InvalidArgument);
    for count in [usize::MAX, usize::MAX / 8, isize::MAX as usize / 8 + 1] {
        assert_eq!(code(items(words.as_ptr(), count, "a")), ErrorCode::InvalidArgument);
    }
}

#[test]
fn what_is_handed_out_is_taken_back_whole_and_once() {
    for bytes in [vec![], vec![b'a'], b"with\0NUL".to_vec(), vec![7; 4096], Vec::with_capacity(100)] {
        let mut buf = mrtr_buf::from(bytes.clone());
        let whole = items(buf.data.cast::<u8>().cast_const(), buf.len + 1, "a").ok().unwrap();
        assert_eq!((whole.split_last()), Some((&0, &*bytes)));
        mrtr_buf::free(&raw mut buf);
        assert!(buf.data.is_null() && buf.len == 0);
        mrtr_buf::free(&raw mut buf);
    }
    mrtr_buf::free(ptr::null_mut());
    let mut two = [mrtr_buf::NOTHING, mrtr_buf::from("kept")];
    mrtr_buf::free(two.as_mut_ptr().wrapping_byte_add(1));
    assert_eq!(two[1].len, 4);
    mrtr_buf::free(&raw mut two[1]);
}

#[test]
fn places_are_written_and_never_read() {
    // As C leaves it: not initialised.
    let mut place = std::mem::MaybeUninit::<mrtr_buf>::uninit();
    Out::required(place.as_mut_ptr(), "a").ok().unwrap().set("text".into());
    mrtr_buf::free(place.as_mut_ptr());
    assert_eq!(code(Out::<u32>::required(ptr::null_mut(), "a")), ErrorCode::InvalidArgument);
    let mut words = [0_u32; 2];
    assert!(Out::optional(words.as_mut_ptr().wrapping_byte_add(2)).is_none());
    // One place for result and error, which C may pass twice.
    let mut both = mrtr_buf::NOTHING;
    let shared = &raw mut both;
    let (out, error) = (Out::required(shared, "a").ok().unwrap(), Out::optional(shared).unwrap());
    out.set("result".into());
    mrtr_buf::free(shared);
    error.set("error".into());
    mrtr_buf::free(shared);
}

#[test]
fn handles_are_lent_and_given_back() {
    let mut handle_place: *mut String = ptr::null_mut();
    Out::required(&raw mut handle_place, "a").ok().unwrap().hand_over("inside".to_owned());
    assert_eq!(handle_mut(handle_place, "a").ok().map(String::as_str), Some("inside"));
    let (one, other) = (handle_mut(handle_place, "a").ok(), handle_mut(handle_place, "a").ok());
    assert_eq!(one, other);
    assert_eq!(code(handle_mut(ptr::null_mut::<String>(), "a")), ErrorCode::InvalidArgument);
    assert_eq!(code(handle::<String>(None, "a")), ErrorCode::InvalidArgument);
    // SAFETY: made by `hand_over`, and given back once.
    drop(unsafe { Box::from_raw(handle_place) });
}

#[test]
fn a_defect_stops_at_the_border() {
    let mut error = mrtr_buf::NOTHING;
    assert_eq!(result(&raw mut error, || panic!("on purpose")), mrtr_result::MRTR_ERR_INTERNAL);
    assert!(error.len > 0);
    mrtr_buf::free(&raw mut error);
    assert_eq!(result(ptr::null_mut(), || Err(invalid("a".to_owned()))), mrtr_result::MRTR_ERR_INVALID_ARGUMENT);
    assert_eq!(result(ptr::null_mut(), || Ok(())), mrtr_result::MRTR_OK);
    assert_eq!(value_or(5, || panic!("on purpose")), 5);
}
