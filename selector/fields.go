package selector

import (
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
)

// Fields is a field selector. The zero value selects everything.
type Fields struct {
	requirements []Requirement // of one value each
}

// ParseFields parses a field selector: terms name=value, name==value or name!=value,
// separated by commas. The first of these operators in a term ends the name, and spaces are
// part of names and values. In a value, a backslash goes before each comma, equals sign and
// backslash. Empty terms, and a term without name and value, are ignored.
//
// Rule: k8s.io/apimachinery/pkg/fields, ParseSelector.
func ParseFields(text string) (Fields, error) {
	terms := splitTerms(text)
	slices.Sort(terms)
	var f Fields
	for _, term := range terms {
		if term == "" {
			continue
		}
		r, value, ok := splitTerm(term)
		if !ok {
			return Fields{}, syntaxError(codes.SelectorTermDetail(text, term))
		}
		value, err := unescape(value)
		if err != nil {
			return Fields{}, err
		}
		if r.Key != "" || value != "" {
			r.Values = []string{value}
			f.requirements = append(f.requirements, r)
		}
	}
	return f, nil
}

// FieldEquals returns the selector name=value, for any texts.
//
// Rule: k8s.io/apimachinery/pkg/fields, OneTermEqualSelector.
func FieldEquals(name, value string) Fields {
	return Fields{[]Requirement{{Key: name, Operator: Equals, Values: []string{value}}}}
}

func splitTerms(text string) []string {
	terms := make([]string, 0, 1+strings.Count(text, ","))
	start := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case ',':
			terms = append(terms, text[start:i])
			start = i + 1
		}
	}
	return append(terms, text[start:])
}

func splitTerm(term string) (r Requirement, value string, ok bool) {
	name, value, ok := strings.Cut(term, "=")
	if !ok {
		return r, "", false
	}
	if before, negated := strings.CutSuffix(name, "!"); negated {
		return Requirement{Key: before, Operator: NotEquals}, value, true
	}
	return Requirement{Key: name, Operator: Equals}, strings.TrimPrefix(value, "="), true
}

// unescape removes backslashes. As in the server, bytes that are not UTF-8 become U+FFFD if
// there is one.
func unescape(text string) (string, error) {
	if !strings.ContainsAny(text, `\,=`) {
		return text, nil
	}
	var b strings.Builder
	escaped := false
	for _, c := range text {
		special := c == '\\' || c == ',' || c == '='
		switch {
		case escaped && !special:
			return "", syntaxError(codes.SelectorEscapeDetail(`\` + string(c)))
		case !escaped && c == '\\':
			escaped = true
			continue
		case !escaped && special:
			return "", syntaxError(codes.SelectorUnescapedDetail(c))
		}
		b.WriteRune(c)
		escaped = false
	}
	if escaped {
		return "", syntaxError(codes.SelectorEscapeDetail(`\`))
	}
	return b.String(), nil
}

// Matches reports whether fields with these values are selected, see
// registry.Selectable.Values.
func (f Fields) Matches(values map[string]string) bool {
	for i := range f.requirements {
		r := &f.requirements[i]
		if (values[r.Key] == r.Values[0]) != (r.Operator == Equals) {
			return false
		}
	}
	return true
}

// Empty reports whether the selector selects everything.
func (f Fields) Empty() bool { return len(f.requirements) == 0 }

var escaper = strings.NewReplacer(`\`, `\\`, `,`, `\,`, `=`, `\=`)

// String returns the sorted text for [ParseFields].
func (f Fields) String() string {
	texts := make([]string, len(f.requirements))
	for i, r := range f.requirements {
		texts[i] = r.Key + string(r.Operator) + escaper.Replace(r.Values[0])
	}
	return strings.Join(texts, ",")
}

// Requirements returns a copy of the requirements in the order of [Fields.String].
func (f Fields) Requirements() []Requirement { return copied(f.requirements) }

// ExactMatch returns the value that the first term name=value for a field demands, or false. A
// server reads one object or one namespace if metadata.name or metadata.namespace has such a
// value.
func (f Fields) ExactMatch(name string) (value string, found bool) {
	for i := range f.requirements {
		if r := &f.requirements[i]; r.Key == name && r.Operator == Equals {
			return r.Values[0], true
		}
	}
	return "", false
}
