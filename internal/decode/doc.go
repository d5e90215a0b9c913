// Package decode reads JSON and YAML the way a Kubernetes API server reads
// the body of a request, and files the way kubectl reads them. It is the only
// package of the module that imports a YAML library.
//
// # What comes out
//
// A [Document] holds a value made of nil, bool, string, int64, float64,
// map[string]any and []any, and nothing else. Its root may be any of them;
// [Document.Object] asks for an object. The value is new memory: it shares
// nothing with the input and may be written to.
//
// A number without a decimal point that fits 64 bits with sign is an int64,
// every other one a float64: 1 and -0 are int64, 1.0, 1e3 and
// 9223372036854775808 are float64. A JSON number too large for a float64 is an
// error.
//
// Of a field that is there twice the last one stays, as on a server. What a
// server that is asked to be strict says about it is in [Document.Strict].
//
// # JSON
//
// [JSON] takes one value. Byte sequences that are not UTF-8 and halves of
// surrogate pairs become U+FFFD, field names are case-sensitive, nesting is
// limited to 10,000.
//
// # YAML
//
// [YAML] takes one document, as a server does: of a body with several the
// first one counts and the others are not looked at. The document is YAML 1.1,
// turned into JSON and then read as such. Therefore
//
//   - 1.0 is written as 1 and becomes an int64, and so is 1e3;
//   - yes, no, on, off, y and n are bools;
//   - 017, 0o17, 0x0F, 0b1111 and 1_5 are integers;
//   - 1e400 and 1:30 are strings, and so is 2001-01-01, which no tag turns
//     into a time;
//   - field names that are numbers or bools become strings, while null and
//     integers over 9223372036854775807 are refused as names;
//   - .inf and .nan are refused as values;
//   - !!binary gives the decoded bytes, not UTF-8 becoming U+FFFD;
//   - aliases and merge keys are expanded, within the library's limit;
//   - an empty document is nil.
//
// # Files
//
// [Stream] takes files with any number of documents, JSON or YAML.
//
// # Errors
//
// What cannot be read is an [*Error]: a place, and inside the words of the
// server.
//
// # Differences from the reference
//
// The reference is k8s.io/apimachinery/pkg/runtime/serializer/json over
// sigs.k8s.io/json and sigs.k8s.io/yaml.
//
//   - Two YAML names can become one string, like 1 and "1". The reference
//     keeps one of them by chance. Here the one that is a string already
//     stays, or else the first by type and value.
//   - Of several errors that the conversion to JSON could report, the
//     reference reports one by chance. Here it is the one whose field name
//     comes first.
//   - The reference looks for repeated JSON fields in time that grows with
//     the square of the input if they are nested deeply, and copies a long
//     YAML string for each alias of it. Here repeated fields are no longer
//     reported after 16 MiB of paths. Refused as excessive aliasing is what
//     expands to 64 MiB and twice its size, and what has names over 512 bytes
//     together with the characters & and * that aliases are made with.
//   - A YAML document with more than 200 %TAG directives is refused.
//
// All functions are pure and safe for concurrent use.
package decode
