package codes

const (
	// MoreErrors: a result has more errors than fit into 32 MiB of text; this one
	// counts the others. Found at no path, at the end of the list.
	MoreErrors Code = "more-errors"
)
