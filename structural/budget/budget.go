package budget

// Budget limits the work of one call, but not the cost of rules: the server limits it. Zero
// or a negative number means the default.
type Budget struct {
	// Steps is the number of values that the call may look at, by default [DefaultSteps]. A
	// value that is validated against five branches counts five times. Comparing and matching
	// texts counts by their length, and compiling a rule or a pattern counts for the call that
	// needs it first.
	Steps int64
	// Values is the number of values that the call may make, by default [DefaultValues], about
	// 240 MB: by defaulting, for the fields that owner references lack, and for the versions,
	// columns, selectable fields and rules of the CRDs that it reads. 256 bytes of text that is
	// written from values count as one.
	Values int64
}

const (
	// DefaultSteps is 134,217,728 steps.
	DefaultSteps = 1 << 27
	// DefaultValues is 1,048,576 values.
	DefaultValues = 1 << 20
)
