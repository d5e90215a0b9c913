// Package celparse parses the common part of CEL, without the generated parser of cel-go: it
// takes a tenth of the time, and a fresh process need not build the tables of the other one.
//
// [Parser.Parse] either returns the tree that cel-go returns, with the same IDs at the same
// places, or nil. For nil, the caller asks cel-go: it knows the whole language, and all
// errors are its own. This package leaves to cel-go
//
//   - what is wrong, or a macro calls wrong;
//   - texts with other characters than ASCII, and long ones (see maxBytes, maxSymbols);
//   - bytes, uint and hexadecimal literals, strings in three quotes, escapes by numbers;
//   - messages, optional syntax (a.?b), names in backticks or after a leading dot.
//
// IDs are counted in the order in which cel-go visits its parse tree: operands first,
// then the operator, for && and || after the next term. Macros are those of cel-go. A macro that copies
// expressions is left to cel-go.
//
// A Parser is safe for concurrent use if its macros are.
//
// Rule: github.com/google/cel-go v0.29.2, parser. The comparison cel-parse in internal/oracle
// holds both equal.
package celparse
