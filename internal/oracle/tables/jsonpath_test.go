package tables

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"testing"

	reference "k8s.io/client-go/util/jsonpath"

	"github.com/seed95800270/crdschema/internal/jsonpath"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/work"
)

// query is a template and a value of which it is evaluated.
type query struct {
	Template string
	Value    any
}

// crashed is the answer of a reference that panics.
const crashed = "panic"

// TestJSONPath compares the results of templates, their texts and their errors.
func TestJSONPath(t *testing.T) {
	parity.Run(t, "jsonpath", parity.Generated(parity.Full(200_000), newQuery), func(c *parity.Check, in query) {
		for _, missing := range []jsonpath.Missing{jsonpath.Refuse, jsonpath.Allow} {
			ours, theirs := answer(in, missing), theirAnswer(in, missing)
			c.Equal(fmt.Sprint("missing ", missing), ours, theirs,
				parity.Row("D71", func() any { return unlessCrashed(ours, theirs) }),
				parity.Row("D70", func() any { return inSomeOrder(in, missing, ours) }))
		}
	})
}

// inSomeOrder evaluates the reference until it visits maps in our order, in which it may
// panic.
func inSomeOrder(in query, missing jsonpath.Missing, ours []any) (theirs []any) {
	for range 3000 {
		if theirs = unlessCrashed(ours, theirAnswer(in, missing)); parity.Equal(ours, theirs) {
			break
		}
	}
	return theirs
}

// unlessCrashed returns theirs, or ours if theirs is a panic.
func unlessCrashed(ours, theirs []any) []any {
	if theirs[0] == crashed {
		return ours
	}
	return theirs
}

// answer returns an error, or types, values and text of each set of results.
func answer(in query, missing jsonpath.Missing) []any {
	path, err := jsonpath.Parse(in.Template)
	if err != nil {
		return []any{"parse: " + err.Error()}
	}
	sets, err := path.Find(nil, in.Value, missing)
	if err != nil {
		return []any{err.Error()}
	}
	out := []any{"results"}
	for _, set := range sets {
		text, err := jsonpath.AppendText(work.Start(context.Background(), ""), nil, set)
		out = append(out, texts(set), string(text), fmt.Sprint(err))
	}
	return out
}

func texts(set []any) string {
	var out []byte
	for _, v := range set {
		if s := fmt.Sprintf("%T", v); s == "jsonpath.noValue" {
			v = "invalid"
		}
		out = fmt.Appendf(out, "%T %v\n", v, v)
	}
	return string(out)
}

func theirAnswer(in query, missing jsonpath.Missing) (out []any) {
	defer func() {
		if recover() != nil {
			out = []any{crashed}
		}
	}()
	path := reference.New("reference").AllowMissingKeys(missing == jsonpath.Allow)
	if err := path.Parse(in.Template); err != nil {
		return []any{"parse: " + err.Error()}
	}
	sets, err := path.FindResults(clone(in.Value))
	if err != nil {
		return []any{err.Error()}
	}
	out = []any{"results"}
	for _, set := range sets {
		var text bytes.Buffer
		err := path.PrintResults(&text, set)
		out = append(out, texts(interfaces(set)), text.String(), fmt.Sprint(err))
	}
	return out
}

func interfaces(set []reflect.Value) []any {
	out := make([]any, len(set))
	for i, v := range set {
		if out[i] = any("invalid"); v.IsValid() {
			out[i] = v.Interface()
		}
	}
	return out
}

// TestRangeChangesTheReference checks what D72 says of the reference: the second evaluation
// of a path with a range has other results than the first.
func TestRangeChangesTheReference(t *testing.T) {
	path := reference.New("reference").AllowMissingKeys(true)
	if err := path.Parse("{range .l[*]}{.a}{end}"); err != nil {
		t.Fatal(err)
	}
	v := map[string]any{"l": []any{map[string]any{"a": "x"}}}
	first, err := path.FindResults(v)
	if err != nil || len(first) != 1 {
		t.Fatal(first, err)
	}
	if second, err := path.FindResults(v); err == nil {
		t.Fatal("the same path has results again: ", second)
	}
}
