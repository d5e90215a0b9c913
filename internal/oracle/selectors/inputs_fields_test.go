package selectors

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"k8s.io/apimachinery/pkg/fields"
)

// fieldPath returns the path of a selectable field, rarely one that no server accepts in a
// crd but may have stored.
func fieldPath(r *rand.Rand) string {
	return rarely(r, []string{
		".spec.*", ".*", ".spec.list[*]", ".spec.list[0]", ".spec.list[5]", ".spec.list[-1]", ".spec.text[0]", ".spec[", "spec.text", ".", "", ".spec..text", ".metadata.name",
		".metadata.namespace", ".metadata", `.spec.a\.b`, ".spec['text']", ".spec['text','flag']", ".spec.text}{.spec.flag", ".spec.text}x", ".spec.d-ash", ".spec.é", ".spec.list[?(@.a)]",
		".spec.list[?(@.a==1)].a", ".spec.text ", "..", ".spec.text}{", "..spec.text", ".spec.missing[0]",
	}, ".spec.text", ".spec.count", ".spec.flag", ".spec.nested.text", ".status.phase", ".spec.list")
}

var partValues = []any{
	"x", "", "a,b=c\\", int64(7), int64(-9_007_199_254_740_993), 1.5, 1e21, 1e20, true, false, nil, "7", "true",
	[]any{"a", int64(1)}, []any{}, map[string]any{"a": "b"}, map[string]any{}, []any{map[string]any{"a": int64(1)}, nil}, "é\xff",
}

// part returns an object.
func part(r *rand.Rand) map[string]any {
	spec := map[string]any{}
	for _, name := range []string{"text", "count", "flag", "list", "a.b", "d-ash", "é"} {
		if r.IntN(3) > 0 {
			spec[name] = pick(r, partValues...)
		}
	}
	spec["nested"] = pick[any](r, map[string]any{"text": pick(r, partValues...)}, pick(r, partValues...))
	return map[string]any{
		"apiVersion": "example.com/v1", "kind": "Part", "spec": oddly[any](r, spec), "status": pick[any](r, nil, map[string]any{"phase": pick(r, partValues...)}),
		"metadata": oddly[any](r, map[string]any{"name": pick[any](r, "x", "y", int64(5)), "namespace": pick[any](r, "x", "z", nil), "labels": pick[any](r, map[string]any{"a": "b"}, nil)}),
	}
}

// term returns a term of a field selector.
func (in listing) term(r *rand.Rand) string {
	name := pick(r, "metadata.name", "metadata.namespace")
	if len(in.Paths) > 0 && r.IntN(4) > 0 {
		name = strings.TrimPrefix(pick(r, in.Paths...), ".")
	}
	name = rarely(r, []string{"spec.other", "", "metadata.uid", " metadata.name", ".spec.text", "a!"}, name)
	value := ""
	if v := pick(r, partValues...); v != nil {
		value = fields.EscapeValue(fmt.Sprint(v))
	}
	return name + pick(r, "=", "==", "!=") + rarely(r, []string{"=", `\`, `\x`, "a=b", `a\,b`, " x"}, value)
}
