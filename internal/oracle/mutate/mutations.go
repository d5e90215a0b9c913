package mutate

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
)

// mutation changes the object at p; all are the places of the object.
type mutation func(r *rand.Rand, p place, all []place)

// mutations are chosen with equal probability; the frequent mistakes stand
// here more than once.
var mutations = []mutation{
	drop, drop, rename, rename, addUnknown, addUnknown, addUnknown, oddKey,
	setNull, setNull, wrongType, wrongType, wrongType, otherScalar,
	huge, nest, listIntoObject, duplicateItem, swap, graft, empty, addNullItem,
}

// drop removes a key or a list item.
func drop(_ *rand.Rand, p place, _ []place) {
	switch parent := p.parent.(type) {
	case map[string]any:
		delete(parent, p.key)
	case []any:
		p.replaceParent(slices.Delete(slices.Clone(parent), p.index, p.index+1))
	}
}

// rename misspells a key.
func rename(r *rand.Rand, p place, _ []place) {
	parent, ok := p.parent.(map[string]any)
	if !ok {
		return
	}
	v := parent[p.key]
	delete(parent, p.key)
	parent[misspell(r, p.key)] = v
}

func misspell(r *rand.Rand, key string) string {
	switch r.IntN(4) {
	case 0:
		return key + "s"
	case 1:
		return strings.ToUpper(key)
	case 2:
		return strings.TrimSuffix(key, "s") + "X"
	default:
		return "x" + key
	}
}

// addUnknown adds a key that no schema has to the nearest object.
func addUnknown(r *rand.Rand, p place, all []place) {
	if m := nearestMap(p, all); m != nil {
		m["unknown"+strconv.Itoa(r.IntN(4))] = randomValue(r, 2)
	}
}

// oddKeys print confusingly in paths or mean something to some parser.
var oddKeys = []string{
	"", ".", "a.b", "a[0]", "[0]", "[x]", "a/b", "~1", "$ref", "*", " ", "0", "-1", "true", "null",
	"ключ", "a\"b", "a\nb", "apiVersion", "kind", "metadata", "status", "spec",
	"__proto__", "x-kubernetes-preserve-unknown-fields",
}

// oddKey adds a key with dots, brackets or another surprise.
func oddKey(r *rand.Rand, p place, all []place) {
	if m := nearestMap(p, all); m != nil {
		m[oddKeys[r.IntN(len(oddKeys))]] = randomValue(r, 2)
	}
}

func setNull(_ *rand.Rand, p place, _ []place) { p.set(nil) }

// wrongType replaces a value by one of another type.
func wrongType(r *rand.Rand, p place, _ []place) { p.set(otherType(r, p.get())) }

// otherScalar replaces a scalar by another of the same type.
func otherScalar(r *rand.Rand, p place, _ []place) {
	switch v := p.get().(type) {
	case string:
		p.set(oneOf(r, "", v+v, strings.ToUpper(v), "0", "2024-01-01T00:00:00Z", "ünïcödé", v+"\n"))
	case int64:
		p.set(oneOf(r, 0, -v, v+1, math.MaxInt32+1, math.MaxInt64, math.MinInt64))
	case float64:
		p.set(oneOf(r, 0.0, -v, v+0.5, 1e300, 5e-324))
	case bool:
		p.set(!v)
	}
}

func oneOf[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

// huge replaces a value by a large one.
func huge(r *rand.Rand, p place, _ []place) {
	switch r.IntN(4) {
	case 0:
		p.set(strings.Repeat("long ", 2000))
	case 1:
		p.set(int64(math.MaxInt64))
	case 2:
		p.set(math.MaxFloat64)
	default:
		p.set(slices.Repeat([]any{randomValue(r, 0)}, 300))
	}
}

// nest wraps a value into many objects or lists.
func nest(r *rand.Rand, p place, _ []place) {
	v := p.get()
	for range 1 + r.IntN(60) {
		if r.IntN(2) == 0 {
			v = []any{v}
		} else {
			v = map[string]any{nestKey(p): v}
		}
	}
	p.set(v)
}

func nestKey(p place) string {
	if p.key != "" {
		return p.key
	}
	return "item"
}

// listIntoObject makes an object of a list, or a list of anything else.
func listIntoObject(_ *rand.Rand, p place, _ []place) {
	list, ok := p.get().([]any)
	if !ok {
		p.set([]any{p.get()})
		return
	}
	m := map[string]any{}
	for i, v := range list {
		m[strconv.Itoa(i)] = v
	}
	p.set(m)
}

// duplicateItem repeats one item of a list, somewhere in the list.
func duplicateItem(r *rand.Rand, p place, _ []place) {
	list, ok := p.get().([]any)
	if !ok || len(list) == 0 {
		return
	}
	item := runtime.DeepCopyJSONValue(list[r.IntN(len(list))])
	p.set(slices.Insert(slices.Clone(list), r.IntN(len(list)+1), item))
}

// addNullItem puts a null into a list.
func addNullItem(r *rand.Rand, p place, _ []place) {
	if list, ok := p.get().([]any); ok {
		p.set(slices.Insert(slices.Clone(list), r.IntN(len(list)+1), nil))
	}
}

// swap exchanges copies of two values.
func swap(r *rand.Rand, p place, all []place) {
	q := all[r.IntN(len(all))]
	a, b := runtime.DeepCopyJSONValue(p.get()), runtime.DeepCopyJSONValue(q.get())
	p.set(b)
	q.set(a)
}

// graft copies a value from elsewhere in the object, under its own key.
func graft(r *rand.Rand, p place, all []place) {
	q := all[r.IntN(len(all))]
	if m := nearestMap(p, all); m != nil && q.key != "" {
		m[q.key] = runtime.DeepCopyJSONValue(q.get())
	}
}

// empty empties an object, a list or a string.
func empty(_ *rand.Rand, p place, _ []place) {
	switch p.get().(type) {
	case map[string]any:
		p.set(map[string]any{})
	case []any:
		p.set([]any{})
	case string:
		p.set("")
	}
}

// nearestMap is the value at p if that is an object, else the object that
// holds p, else the whole object.
func nearestMap(p place, all []place) map[string]any {
	if m, ok := p.get().(map[string]any); ok {
		return m
	}
	if m, ok := p.parent.(map[string]any); ok {
		return m
	}
	m, _ := all[0].parent.(map[string]any)
	return m
}
