// Package decode decodes JSON and YAML as a Kubernetes API server decodes the body of a
// request, and files as kubectl does. No other package of the module imports YAML
// libraries.
//
// # Documents
//
// The value of a [Document] consists of nil, bool, string, int64, float64, map[string]any
// and []any. It shares nothing with the input and may be changed.
//
// A number without a decimal point that fits into 64 bits is an int64, any other a
// float64: 1 and -0 are int64; 1.0, 1e3 and 9223372036854775808 are float64. A JSON number
// that is too large for a float64 is an error.
//
// The last of duplicate fields is kept. [Document.Strict] holds the server's errors about
// them.
//
// # JSON
//
// [JSON] decodes one value with at most 10,000 levels. Invalid UTF-8 and unpaired
// surrogates become U+FFFD.
//
// [Parse] returns a JSON text as a [Node] with repeated fields, their order and the
// spelling of numbers. [NodeOf] makes a Node from a value.
//
// # YAML
//
// [YAML] decodes the first document of a body and ignores the others. The document is YAML
// 1.1, converted to JSON and then decoded. Therefore
//
//   - 1.0 and 1e3 become int64, because they are written as 1 and 1000;
//   - yes, no, on, off, y and n are bools;
//   - 017, 0o17, 0x0F, 0b1111 and 1_5 are integers;
//   - 1e400 and 1:30 are strings, and so is 2001-01-01, with any tag;
//   - field names that are numbers or bools become strings; null and integers over
//     9223372036854775807 are errors as names;
//   - .inf and .nan are errors as values;
//   - !!binary gives the decoded bytes, and invalid UTF-8 becomes U+FFFD;
//   - aliases and merge keys are expanded, within the library's limit;
//   - an empty document is nil.
//
// # Positions
//
// [Source.Positions] parses the text of a document again, YAML with go.yaml.in/yaml/v3,
// because the server's parser does not report positions. Both parsers have the same
// grammar, but the server's does not read on after the first document. If only the
// server's accepts a text, every position is the beginning. Names are those that the
// server's parser finds. Aliases are not expanded, and at most 1,048,576 fields are
// merged.
//
// # Errors
//
// The errors of [JSON], [YAML] and [Stream] are of type [*Error]. Functions that take a
// context look at it while they work and return its error, a [Failure]; the YAML library
// does not look between parsing a document and building its value.
//
// # Memory
//
// A map with one field takes 340 bytes in Go. Decoding YAML also takes the nodes of the
// library, 112 bytes for each scalar, list and map, until its compact tree is built, and
// then the JSON text.
//
// # Differences from the reference
//
// The reference is k8s.io/apimachinery/pkg/runtime/serializer/json over sigs.k8s.io/json
// and sigs.k8s.io/yaml. D4 to D8 and D12 in DEVIATIONS.md are the differences. Also, of
// several errors in the conversion to JSON the reference returns a random one, and this
// package the first by field name.
//
// All functions are pure and safe for concurrent use.
package decode
