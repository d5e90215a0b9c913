package patches

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// JSON returns the text of a JSON patch for obj. The patch often applies.
func JSON(r *rand.Rand, obj map[string]any) []byte {
	s := speller{Rand: r, odd: []int{5, 60, 1000}[r.IntN(3)]}
	operations := make([]any, 1+r.IntN(4))
	for i := range operations {
		operations[i] = operation(r, obj)
	}
	s.value(operations)
	return spoil(r, s.b.String())
}

// Merge returns the text of a merge patch for obj.
func Merge(r *rand.Rand, obj map[string]any) []byte {
	s := speller{Rand: r, odd: []int{5, 60, 1000}[r.IntN(3)]}
	if r.IntN(40) == 0 {
		s.value(value(r, obj))
	} else {
		s.value(change(r, obj, obj, 0))
	}
	return spoil(r, s.b.String())
}

// spoil returns text with a wrong byte or without the last bytes once in a while.
func spoil(r *rand.Rand, text string) []byte {
	if r.IntN(60) > 0 {
		return []byte(text)
	}
	at := r.IntN(len(text))
	switch r.IntN(3) {
	case 0:
		return []byte(text[:at])
	case 1:
		return []byte(text[:at] + []string{"\"", "{", "[", "0", ",", "\x00", "null", "[]"}[r.IntN(8)] + text[at:])
	default:
		return []byte([]string{"", "null", "[]", "{}", "0", `"a"`, "[null]", "[0]", "[[]]", `{"a":1}`, "[true]", `["a"]`, "1e999"}[r.IntN(13)])
	}
}

// change returns a part of v with other values.
func change(r *rand.Rand, v any, whole map[string]any, depth int) any {
	object, isObject := v.(map[string]any)
	if !isObject || r.IntN(8) == 0 {
		return value(r, whole)
	}
	out := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if fixed := depth == 0 && (name == "apiVersion" || name == "kind" || name == "metadata"); fixed && r.IntN(10) > 0 {
			continue
		}
		switch r.IntN(4) {
		case 0:
			out[name] = change(r, object[name], whole, depth+1)
		case 1:
			if r.IntN(3) == 0 {
				out[name] = nil
			}
		}
	}
	if r.IntN(6) == 0 {
		out[word(r)] = value(r, whole)
	}
	return out
}

// operation returns one operation.
func operation(r *rand.Rand, obj map[string]any) any {
	if r.IntN(200) == 0 {
		return value(r, obj)
	}
	o := map[string]any{
		"op":   []string{"add", "add", "remove", "replace", "replace", "move", "copy", "test"}[r.IntN(8)],
		"path": path(r, obj),
	}
	switch o["op"] {
	case "add", "replace", "test":
		o["value"] = value(r, obj)
		if p, v := child(r, obj, r.IntN(5)); o["op"] == "test" && r.IntN(2) == 0 {
			o["path"], o["value"] = p, v
		}
	case "move", "copy":
		o["from"] = path(r, obj)
	}
	if r.IntN(30) == 0 {
		names := []string{"op", "path", "from", "value", "Op", "extra"}
		o[names[r.IntN(len(names))]] = value(r, obj)
	}
	if r.IntN(60) == 0 {
		names := slices.Sorted(maps.Keys(o))
		delete(o, names[r.IntN(len(names))])
	}
	return o
}

// path returns the path of a value of obj, or of a value that is missing.
func path(r *rand.Rand, obj map[string]any) string {
	p, _ := child(r, obj, r.IntN(5))
	switch r.IntN(20) {
	case 0:
		return ""
	case 1:
		return p + "/-"
	case 2:
		return p + "/" + []string{"0", "1", "-1", "-2", "+0", "00", "99999999999999999999", "2147483648", "1e0", " 1"}[r.IntN(10)]
	case 3:
		return strings.TrimPrefix(p, "/")
	case 4, 5, 6:
		return p + "/" + word(r)
	case 7:
		return "/metadata/" + []string{"name", "namespace", "uid", "resourceVersion", "generation", "labels", "annotations/a~1b", "finalizers", "finalizers/-",
			"ownerReferences", "managedFields", "deletionTimestamp", "creationTimestamp", "generateName", "selfLink"}[r.IntN(15)]
	case 8:
		return "/" + []string{"apiVersion", "kind", "status", "spec", "metadata"}[r.IntN(5)]
	default:
		return p
	}
}

var escape = strings.NewReplacer("~", "~0", "/", "~1")

// child returns the path and the value of a descendant of obj, at most depth deep. It
// prefers what is not in the metadata.
func child(r *rand.Rand, obj map[string]any, depth int) (path string, v any) {
	v = obj
	for range depth + 1 {
		switch parent := v.(type) {
		case map[string]any:
			names := slices.Sorted(maps.Keys(parent))
			if len(names) == 0 {
				return path, v
			}
			name := names[r.IntN(len(names))]
			if path == "" && r.IntN(8) > 0 && parent["spec"] != nil {
				name = "spec"
			}
			path, v = path+"/"+escape.Replace(name), parent[name]
		case []any:
			if len(parent) == 0 {
				return path, v
			}
			i := r.IntN(len(parent))
			path, v = path+"/"+strconv.Itoa(i), parent[i]
		default:
			return path, v
		}
	}
	return path, v
}

// value returns a value of obj or another one.
func value(r *rand.Rand, obj map[string]any) any {
	switch r.IntN(12) {
	case 0:
		return nil
	case 1:
		return map[string]any{}
	case 2:
		return []any{}
	case 3:
		return []any{nil, map[string]any{"a": nil, "b": []any{map[string]any{"c": nil}}}}
	case 4:
		return map[string]any{word(r): nil, word(r): value(r, obj)}
	case 5:
		return int64(r.IntN(5) - 1)
	case 6:
		return word(r)
	case 7:
		return r.IntN(2) == 0
	case 8:
		return 0.5
	default:
		_, v := child(r, obj, r.IntN(5))
		return v
	}
}

func word(r *rand.Rand) string {
	words := []string{"a", "b", "x", "spec", "name", "<a>", "a/b", "m~n", "", "\u2028", "ü", "kubernetes.io/x"}
	return fmt.Sprint(words[r.IntN(len(words))])
}
