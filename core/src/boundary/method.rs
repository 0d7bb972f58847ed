//! The methods whose results may ask.

/// A method that passes through the doors (specification, multi round-trip requests).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    ToolsCall,
    PromptsGet,
    ResourcesRead,
}

impl Method {
    pub(crate) const ALL: [Method; 3] = [Method::ToolsCall, Method::PromptsGet, Method::ResourcesRead];

    pub(crate) fn from_name(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.as_str() == name)
    }

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Method::ToolsCall => "tools/call",
            Method::PromptsGet => "prompts/get",
            Method::ResourcesRead => "resources/read",
        }
    }

    /// The member of `params` that names what is called.
    pub(crate) fn target_member(self) -> &'static str {
        match self {
            Method::ToolsCall | Method::PromptsGet => "name",
            Method::ResourcesRead => "uri",
        }
    }

    /// Does the request carry arguments? A resource is its URI alone.
    pub(crate) fn has_arguments(self) -> bool {
        self != Method::ResourcesRead
    }
}
