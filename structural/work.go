package structural

import (
	"context"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/budget"
)

// Budget limits the work of a call, beside the cost of rules, which the server limits.
//
//	type Budget struct {
//		Steps  int64 // values looked at, each time; texts by their length
//		Values int64 // values made by defaulting, for what owner references lack, and for crds
//	}
//
// A field that is zero or negative means the default: 134,217,728 Steps and 1,048,576
// Values. Values of the default number take about 240 MB. Most steps take 10 to 100 ns, those
// of a pattern with large classes such as \p{L}, or of parsing YAML, up to about 2 µs. To
// limit time, use the context: a budget ends what would go on for minutes.
//
// Steps count what a call does, not time, so that the same calls in the same order always end
// alike. What is compiled on first use counts for the call that comes first: a pattern for the
// first string that it is matched with, rules for the first value that they apply to, unless
// crdschema's Version.Precompile or Fragment.Precompile of package fragment has compiled them before,
// printer columns for the first table, and the types of a version for the first object that an
// Applier of package apply gets. A call that would end at its budget may therefore succeed after
// another one.
//
// The limits of the sizes of expressions and patterns (see SECURITY.md) are limits of Steps,
// too: what nothing can interrupt counts so many steps that it is more than the default. With
// more Steps, larger ones are compiled, which takes longer in proportion; with far fewer, they
// must be smaller.
//
// The default is meant for everything: it is more than 100 times what any of thousands of
// public objects and crds takes, of which an object takes at most about 360,000 steps and 66
// values, and a crd 1,300,000 steps and 379 values. For inputs of other people, such as the
// tenants of a server, a tenth of the default still has ample room for real ones:
// Budget{Steps: 13_000_000, Values: 100_000}.
type Budget = budget.Budget

// WorkError is the error of a call whose budget is spent. It is an [ErrTooMuchWork].
//
//	type WorkError struct {
//		What  string // what was counted, see below
//		Of    string // what alone is more than the whole budget, or empty
//		Limit int64  // how much of it the call had
//		Stage string // what the call did, see below
//		Path  Path   // where, as far as it is known
//	}
//
// What is "steps", "values made" or, for a value that did not go through [Normalize], "levels
// of nesting", which no budget changes. Of is a text for people, such as "a regular
// expression" or "the types of an expression".
//
// Stage is a text for people, to which others may be added, or empty. The stages are
//
//   - of texts: "decoding", "encoding", "finding positions";
//   - of crds: "reading a definition", "checking a definition";
//   - of schemas: "reading a schema", "writing a schema", "checking the structure of a
//     schema", "checking the keywords of a schema", "building an OpenAPI document", "hashing a
//     definition", "looking for hints";
//   - of objects: "pruning", "setting defaults", "coercing metadata", "validating metadata",
//     "validating embedded metadata", "validating values", "comparing the elements of sets and
//     maps", "comparing owner references", "checking finalizers", "applying a patch",
//     "printing a table", "selecting an object";
//   - of rules: "compiling rules", "evaluating rules", "checking rules", "checking the fields
//     of rules", "estimating the costs of rules";
//   - of conversions: "answering a ConversionReview", "reading the answer of a webhook",
//     "checking converted objects", "converting for a round trip", "generating objects",
//     "reading a declaration", "compiling a declaration", "converting an object as declared";
//   - of field managers: "merging fields", "extracting fields", "comparing objects".
//
// Path is often empty: some stages do not know it, and the work may have ended at the root.
// The String of an empty Path is "<nil>", as for the server; Error leaves such a path out.
type WorkError = budget.Error

// ErrTooMuchWork matches the error of a call whose budget is spent, with errors.Is. Such a
// call has no verdict: an API server would have gone on. Whether to blame the input, its crd or
// the budget is up to the caller: docs/FAILURES.md says what to answer.
var ErrTooMuchWork = budget.ErrTooMuchWork

// WithBudget returns a context with a budget for each call that it is given to: every call has
// a whole budget of its own, however many calls get the context, while all stages of one
// call, such as those of an admission, spend one. A nil ctx is an empty one.
func WithBudget(ctx context.Context, b Budget) context.Context { return work.WithBudget(ctx, b) }
