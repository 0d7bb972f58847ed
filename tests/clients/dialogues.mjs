// The dialogues, and what must come of each: the same whichever client holds them, and whichever server.
//
// A dialogue is given `call` (the client does all of it) and `leg` (one request; the answering is left to us), the server
// it is about (`here`), another instance of it (`sibling`), and one in the other language (`other`).

const FROZEN = '{"code":-32602,"message":"Invalid or expired requestState","data":{"reason":"invalid_request_state"}}';
const REPORT = { tool: "delete_report", args: { target: "q3.pdf" } };
const YES = { action: "accept", content: { ok: true } };
const LIFETIME = 600;

/** What a client was told, in a line. */
function said({ asked, text, isError, error, failure }) {
  if (failure !== undefined) return `the client failed: ${failure}`;
  if (error !== undefined) {
    const wire = JSON.stringify(error);
    return wire === FROZEN ? "refused" : wire;
  }
  if (text !== undefined) return isError ? `isError: ${text}` : text;
  return `asks ${asked.map((message) => `"${message}"`).join(", ")}`;
}

/** What came of a call that the client held by itself, with all that was asked on the way. */
const story = (outcome) => [...outcome.asked.map((message) => `asks "${message}"`), said(outcome)].join("; ");

/** A retry that must be refused: what the client was told, why according to the server's log, and who was entered. */
async function refusal(server, attempt) {
  await server.log();
  const answer = await attempt();
  const log = await server.log();
  const reasons = log.flatMap(({ refused }) => refused ?? []);
  const entered = log.filter((entry) => "entered" in entry).length;
  return `${said(answer)}, ${entered} handlers entered, log: ${reasons.join()}`;
}

/** Round one of the report; gives what a retry needs. */
async function begin({ leg, here }, more = {}) {
  const { requestState } = await leg(here, { ...REPORT, ...more });
  return { requestState, inputResponses: { confirm: YES } };
}

/** A retry that is refused, and the same where it belongs. */
async function misused(scene, change, { server = scene.here, ...begun } = {}) {
  const retry = await begin(scene, begun);
  const no = await refusal(server, () => scene.leg(server, { ...REPORT, ...begun, retry, ...change(retry) }));
  const yes = await scene.leg(scene.here, { ...REPORT, ...begun, retry });
  return `${no}; where it belongs: ${said(yes)}`;
}

const changed = (token) => {
  const at = Math.floor(token.length / 2);
  return token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
};

const auto =
  (answers, job = REPORT) =>
  async ({ call, here }) =>
    story(await call(here, { ...job, answers }));

/** One retry after another, each with the newest state. */
async function retries({ leg, here }, all, job = REPORT) {
  let { requestState } = await leg(here, job);
  const heard = [];
  for (const inputResponses of all) {
    const answer = await leg(here, { ...job, retry: { requestState, ...(inputResponses && { inputResponses }) } });
    requestState = answer.requestState ?? requestState;
    heard.push(said(answer));
  }
  return heard.join("; ");
}

const asks = (round, read) => `asks "Delete q3.pdf? (round ${round}, ${read})"`;
const ASKED = asks(1, "missing");
const DONE = "Deleted q3.pdf.";
const refusedFor = (reason) => `refused, 0 handlers entered, log: ${reason}`;
const BOUND =
  "isError: The call still needed input after 8 rounds, the most that this server allows (maxRounds). Nothing more was asked.";
const ROUNDS = Array.from({ length: 8 }, (_, at) => `asks "More? (round ${at + 1})"`).join("; ");
const SIGN_IN = { tool: "sign_in" };
const page = (round, read) => `asks "Please sign in. (round ${round}, ${read})"`;

async function bound({ call, here }) {
  await here.log();
  const outcome = story(await call(here, { tool: "insatiable", answers: [YES] }));
  const rounds = (await here.log()).flatMap(({ round }) => round ?? []);
  return `${outcome}; the handler saw rounds ${rounds.join(" ")}`;
}

async function signIn({ call, here }, answers) {
  const outcome = await call(here, { ...SIGN_IN, answers });
  return `${story(outcome)}; the page answered ${outcome.pages.join(" ") || "nothing"}`;
}

/** `UrlElicitationRequiredError`: an error of its own in 2025, a mistake of the handler's since. */
async function signedInOldStyle({ call, here }) {
  const { error } = await call(here, { tool: "old_style", answers: [YES] });
  return String(error?.code);
}

/** `[name, what must come of it, the dialogue]` */
export const MODERN = [
  ["accepted", `${ASKED}; ${DONE}`, auto([YES])],
  [
    "accepted, not confirmed",
    `${ASKED}; Not deleted: not confirmed.`,
    auto([{ action: "accept", content: { ok: false } }]),
  ],
  ["declined", `${ASKED}; Not deleted: declined.`, auto([{ action: "decline" }])],
  ["cancelled", `${ASKED}; Not deleted: cancelled.`, auto([{ action: "cancel" }])],
  [
    "content that does not fit",
    [...[2, 3, 4, 5].map((round) => asks(round, "invalid")), DONE].join("; "),
    (scene) =>
      retries(scene, [
        ...[{ ok: "yes" }, {}, { ok: true, note: "x".repeat(21) }, { ok: 1 }].map((content) => ({
          confirm: { action: "accept", content },
        })),
        { confirm: YES },
      ]),
  ],
  [
    "an answer that is missing",
    [asks(2, "missing"), asks(3, "missing"), DONE].join("; "),
    (scene) => retries(scene, [undefined, {}, { confirm: YES }]),
  ],
  [
    "answers that nobody asked for",
    `${asks(2, "missing")}; ${DONE}`,
    (scene) =>
      retries(scene, [
        { other: YES, constructor: YES },
        { confirm: YES, other: YES, constructor: YES },
      ]),
  ],
  [
    "an answer of another kind",
    `${asks(2, "invalid")}; ${DONE}`,
    (scene) => retries(scene, [{ confirm: { roots: [] } }, { confirm: YES }]),
  ],
  [
    "one character of the state changed",
    `${refusedFor("mac")}; where it belongs: ${DONE}`,
    (scene) => misused(scene, (retry) => ({ retry: { ...retry, requestState: changed(retry.requestState) } })),
  ],
  [
    "no state of ours",
    `${refusedFor("malformed")}; where it belongs: ${DONE}`,
    (scene) => misused(scene, (retry) => ({ retry: { ...retry, requestState: "state" } })),
  ],
  [
    "moved to another tool",
    `${refusedFor("operation")}; where it belongs: ${DONE}`,
    (scene) => misused(scene, () => ({ tool: "archive_report" })),
  ],
  [
    "moved to other arguments",
    `${refusedFor("arguments")}; where it belongs: ${DONE}`,
    (scene) => misused(scene, () => ({ args: { target: "q4.pdf" } })),
  ],
  [
    "another caller",
    `${refusedFor("principal")}; where it belongs: ${DONE}`,
    (scene) => misused(scene, () => ({ user: "eve" }), { user: "ada" }),
  ],
  [
    "a caller without a name",
    `${refusedFor("principal")}; where it belongs: ${DONE}`,
    (scene) => misused(scene, () => ({ user: undefined }), { user: "ada" }),
  ],
  [
    "expired",
    `${DONE}; a second later: ${refusedFor("expired")}`,
    async (scene) => {
      const { leg, here } = scene;
      const retry = await begin(scene);
      await here.clock(LIFETIME - 1);
      const still = await leg(here, { ...REPORT, retry });
      await here.clock(LIFETIME + 1);
      const no = await refusal(here, () => leg(here, { ...REPORT, retry }));
      await here.clock(0);
      return `${said(still)}; a second later: ${no}`;
    },
  ],
  [
    "the state dropped every round",
    Array(12).fill(ASKED).join("; "),
    async ({ leg, here }) => {
      const heard = [];
      for (let turn = 0; turn < 12; turn += 1) {
        heard.push(said(await leg(here, { ...REPORT, retry: { inputResponses: { confirm: YES } } })));
      }
      return heard.join("; ");
    },
  ],
  [
    "a page, completed",
    `${page(1, "missing")}; Signed in.; the page answered 200`,
    (scene) => signIn(scene, [{ fetch: ["$url"], action: "accept" }]),
  ],
  [
    "a page, agreed to before it is completed",
    `${page(1, "missing")}; ${page(2, "accepted")}; Signed in.; the page answered 200`,
    (scene) => signIn(scene, [{ action: "accept" }, { fetch: ["$url"], action: "accept" }]),
  ],
  [
    "a page, expired",
    `${page(1, "missing")}; refused; the page answered 200 410`,
    async (scene) => {
      const late = `${scene.here.origin}/clock/${LIFETIME + 1}`;
      const outcome = await signIn(scene, [{ fetch: [late, "$url"], action: "accept" }]);
      await scene.here.clock(0);
      return outcome;
    },
  ],
  [
    "a page, cancelled",
    `${page(1, "missing")}; Not signed in: cancelled.; the page answered nothing`,
    (scene) => signIn(scene, [{ action: "cancel" }]),
  ],
  [
    "a page, opened by another caller",
    `asks "Please sign in. (round 1, missing)"; the page answered 410`,
    async ({ leg, here }) => {
      const asked = await leg(here, { ...SIGN_IN, user: "ada" });
      const { status } = await fetch(asked.inputRequests.page.params.url, { headers: { "x-user": "eve" } });
      return `${said(asked)}; the page answered ${status}`;
    },
  ],
  [
    "retried on another instance",
    DONE,
    async (scene) => said(await scene.leg(scene.sibling, { ...REPORT, retry: await begin(scene) })),
  ],
  [
    "retried on a server in the other language",
    DONE,
    async (scene) => said(await scene.leg(scene.other, { ...REPORT, retry: await begin(scene) })),
  ],
  [
    "from server to server, four of them",
    [...[2, 3, 4].map((round) => asks(round, "missing")), DONE].join("; "),
    async (scene) => {
      const { leg, here, sibling, other, cousin } = scene;
      let { requestState } = await begin(scene);
      const heard = [];
      for (const server of [other, sibling, cousin]) {
        const answer = await leg(server, { ...REPORT, retry: { requestState } });
        requestState = answer.requestState;
        heard.push(said(answer));
      }
      const retry = { requestState, inputResponses: { confirm: YES } };
      return [...heard, said(await leg(here, { ...REPORT, retry }))].join("; ");
    },
  ],
  ["an error of 2025 that sends to a page", "-32603", signedInOldStyle],
  ["the bound on rounds", `${ROUNDS}; ${BOUND}; the handler saw rounds 1 2 3 4 5 6 7 8 9`, bound],
];

const IN_SESSIONS = [
  "accepted",
  "accepted, not confirmed",
  "declined",
  "cancelled",
  "a page, completed",
  "a page, agreed to before it is completed",
  "a page, cancelled",
  "the bound on rounds",
];

/** The same, for a client of 2025 in a session. It holds no state, so there is none to tamper with. */
export const LEGACY = [
  ...IN_SESSIONS.map((name) => MODERN.find(([known]) => known === name)),
  ["an error of 2025 that sends to a page", "-32042", signedInOldStyle],
];
