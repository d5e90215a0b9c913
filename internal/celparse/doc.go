// Package celparse parses the common part of CEL, without the generated parser of cel-go. It takes
// a tenth of the time, and a new process does not build cel-go's parse tables.
//
// [Parser.Parse] either returns the tree that cel-go returns, with the same IDs at the same
// positions, or nil. For nil, the caller asks cel-go, which knows the whole language and
// reports all errors. This package leaves to cel-go
//
//   - texts with errors, also those that a macro reports;
//   - texts with non-ASCII characters, and long ones (see maxBytes, maxSymbols);
//   - bytes, uint and hexadecimal literals, doubles that begin with a dot, strings in three
//     quotes, escapes by numbers, a number before a word and a string after a word without a space;
//   - messages, optional syntax (a.?b), names in backticks or after a leading dot;
//   - several minus signs in a row, and members of a negative number;
//   - macros that copy expressions: optMap and optFlatMap, whose copies celrules bounds, and sortBy.
//
// IDs are counted in the order in which cel-go visits its parse tree: operands first,
// then the operator, for && and || after the next term. The macros are cel-go's.
//
// A Parser is safe for concurrent use if its macros are.
//
// Rule: github.com/google/cel-go v0.29.2, parser. The comparison cel-parse in internal/oracle
// compares the two.
package celparse
