package selectors

import (
	"math/rand/v2"
	"strings"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// rarely returns one of odd with a chance of one in fifteen, else one of usual.
func rarely(r *rand.Rand, odd []string, usual ...string) string {
	if r.IntN(15) == 0 {
		return pick(r, odd...)
	}
	return pick(r, usual...)
}

var (
	oddKeys = []string{
		"", "-a", "a/", "/a", "a/b/c", "A.example/a", strings.Repeat("k", 63), strings.Repeat("k", 64), strings.Repeat("d", 254) + "/a", "é", "a\x80", "a\"b", "exists",
	}
	oddValues = []string{"-", "a/b", "x.", strings.Repeat("v", 63), strings.Repeat("v", 64), "é", "\xff", "9223372036854775808", "+1", "01", "1.5", "a\"b"}
)

func labelKey(r *rand.Rand) string {
	return rarely(r, oddKeys, "a", "b", "c", "app.kubernetes.io/name", "in", "notin")
}

func labelValue(r *rand.Rand) string {
	return rarely(r, oddValues, "", "a", "b", "5", "-7", "notin", "in", "10")
}

// labelText returns a label selector as a text, often spoiled.
func labelText(seed uint64) labeled {
	r := parity.Rand(seed)
	requirements := make([]string, r.IntN(5))
	if r.IntN(50) == 0 {
		requirements = make([]string, 40) // more than are sorted by insertion
	}
	for i := range requirements {
		requirements[i] = labelRequirement(r)
	}
	in := labeled{Text: strings.Join(requirements, pick(r, ",", ",", ", ", " ,"))}
	if r.IntN(3) == 0 {
		in.Text = spoiled(r, in.Text)
	}
	in.Objects = labeledObjects(r)
	return in
}

func labelRequirement(r *rand.Rand) string {
	key, blank := labelKey(r), pick(r, "", "", "", " ", "\t", "\r\n ")
	switch r.IntN(8) {
	case 0:
		return key
	case 1:
		return "!" + blank + key
	case 2, 3:
		return key + blank + pick(r, "=", "==", "!=") + blank + labelValue(r)
	case 4:
		return key + blank + pick(r, ">", "<") + blank + pick(r, "5", "0", "-8", labelValue(r))
	}
	values := make([]string, r.IntN(4))
	for i := range values {
		values[i] = labelValue(r) + blank
	}
	return key + " " + pick(r, "in", "notin") + blank + "(" + strings.Join(values, ","+blank) + ")"
}

// spoiled returns a text with some changes.
func spoiled(r *rand.Rand, text string) string {
	words := []string{"(", ")", ",", "=", "!", "==", "!=", "<", ">", " in ", " notin ", " ", "\x00", "\t", "a", "é", "\xff", `\`, `\,`, `\=`, "metadata.name"}
	for range 1 + r.IntN(3) {
		i := r.IntN(len(text) + 1)
		j := min(len(text), i+r.IntN(3))
		text = text[:i] + pick(r, append(words, "", "", "")...) + text[j:]
	}
	return text
}

func labeledObjects(r *rand.Rand) []map[string]any {
	objs := make([]map[string]any, 4)
	for i := range objs {
		labels := map[string]any{}
		for range r.IntN(4) {
			labels[labelKey(r)] = labelValue(r)
		}
		if r.IntN(12) == 0 {
			labels["b"] = pick[any](r, nil, int64(5), true)
		}
		objs[i] = map[string]any{"metadata": map[string]any{"labels": labels}}
		if r.IntN(12) == 0 {
			objs[i] = pick(r, map[string]any{}, map[string]any{"metadata": "text"}, map[string]any{"metadata": map[string]any{"labels": []any{"a"}}})
		}
	}
	return objs
}

// labelObject returns a label selector as an object.
func labelObject(seed uint64) labeled {
	r := parity.Rand(seed)
	object := map[string]any{}
	if r.IntN(3) > 0 {
		labels := map[string]any{}
		for range r.IntN(3) {
			labels[valid(r, labelKey(r))] = oddly[any](r, valid(r, labelValue(r)))
		}
		object["matchLabels"] = oddly[any](r, labels)
	}
	if r.IntN(3) > 0 {
		n := r.IntN(4)
		if r.IntN(50) == 0 {
			n = 30
		}
		list := make([]any, n)
		for i := range list {
			list[i] = oddly[any](r, expression(r))
		}
		object["matchExpressions"] = oddly[any](r, list)
	}
	if r.IntN(20) == 0 {
		object[pick(r, "MatchLabels", "other")] = map[string]any{"a": "b"}
	}
	return labeled{Object: object, Objects: labeledObjects(r)}
}

// valid returns text, or "a" if JSON would change it.
func valid(_ *rand.Rand, text string) string { return strings.ToValidUTF8(text, "a") }

func expression(r *rand.Rand) map[string]any {
	e := map[string]any{"key": oddly[any](r, valid(r, labelKey(r)))}
	operator := rarely(r, []string{"", "in", "Gt", "Equals", "é\"\x01"}, "In", "NotIn", "In", "NotIn", "Exists", "DoesNotExist")
	e["operator"] = oddly[any](r, operator)
	if hasValues := strings.HasSuffix(operator, "In"); hasValues == (r.IntN(12) > 0) {
		values := make([]any, r.IntN(4))
		for i := range values {
			values[i] = oddly[any](r, valid(r, labelValue(r)))
		}
		e["values"] = oddly[any](r, values)
	}
	return e
}

// oddly returns v, or rarely a value of another type.
func oddly[T any](r *rand.Rand, v T) T {
	if r.IntN(60) == 0 {
		odd, _ := pick[any](r, nil, "text", int64(5), 1.5, true, []any{}, []any{"a"}, map[string]any{}, map[string]any{"a": "b"}).(T)
		return odd
	}
	return v
}
