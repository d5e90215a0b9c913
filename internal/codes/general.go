package codes

// MoreErrors: a result has more errors than fit into 32 MiB of text; this one
// counts the others. Found at no path, at the end of the list.
const MoreErrors Code = "more-errors"
