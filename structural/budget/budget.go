package budget

// Budget limits the work of one call, in addition to the cost of rules: the server limits it. A
// field that is zero or negative means the default.
type Budget struct {
	// Steps is the number of values that the call may look at. A value that is validated
	// against five branches counts five times. Comparing and matching texts counts by their
	// length, and compiling a rule or a pattern counts for the call that needs it first. The
	// default is [DefaultSteps].
	Steps int64
	// Values is the number of values that the call may make by defaulting, for the fields that
	// owner references lack, and for the versions, columns, selectable fields and rules of the
	// CRDs that it reads. The default is [DefaultValues]; these take about 240 MB.
	Values int64
}

const (
	// DefaultSteps is the number of steps of a call without its own budget: 134,217,728.
	DefaultSteps = 1 << 27
	// DefaultValues is the number of values that a call without its own budget may make:
	// 1,048,576.
	DefaultValues = 1 << 20
)
