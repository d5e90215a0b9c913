package codes

const (
	// MoreErrors: a result has more errors than fit into 4 MiB; this error
	// has the number of the others. Found at the root, at the end of the list.
	MoreErrors Code = "more-errors"
)
