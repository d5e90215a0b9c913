// Package jsonpath parses and evaluates Kubernetes JSONPath: the paths of printer
// columns, of `kubectl get -o jsonpath` and of `--sort-by`.
//
// # Syntax
//
// A template is text with actions in braces. An action is a sequence of
//
//	.name  .\*  .a\.b    a field; a backslash takes the next character as it is
//	['name']             the action .name: ['a.b'] is the field b of a
//	.*                   all fields of a map, elements of a list or bytes of a string
//	..  ..name           every map, list and string that is not empty, from the value down
//	[1] [-1] [a:b:step]  elements of a list; a name or number may be absent
//	[*]  []              all elements; the first
//	[0,2] ['a','b']      a union; it is split at every comma, even between quotes
//	[?(@.a=="x")]        the elements for which a comparison holds: == != < <= > >=
//	[?(@.a)]             the elements for which a path has a result
//	"text" 'text' 1 1.5 true   a value, whatever was before
//	@  $  space          nothing
//	range  end           repeat the actions up to end for every value of this one
//
// # Evaluation
//
// Every action is evaluated from the value itself, or within a range from the element, and
// returns one set of values. A field of a value that is not a map, and anything below null,
// is absent. A filter or an index of a value that is not a list is an error, as is an index
// out of bounds. A path in a filter without a comparison holds if its evaluation ends with
// an error after it had values. Only values of the same type can be compared; an integer
// and a float cannot.
//
// Values are normalized (structural.Normalize). Results may also be int, the type of
// integers in a template, and uint8, the type of the bytes of a string; the server does not
// treat them as integers either. [AppendText] prints all of them.
//
// # Limits
//
// An evaluation of more than 1,048,576 steps is an error, as is a text of several results
// of more than 16 MiB.
//
// A [Template] is safe for concurrent use. Results share values.
//
// # Differences from upstream
//
//   - Maps are visited in byte order of their keys, not at random.
//   - A range does not change the template: in the server, the first evaluation drops
//     everything up to the range from all later ones.
//   - Null elements of a range are null. The server crashes if they are indexed, or shown
//     in a column.
//   - The limits.
//
// Rule: k8s.io/client-go/util/jsonpath.
package jsonpath
