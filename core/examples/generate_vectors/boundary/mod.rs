//! `mrtr-boundary.json`: calls through the two doors.

mod answers;
mod asking;
mod call;
mod claims;
mod foreign;
mod moved;
mod passing;
mod purposes;
mod token;

use crate::case::Case;

pub const DESCRIPTION: &str = "Calls through the boundary's two doors. `keysHex` is the ring (none: nothing is sealed), `options` \
are the boundary's, `now` is the clock in Unix seconds, and `entropyHex` the bytes that stand in for randomness in the order in \
which they are drawn: the flow id (16) where no state came along, then for each token of the format encrypted the salt of the \
principal (8), where there is one, and the nonce (12). `op` enter is the door in: `method`, `params` (text), `principal` (absent \
for nobody; `principalFailed` where the host could not tell), `capabilities` (text, where they do not stand in the params). \
`expect.round` is the text of all that a handler may know, `expect.stateText` the state's own text. `answers` are read then: \
`key`, `form` (text of a schema), and `outcome`, `content` (text) or `issues` as wanted. `mayAsk` lists what the client can be \
asked. `urlCompletion` is a payload sealed for a page, with the token wanted. `leave` is the door out: `seal`, a payload sealed \
first, whose token stands in `result` (text) for the word $SEALED; $LONG in a text stands for 65,537 times A; `expect.sent` is the text to send, `expect.unchanged` says \
that the result leaves as it is. A `refusal` has `reason` (for the log), `code`, and `error` (text) or, where the wording is free, \
`names`, which the message must hold; `toolResult` says whether a tool's result stands for the error. `op` seal and open are for \
widget tokens, openUrlCompletion for those of a page. A vector that fails has one fault, which it is named after; `positive` \
names the vector that differs in that fault alone and passes.";

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for format in ["signed", "encrypted"] {
        cases.extend(passing::cases(format));
        cases.extend(moved::cases(format));
        cases.extend(claims::cases(format));
        cases.extend(purposes::cases(format));
        cases.extend(answers::cases(format));
        cases.extend(asking::cases(format));
    }
    cases.extend(foreign::cases());
    cases.extend(call::cases());
    cases
}
