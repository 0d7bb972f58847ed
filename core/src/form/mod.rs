//! Forms: the restricted schema of a question, and the content that answers it.
