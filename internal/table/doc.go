// Package table builds the rows of tables that clients print: the values of the printer
// columns of objects, and ages.
//
// A table has a column for the name and one for each column of the CRD. If the path of a
// column cannot be parsed, it is left out with all columns after it.
//
//	type     value of the object              cell
//	string   any                              its text: see jsonpath.Text
//	integer  int64; float64                   the value; truncated
//	number   int64, float64                   a float64
//	boolean  bool                             the value
//	date     a text, as RFC 3339              its age: 7s, 3d2h, 11y
//	         "", "null" or the zero time      <unknown>
//	         any other text                   <invalid>
//
// Everything else is null: a value of another type, an absent value, and a path with an
// error in its evaluation. The first of several values counts.
//
// [Columns] are safe for concurrent use; their definitions and cells are shared and must
// not be modified.
//
// # Differences from upstream
//
// Rows D19, D38 and D70 to D73 of DEVIATIONS.md.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor;
// k8s.io/apimachinery/pkg/util/duration, HumanDuration.
package table
