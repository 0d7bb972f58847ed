//! Request state: keys, token formats, claims, seal and open.
