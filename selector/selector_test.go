package selector_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

func TestErrors(t *testing.T) {
	labels := func(text string) error { _, err := selector.ParseLabels(text); return err }
	fields := func(text string) error { _, err := selector.ParseFields(text); return err }
	object := func(m map[string]any) error { _, err := selector.LabelsFromMap(m); return err }
	expression := func(e any) error { return object(map[string]any{"matchExpressions": []any{e}}) }
	for _, c := range []struct {
		err  error
		code field.Code
		path string
		text string
	}{
		{labels("=a"), codes.SelectorSyntax, "<nil>", "found '=', expected: !, identifier, or 'end of string'"},
		{labels("a,"), codes.SelectorSyntax, "<nil>", "found '', expected: identifier after ','"},
		{labels("!a=b"), codes.SelectorSyntax, "<nil>", "found '=', expected: ',' or 'end of string'"},
		{labels("!!a"), codes.SelectorSyntax, "<nil>", "unable to parse requirement: found '!', expected: identifier"},
		{labels("a b"), codes.SelectorSyntax, "<nil>", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"},
		{labels("a=("), codes.SelectorSyntax, "<nil>", "unable to parse requirement: found '(', expected: identifier"},
		{labels("a in b"), codes.SelectorSyntax, "<nil>", "unable to parse requirement: found 'b' expected: '('"},
		{labels("a in (="), codes.SelectorSyntax, "<nil>", "unable to parse requirement: found '=', expected: ',', ')' or identifier"},
		{labels("a in (b c)"), codes.SelectorSyntax, "<nil>", "unable to parse requirement: found 'c', expected: ',' or ')'"},
		{labels("a in (,="), codes.SelectorSyntax, "<nil>", "unable to parse requirement: found '=', expected: ',', or identifier"},
		{labels("a>b"), codes.SelectorValue, "<nil>", "unable to parse requirement: values[0]: Invalid value: \"b\": for 'Gt', 'Lt' operators, the value must be an integer"},
		{labels("/a"), codes.SelectorKey, "<nil>", "unable to parse requirement: <nil>: Invalid value: \"/a\": prefix part must be non-empty"},
		{object(map[string]any{"matchLabels": map[string]any{"/a": "b"}}), codes.SelectorKey, "matchLabels[/a]", "key: Invalid value: \"/a\": prefix part must be non-empty"},
		{object(map[string]any{"matchLabels": "a", "matchExpressions": "b"}), codes.FieldType, "matchExpressions", "json: cannot unmarshal string into Go struct field LabelSelector.matchExpressions of type []v1.LabelSelectorRequirement"},
		{expression(map[string]any{"key": "a", "operator": "In", "values": []any{"b", "-"}}), codes.SelectorValue, "matchExpressions[0].values[1]", `values[1][a]: Invalid value: "-": ` + notALabel},
		{object(map[string]any{"matchLabels": "a"}), codes.FieldType, "matchLabels", "json: cannot unmarshal string into Go struct field LabelSelector.matchLabels of type map[string]string"},
		{expression(map[string]any{"key": "a", "operator": "in"}), codes.SelectorOperator, "matchExpressions[0].operator", `"in" is not a valid label selector operator`},
		{expression(map[string]any{"key": "a", "operator": "In"}), codes.SelectorValues, "matchExpressions[0].values", "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty"},
		{
			expression(map[string]any{"key": "a", "operator": "Exists", "values": []any{"b"}}), codes.SelectorValues, "matchExpressions[0].values",
			`values: Invalid value: ["b"]: values set must be empty for exists and does not exist`,
		},
		{expression(int64(1)), codes.FieldType, "matchExpressions[0]", "json: cannot unmarshal number into Go struct field LabelSelector.matchExpressions of type v1.LabelSelectorRequirement"},
		{fields("a"), codes.SelectorSyntax, "<nil>", "invalid selector: 'a'; can't understand 'a'"},
		{fields("a=b=c"), codes.SelectorSyntax, "<nil>", "invalid field selector: unescaped character in value: 61"},
		{fields(`a=\b`), codes.SelectorSyntax, "<nil>", `invalid field selector: invalid escape sequence: \b`},
		{fields(`a=\`), codes.SelectorSyntax, "<nil>", `invalid field selector: invalid escape sequence: \`},
	} {
		require.EqualError(t, c.err, c.text)
		errs := structural.ErrorsOf(c.err)
		require.Len(t, errs, 1, c.text)
		assert.Equal(t, c.code, errs[0].Code, c.text)
		assert.Equal(t, c.path, errs[0].Path.String(), c.text)
	}
}

// notALabel is what the server says of "-".
const notALabel = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
	"(e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

func TestFirstErrorInByteOrder(t *testing.T) {
	for range 20 {
		_, err := selector.LabelsFromMap(map[string]any{"matchLabels": map[string]any{"b/": "x", "a/": "x", "c/": "x"}})
		require.ErrorContains(t, err, `"a/"`)
		require.Len(t, structural.ErrorsOf(err), 1)
	}
}

// TestSelectorsShareNothing changes what a selector was made of, and what it returned.
func TestSelectorsShareNothing(t *testing.T) {
	values := []any{"b", "a"}
	object := map[string]any{"matchExpressions": []any{map[string]any{"key": "k", "operator": "In", "values": values}}}
	labels, err := selector.LabelsFromMap(object)
	require.NoError(t, err)
	assert.Equal(t, []any{"b", "a"}, values, "the values of the object are not sorted")
	values[0] = "x"
	labels.Requirements()[0].Values[0] = "y"
	labels.Requirements()[0].Key = "z"
	assert.Equal(t, "k in (a,b)", labels.String())
}

func TestMatchingAllocatesNothing(t *testing.T) {
	labels, err := selector.ParseLabels("a in (x,y,z),b!=1,!c,d,e>5")
	require.NoError(t, err)
	fields, err := selector.ParseFields("a=x,b!=y")
	require.NoError(t, err)
	set := map[string]string{"a": "y", "d": "", "e": "6"}
	obj := map[string]any{"metadata": map[string]any{"labels": map[string]any{"a": "y", "d": "", "e": "6"}}}
	selected := true
	allocations := testing.AllocsPerRun(100, func() {
		selected = selected && labels.Matches(set) && labels.MatchesObject(obj) && !fields.Matches(set)
	})
	assert.True(t, selected)
	assert.Zero(t, allocations)
}

func TestHostile(t *testing.T) {
	const n = 1 << 18
	list := func(format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	objects := map[string]any{"matchExpressions": []any{map[string]any{
		"key": strings.Repeat("/", 1<<20), "operator": "In", "values": anyList(strings.Split(list("-%d,"), ",")),
	}}}
	for name, parse := range map[string]func() error{
		"keys":      func() error { _, err := selector.ParseLabels(list("k%d,") + "k"); return err },
		"one key":   func() error { _, err := selector.ParseLabels(list("k=v%d,") + "k"); return err },
		"values":    func() error { _, err := selector.ParseLabels("k in (" + list("v%d,") + ")"); return err },
		"invalid":   func() error { _, err := selector.ParseLabels("k in (" + list("-%d,") + ")"); return err },
		"symbols":   func() error { _, err := selector.ParseLabels(strings.Repeat("!", n)); return err },
		"blanks":    func() error { _, err := selector.ParseLabels(strings.Repeat(" \x00", n)); return err },
		"one word":  func() error { _, err := selector.ParseLabels(strings.Repeat("\xff", n)); return err },
		"commas":    func() error { _, err := selector.ParseLabels("a in (" + strings.Repeat(",", n)); return err },
		"terms":     func() error { _, err := selector.ParseFields(list("f%d=v,")); return err },
		"slashes":   func() error { _, err := selector.ParseFields("f=" + strings.Repeat(`\\`, n)); return err },
		"bad terms": func() error { _, err := selector.ParseFields(strings.Repeat("f,", n)); return err },
		"object":    func() error { _, err := selector.LabelsFromMap(objects); return err },
	} {
		err := parse()
		size := 0
		if err != nil {
			size = len(err.Error())
		}
		assert.Less(t, size, 80<<20, name)
	}
	_, err := selector.ParseLabels("k in (" + list("-%d,") + ")")
	errs := structural.ErrorsOf(err)
	require.NotEmpty(t, errs)
	assert.Equal(t, codes.MoreErrors, errs[len(errs)-1].Code)
}

func anyList(texts []string) []any {
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = text
	}
	return list
}

func TestEdges(t *testing.T) {
	for text, want := range map[string]string{"in,notin in (in)": "in,notin in (in)", "a\x00,b": "a,b", "a=\x00": "a=", "\x00=": "", "a in (y,x,y)": "a in (x,y)"} {
		labels, err := selector.ParseLabels(text)
		require.NoError(t, err, "%q", text)
		assert.Equal(t, want, labels.String(), "%q", text)
	}
	for text, want := range map[string]string{`a=x\,b`: `a=x\,b`, "=": "", "=,b!=": "b!="} {
		fields, err := selector.ParseFields(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, fields.String(), text)
	}
}

// TestMatches checks the values on both sides of a limit, and null labels of a selector.
func TestMatches(t *testing.T) {
	null, err := selector.LabelsFromMap(map[string]any{"matchLabels": map[string]any{"a": nil}})
	require.NoError(t, err)
	assert.Equal(t, "a=", null.String())
	for text, want := range map[string][]string{
		"a>5": {"6"}, "a<5": {"4", "-5"}, "a in (5,6,5)": {"5", "6"}, "a notin (5,6,5)": {"4", "-5", "x"}, "a!=5": {"4", "-5", "6", "x"}, "a": {"4", "-5", "5", "6", "x"},
	} {
		labels, err := selector.ParseLabels(text)
		require.NoError(t, err, text)
		var selected []string
		for _, value := range []string{"4", "-5", "5", "6", "x"} {
			if labels.Matches(map[string]string{"a": value}) {
				selected = append(selected, value)
			}
		}
		assert.Equal(t, want, selected, text)
	}
}

// TestExactMatch checks which selectors demand one value of a label.
func TestExactMatch(t *testing.T) {
	for text, want := range map[string]string{"a=x": "x", "a==x": "x", "a in (x)": "x", "a in (x,x)": "x", "a in (x,y)": "", "a!=x": "", "a": "", "b=x": ""} {
		labels, err := selector.ParseLabels(text)
		require.NoError(t, err, text)
		value, found := labels.ExactMatch("a")
		assert.Equal(t, want, value, text)
		assert.Equal(t, want != "", found, text)
	}
}

func TestLabelsOfObjects(t *testing.T) {
	labels, err := selector.ParseLabels("a=")
	require.NoError(t, err)
	for _, c := range []struct {
		labels any
		want   bool
	}{
		{map[string]any{"a": nil}, true},
		{map[string]any{"a": "", "b": nil}, true},
		{map[string]any{"a": "", "b": int64(1)}, false},
		{[]any{"a"}, false},
		{nil, false},
	} {
		obj := map[string]any{"metadata": map[string]any{"labels": c.labels}}
		assert.Equal(t, c.want, labels.MatchesObject(obj), c.labels)
	}
	assert.False(t, labels.MatchesObject(nil))
}
