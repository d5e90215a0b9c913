package structural

// The limits of Normalize, for tests.
const (
	MaxNodes    = maxNodes
	MaxRepeated = maxRepeated
)
