package codes

import "fmt"

// Errors of label selectors and field selectors.
const (
	// SelectorSyntax: a text is not a selector. Found at the root.
	SelectorSyntax Code = "selector-syntax"
	// SelectorKey: the key of a label selector cannot be the key of a label. Found at the
	// key, or at the root of a text.
	SelectorKey Code = "selector-key"
	// SelectorValue: a value of a label selector cannot be the value of a label, or is not
	// an integer as the operators > and < require. Found at the value.
	SelectorValue Code = "selector-value"
	// SelectorValues: a requirement of a label selector has values though its operator
	// takes none, or none though it takes some. Found at the values.
	SelectorValues Code = "selector-values"
	// SelectorOperator: the operator of a requirement is not In, NotIn, Exists or
	// DoesNotExist. Found at the operator.
	SelectorOperator Code = "selector-operator"
	// SelectorField: objects cannot be selected by a field of a field selector. Found at
	// the root.
	SelectorField Code = "selector-field"
	// SelectablePath: the path of a selectable field cannot be parsed, has no value
	// because of an error, or several. Found at the root.
	SelectablePath Code = "selectable-path"
)

const (
	// SelectorOperatorExpected ends the detail of a word instead of an operator.
	SelectorOperatorExpected = "', expected: in, notin, =, ==, !=, gt, lt"
	// SelectorStartExpected ends the detail of a word that begins no requirement.
	SelectorStartExpected = "', expected: !, identifier, or 'end of string'"
	// SelectorKeyExpected ends the detail of a word instead of a key after an operator.
	SelectorKeyExpected = "', expected: identifier"
	// SelectorNextExpected ends the detail of a word that begins no requirement after
	// a comma.
	SelectorNextExpected = "', expected: identifier after ','"
	// SelectorEndExpected ends the detail of a word after a requirement.
	SelectorEndExpected = "', expected: ',' or 'end of string'"
	// SelectorParenthesisExpected ends the detail of a word before a set of values.
	SelectorParenthesisExpected = "' expected: '('"
	// SelectorSetExpected ends the detail of a word that begins no set of values.
	SelectorSetExpected = "', expected: ',', ')' or identifier"
	// SelectorSetEndExpected ends the detail of a word after a value of a set.
	SelectorSetEndExpected = "', expected: ',' or ')'"
	// SelectorSetValueExpected ends the detail of a word instead of a value of a set.
	SelectorSetValueExpected = "', expected: ',', or identifier"
)

const (
	SelectorValuesMissingDetail = "for 'in', 'notin' operators, values set can't be empty"
	SelectorValuesExtraDetail   = "values set must be empty for exists and does not exist"
	SelectorIntegerDetail       = "for 'Gt', 'Lt' operators, the value must be an integer"
)

// SelectorFoundDetail words a [SelectorSyntax] error for a word of a label selector.
// expected is a constant above.
func SelectorFoundDetail(word, expected string) string { return "found '" + word + expected }

// SelectorTermDetail words a [SelectorSyntax] error for a term of a field selector.
func SelectorTermDetail(selector, term string) string {
	return "invalid selector: '" + selector + "'; can't understand '" + term + "'"
}

// SelectorEscapeDetail words a [SelectorSyntax] error for a backslash and the character
// after it in the value of a field selector.
func SelectorEscapeDetail(sequence string) string {
	return "invalid field selector: invalid escape sequence: " + sequence
}

// SelectorUnescapedDetail words a [SelectorSyntax] error for a character without a
// backslash in the value of a field selector.
func SelectorUnescapedDetail(c rune) string {
	return fmt.Sprintf("invalid field selector: unescaped character in value: %d", c)
}

// SelectorOperatorDetail words a [SelectorOperator] error.
func SelectorOperatorDetail(operator string) string {
	return fmt.Sprintf("%q is not a valid label selector operator", operator)
}

// SelectorFieldDetail words a [SelectorField] error.
func SelectorFieldDetail(name string) string { return "field label not supported: " + name }

// SelectorMetaFieldDetail words a [SelectorField] error about a kind other than custom
// resources.
func SelectorMetaFieldDetail(name string) string {
	return fmt.Sprintf("%q is not a known field selector: only %q, %q", name, "metadata.name", "metadata.namespace")
}

// SelectableManyDetail is the detail of a [SelectablePath] error for several values.
const SelectableManyDetail = "unexpectedly received more than one JSON path result"

// SelectableParseDetail words a [SelectablePath] error for a path that cannot be parsed.
func SelectableParseDetail(err error) string {
	return "unexpected error parsing jsonPath: " + err.Error()
}

// SelectableFindDetail words a [SelectablePath] error for a path that has no value because
// of an error.
func SelectableFindDetail(err error) string {
	return "unexpected error finding value with jsonPath: " + err.Error()
}
