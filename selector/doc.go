// Package selector parses label selectors and field selectors, and says which objects they
// select: the query parameters labelSelector and fieldSelector, `kubectl get -l` and
// `--field-selector`, and LabelSelectors in objects.
//
//	labels, err := selector.ParseLabels("tier in (web,api),!canary")
//	if err != nil {
//		return err // 400
//	}
//	if labels.MatchesObject(obj) {
//		…
//	}
//
// # Label selectors
//
// A label selector is a text ([ParseLabels]) or an object ([LabelsFromMap]), and requires all of:
//
//	text              object                                       an object is selected if the label
//	key               {key: …, operator: Exists}                   exists
//	!key              {key: …, operator: DoesNotExist}             does not exist
//	key=a  key==a     matchLabels: {key: a}                        has the value
//	key!=a                                                         has another value, or does not exist
//	key in (a,b)      {key: …, operator: In, values: [a, b]}       has one of the values
//	key notin (a,b)   {key: …, operator: NotIn, values: [a, b]}    has another value, or does not exist
//	key>1  key<1                                                   is an integer, above or below the value
//
// Keys and values must be valid in labels; values may be empty. Blanks between words are
// ignored. The words in and notin may also be keys and values. All integers have 64 bits.
//
// # Field selectors
//
// [ParseFields] reads the text name=value,name!=value. An absent field is empty.
// Selectable.Select of package registry checks the fields of a kind, and selects objects.
//
// # Limits
//
// Parsing takes linear time, except for sorting. Matching takes one binary search for each
// requirement, and allocates nothing.
//
// # Errors
//
// An error of a text is the server's, word for word, and wraps a *structural.Error with a
// code for each problem; structural.ErrorsOf returns them. Errors of an object have a path in
// it, errors of a text do not.
//
// # Sharing
//
// Selectors are immutable, and safe for concurrent use.
//
// # Differences from upstream
//
// Rows D75 and D76 of DEVIATIONS.md.
//
// Rules: k8s.io/apimachinery/pkg/labels and fields.
package selector
