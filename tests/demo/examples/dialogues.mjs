// What is said in each example: the call, how its user answers what is asked, and what must come of it. The same words
// hold for both languages.
//
// `answers` go to the questions in their order. A question is an elicitation unless the answer says `roots` or `says`
// (the client's model). `visit` presses the button of the page first. `without` takes capabilities from the client.

const accept = (content) => ({ action: "accept", ...(content && { content }) });
const decline = { action: "decline" };
const cancel = { action: "cancel" };

const tool = (name, args = {}) => ({ method: "callTool", params: { name, arguments: args } });
const prompt = (name, args) => ({ method: "getPrompt", params: { name, arguments: args } });
const resource = (uri) => ({ method: "readResource", params: { uri } });

const WHEN = "When do you need a room, and for how many?";
const WHERE = "Which room, for 6 on 2026-12-24?";
const BOOK = "Book the garden for 6 on 2026-12-24?";
const ROOM = [accept({ day: "2026-12-24", people: 6 }), accept({ room: "garden" })];

const REGISTRATION = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  born: "1815-12-10",
  shirt: "M",
  meal: "vegan",
  days: ["Friday", "Sunday"],
};
const EVERYTHING = {
  ...{ name: "Zoë", email: "zoe@example.com", website: "https://example.com/zoe", born: "2000-02-29" },
  ...{ arrival: "2026-12-24T09:30:00+01:00", seats: 2, donation: 12.5, newsletter: true, shirt: "L", meal: "any" },
  ...{ days: ["Saturday"], workshops: ["rust"] },
};

const NO_ADDRESS = "must be an e-mail address such as ada@example.com (RFC 5321, ASCII)";

const SIGN_IN = "Please sign in to your calendar.";
const NOT_YET = "You have not signed in yet.";
const ROOTS = {
  roots: [{ uri: "file:///home/ada/engine", name: "engine" }, { uri: "file:///home/ada/notes" }],
};
const FOLDERS = "Folders: engine, file:///home/ada/notes.";
const SENTENCE = "Describe in one sentence a project with these folders: engine, file:///home/ada/notes";

export const EXAMPLES = {
  "delete-report": {
    call: tool("delete_report", { target: "q3.pdf" }),
    dialogues: [
      { answers: [accept({ ok: true })], asked: ["Delete q3.pdf?"], text: "Deleted q3.pdf." },
      { answers: [accept({ ok: false })], asked: ["Delete q3.pdf?"], text: "Not confirmed. Nothing was deleted." },
      { answers: [decline], asked: ["Delete q3.pdf?"], text: "Cancelled. Nothing was deleted." },
      { answers: [cancel], asked: ["Delete q3.pdf?"], text: "Cancelled. Nothing was deleted." },
    ],
  },
  wizard: {
    call: tool("book_room"),
    dialogues: [
      {
        answers: [...ROOM, accept({ ok: true })],
        asked: [WHEN, WHERE, BOOK],
        text: "Booked the garden for 6 on 2026-12-24.",
      },
      {
        answers: [accept({ day: "2026-12-24", people: 600 }), ...ROOM, accept({ ok: true })],
        asked: [WHEN, WHEN, WHERE, BOOK],
        text: "Booked the garden for 6 on 2026-12-24.",
      },
      { answers: [ROOM[0], decline], asked: [WHEN, WHERE], text: "Nothing was booked." },
      { answers: [...ROOM, accept({ ok: false })], asked: [WHEN, WHERE, BOOK], text: "Nothing was booked." },
    ],
  },
  "every-field": {
    call: tool("register"),
    dialogues: [
      {
        answers: [accept(EVERYTHING)],
        asked: ["Please register."],
        text: `Registered Zoë: 2 for Saturday. ${JSON.stringify(EVERYTHING)}`,
      },
      {
        answers: [accept({ ...REGISTRATION, email: "Ada <ada@example.com>", days: [] }), accept(REGISTRATION)],
        asked: ["Please register.", `Please register.\n/email ${NO_ADDRESS}\n/days has fewer items than minItems`],
        text: `Registered Ada Lovelace: 1 for Friday, Sunday. ${JSON.stringify(REGISTRATION)}`,
      },
      { answers: [decline], asked: ["Please register."], text: "Nobody was registered." },
    ],
  },
  "sign-in": {
    call: tool("next_appointment"),
    // What the page has told is kept by the instance that served it.
    oneInstance: true,
    dialogues: [
      {
        answers: [{ ...accept(), visit: true }],
        asked: [SIGN_IN],
        text: "Your next appointment is tea at four.",
      },
      {
        answers: [accept(), { ...accept(), visit: true }],
        asked: [SIGN_IN, NOT_YET],
        text: "Your next appointment is tea at four.",
      },
      { answers: [accept(), cancel], asked: [SIGN_IN, NOT_YET], text: "Not signed in. Nothing was read." },
      { answers: [decline], asked: [SIGN_IN], text: "Not signed in. Nothing was read." },
    ],
  },
  "sampling-and-roots": {
    call: tool("describe_project"),
    dialogues: [
      {
        answers: [ROOTS, { says: "A machine that weaves algebra." }],
        asked: ["roots/list", SENTENCE],
        text: `${FOLDERS} A machine that weaves algebra.`,
      },
      { without: ["sampling"], answers: [ROOTS], asked: ["roots/list"], text: FOLDERS },
      { without: ["roots"], answers: [], asked: [], text: "This client shows no folders." },
    ],
  },
  "prompt-and-resource": {
    call: prompt("release_notes", { version: "2.0" }),
    dialogues: [
      {
        answers: [accept({ readers: "developers" })],
        asked: ["Who will read them?"],
        text: "Write the release notes of 2.0 for developers.",
      },
      { answers: [decline], asked: ["Who will read them?"], text: "Write the release notes of 2.0 for everyone." },
      {
        call: resource("minutes://board"),
        answers: [accept({ ok: true })],
        asked: ["The minutes of board are confidential. Show them here?"],
        text: "Minutes of board: all agreed.",
      },
      {
        call: resource("minutes://board"),
        answers: [decline],
        asked: ["The minutes of board are confidential. Show them here?"],
        text: "Not shown.",
      },
    ],
  },
};
