//! The specification's types for sampling and roots, as tables (schema.ts of revision 2026-07-28).
//!
//! A member of an interface that the revision does not have, such as `task` of 2025-11-25, has no row.

use super::shape::{Member, Shape, needed, optional};

const ROLE: Shape = Shape::Word(&["user", "assistant"]);
const META: Member = optional("_meta", Shape::Object);
const ANNOTATIONS: Member = optional(
    "annotations",
    Shape::Record(&[
        optional("audience", Shape::List(&ROLE)),
        optional("priority", Shape::Share),
        optional("lastModified", Shape::Text),
    ]),
);
const ICONS: Member = optional(
    "icons",
    Shape::List(&Shape::Record(&[
        needed("src", Shape::Text),
        optional("mimeType", Shape::Text),
        optional("sizes", Shape::List(&Shape::Text)),
        optional("theme", Shape::Word(&["light", "dark"])),
    ])),
);
/// The table was chosen by this member, so its value is known.
const TYPE: Member = needed("type", Shape::Text);

const TEXT: &[Member] = &[TYPE, needed("text", Shape::Text), ANNOTATIONS, META];
/// `ImageContent` and `AudioContent`.
const MEDIA: &[Member] = &[TYPE, needed("data", Shape::Base64), needed("mimeType", Shape::Text), ANNOTATIONS, META];
const TOOL_USE: &[Member] =
    &[TYPE, needed("id", Shape::Text), needed("name", Shape::Text), needed("input", Shape::Object), META];
const TOOL_RESULT: &[Member] = &[
    TYPE,
    needed("toolUseId", Shape::Text),
    needed("content", Shape::List(&CONTENT_BLOCK)),
    optional("structuredContent", Shape::Any),
    optional("isError", Shape::Bool),
    META,
];
const RESOURCE_LINK: &[Member] = &[
    TYPE,
    needed("uri", Shape::Text),
    needed("name", Shape::Text),
    optional("title", Shape::Text),
    optional("description", Shape::Text),
    optional("mimeType", Shape::Text),
    optional("size", Shape::Number),
    ICONS,
    ANNOTATIONS,
    META,
];
const RESOURCE: &[Member] = &[
    TYPE,
    needed(
        "resource",
        Shape::Either(&[
            ("text", &[URI, needed("text", Shape::Text), MIME_TYPE, META]),
            ("blob", &[URI, needed("blob", Shape::Base64), MIME_TYPE, META]),
        ]),
    ),
    ANNOTATIONS,
    META,
];
const URI: Member = needed("uri", Shape::Text);
const MIME_TYPE: Member = optional("mimeType", Shape::Text);

/// What a tool's result may hold.
const CONTENT_BLOCK: Shape = Shape::Tagged(&[
    ("text", TEXT),
    ("image", MEDIA),
    ("audio", MEDIA),
    ("resource_link", RESOURCE_LINK),
    ("resource", RESOURCE),
]);

/// What a message to or from a model may hold.
const SAMPLING_BLOCK: Shape = Shape::Tagged(&[
    ("text", TEXT),
    ("image", MEDIA),
    ("audio", MEDIA),
    ("tool_use", TOOL_USE),
    ("tool_result", TOOL_RESULT),
]);

/// `CreateMessageRequestParams`.
pub(super) static CREATE_MESSAGE_PARAMS: &[Member] = &[
    needed("messages", Shape::List(&MESSAGE)),
    needed("maxTokens", Shape::Count),
    optional("systemPrompt", Shape::Text),
    optional("includeContext", Shape::Word(&["none", "thisServer", "allServers"])),
    optional("temperature", Shape::Number),
    optional("stopSequences", Shape::List(&Shape::Text)),
    optional("modelPreferences", MODEL_PREFERENCES),
    optional("metadata", Shape::Object),
    optional("tools", Shape::List(&TOOL)),
    optional("toolChoice", Shape::Record(&[optional("mode", Shape::Word(&["auto", "required", "none"]))])),
];

const MESSAGE: Shape =
    Shape::Record(&[needed("role", ROLE), needed("content", Shape::OneOrMany(&SAMPLING_BLOCK)), META]);
const MODEL_PREFERENCES: Shape = Shape::Record(&[
    optional("hints", Shape::List(&Shape::Record(&[optional("name", Shape::Text)]))),
    optional("costPriority", Shape::Share),
    optional("speedPriority", Shape::Share),
    optional("intelligencePriority", Shape::Share),
]);
const TOOL: Shape = Shape::Record(&[
    needed("name", Shape::Text),
    optional("title", Shape::Text),
    optional("description", Shape::Text),
    needed("inputSchema", Shape::Record(&[needed("type", Shape::Word(&["object"])), optional("$schema", Shape::Text)])),
    optional("outputSchema", Shape::Object),
    optional(
        "annotations",
        Shape::Record(&[
            optional("title", Shape::Text),
            optional("readOnlyHint", Shape::Bool),
            optional("destructiveHint", Shape::Bool),
            optional("idempotentHint", Shape::Bool),
            optional("openWorldHint", Shape::Bool),
        ]),
    ),
    ICONS,
    META,
]);

/// `CreateMessageResult`.
pub(super) static CREATE_MESSAGE_RESULT: Shape = Shape::Record(&[
    needed("role", ROLE),
    needed("content", Shape::OneOrMany(&SAMPLING_BLOCK)),
    needed("model", Shape::Text),
    optional("stopReason", Shape::Text),
    META,
]);

/// `ListRootsResult`. A root's URI must begin with `file://` in this revision.
pub(super) static LIST_ROOTS_RESULT: Shape = Shape::Record(&[needed(
    "roots",
    Shape::List(&Shape::Record(&[needed("uri", Shape::TextFrom("file://")), optional("name", Shape::Text), META])),
)]);
