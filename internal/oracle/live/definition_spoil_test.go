package live_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"

	jsondecode "github.com/seed95800270/crdschema/internal/decode"
)

// The texts that a server gets are made of trees that keep repeated fields and the
// spelling of numbers.

func nodeOf(v any) jsondecode.Node {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return parsed(string(text))
}

// parsed returns the node of a text, which may have anything between quotes.
func parsed(text string) jsondecode.Node {
	n, err := jsondecode.Parse(context.Background(), []byte(text))
	if err != nil {
		panic("no JSON: " + text)
	}
	return n
}

// jsonText returns a tree as JSON.
func jsonText(n *jsondecode.Node) string {
	var b strings.Builder
	writeNode(&b, n)
	return b.String()
}

func writeNode(b *strings.Builder, n *jsondecode.Node) {
	switch n.Type {
	case jsondecode.Null:
		b.WriteString("null")
	case jsondecode.String:
		b.WriteString(quoted(n.Text))
	case jsondecode.Array, jsondecode.Object:
		b.WriteByte("[{"[n.Type-jsondecode.Array])
		for i := range n.Children {
			if i > 0 {
				b.WriteByte(',')
			}
			if n.Type == jsondecode.Object {
				b.WriteString(quoted(n.Children[i].Name) + ":")
			}
			writeNode(b, &n.Children[i].Node)
		}
		b.WriteByte("]}"[n.Type-jsondecode.Array])
	default:
		b.WriteString(n.Text)
	}
}

func quoted(text string) string {
	out, _ := json.Marshal(text)
	return string(out)
}

// clone returns a copy that shares nothing with n.
func clone(n jsondecode.Node) jsondecode.Node {
	n.Children = slices.Clone(n.Children)
	for i := range n.Children {
		n.Children[i].Node = clone(n.Children[i].Node)
	}
	return n
}

// all returns the nodes in n that match, n included.
func all(n *jsondecode.Node, match func(*jsondecode.Node) bool) (out []*jsondecode.Node) {
	if match(n) {
		out = append(out, n)
	}
	for i := range n.Children {
		out = append(out, all(&n.Children[i].Node, match)...)
	}
	return out
}

func isObject(n *jsondecode.Node) bool { return n.Type == jsondecode.Object && len(n.Children) > 0 }
func isInside(n *jsondecode.Node) bool { return len(n.Children) > 0 }
func isSchema(n *jsondecode.Node) bool {
	return isObject(n) && (named(n, "type") || named(n, "properties"))
}
func isAnything(*jsondecode.Node) bool { return true }

func named(n *jsondecode.Node, name string) bool {
	return slices.ContainsFunc(n.Children, func(c jsondecode.Child) bool { return c.Name == name })
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// child returns the value of the last field called name, or a new node.
func child(n *jsondecode.Node, name string) *jsondecode.Node {
	for i := len(n.Children) - 1; i >= 0; i-- {
		if n.Children[i].Name == name {
			return &n.Children[i].Node
		}
	}
	return &jsondecode.Node{}
}

// put inserts a field anywhere in an object.
func put(r *rand.Rand, n *jsondecode.Node, name string, v jsondecode.Node) {
	if n.Type == jsondecode.Object {
		n.Children = slices.Insert(n.Children, r.IntN(len(n.Children)+1), jsondecode.Child{Name: name, Node: v})
	}
}

// objectIn returns an object in the tree, often one near the root.
func objectIn(r *rand.Rand, root *jsondecode.Node) *jsondecode.Node {
	switch r.IntN(6) {
	case 0:
		return root
	case 1:
		return child(root, pick(r, []string{"spec", "metadata", "spec"}))
	case 2:
		if schemas := all(root, isSchema); len(schemas) > 0 {
			return pick(r, schemas)
		}
	}
	return pick(r, append(all(root, isObject), root))
}

// spoilers change a tree.
var spoilers = []func(*rand.Rand, *jsondecode.Node){
	repeatField, repeatField, repeatField, repeatField, changeCase, spellNumber, spellNumber, spellNumber, addNull, addNull, addOdd, addOdd,
	addUnknown, addUnknown, addManagedFields, replaceValue, dropField, repeatKind, changeState,
}

// repeatField repeats a field once or more.
func repeatField(r *rand.Rand, root *jsondecode.Node) {
	n := objectIn(r, root)
	if len(n.Children) == 0 {
		return
	}
	c := pick(r, n.Children)
	for range 1 + r.IntN(2) {
		put(r, n, c.Name, changed(r, clone(c.Node)))
	}
}

// changed returns the value of a repeated field: the same, a part of it or another one,
// of a fitting type more often than not.
func changed(r *rand.Rand, v jsondecode.Node) jsondecode.Node {
	inner := pick(r, all(&v, isAnything))
	switch r.IntN(8) {
	case 0:
		return parsed(pick(r, oddValues))
	case 1:
		*inner = parsed(pick(r, oddValues))
	case 2, 3:
		*inner = jsondecode.Node{}
	case 4:
		v.Children = v.Children[:r.IntN(len(v.Children)+1)]
	case 5, 6:
		if inside := all(&v, isInside); len(inside) > 0 {
			shorten(r, pick(r, inside))
		}
	}
	return v
}

// shorten removes children of n, or reverses them.
func shorten(r *rand.Rand, n *jsondecode.Node) {
	switch i := r.IntN(len(n.Children)); r.IntN(4) {
	case 0:
		n.Children = nil
	case 1:
		slices.Reverse(n.Children)
	default:
		n.Children = slices.Delete(n.Children, i, i+1)
	}
}

func repeatKind(r *rand.Rand, root *jsondecode.Node) {
	put(r, root, pick(r, []string{"kind", "apiVersion", "Kind", "APIVERSION", "apiversion"}), parsed(pick(r, []string{
		`"CustomResourceDefinition"`, `"Other"`, `""`, `null`, `1`, `[]`, `"apiextensions.k8s.io/v1"`, `"apiextensions.k8s.io/v1beta1"`, `"v1"`, `"/"`, `"/v1"`, `"a/b/c"`,
		`"apiextensions.k8s.io/"`, `"apiextensions.k8s.io/v2"`, `"Status"`, `1e400`, `"apiextensions.k8s.io/__internal"`, `"List"`,
	})))
}

// changeState changes what says which stored crd an update replaces.
func changeState(r *rand.Rand, root *jsondecode.Node) {
	put(r, child(root, "metadata"), pick(r, []string{"resourceVersion", "resourceVersion", "uid", "name"}), parsed(pick(r, []string{
		`"abc"`, `"0"`, `"00"`, `""`, `null`, `"-1"`, `"1"`, `"18446744073709551616"`, `"1.0"`, `1`,
	})))
}

// changeCase adds a field whose name differs in letter case.
func changeCase(r *rand.Rand, root *jsondecode.Node) {
	n := objectIn(r, root)
	if len(n.Children) == 0 {
		return
	}
	c := pick(r, n.Children)
	name := pick(r, []func(string) string{strings.ToUpper, strings.ToLower, strings.ToTitle,
		func(s string) string { return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):] }})(c.Name)
	if r.IntN(3) == 0 {
		put(r, n, name, parsed(pick(r, oddValues)))
	} else {
		put(r, n, name, clone(c.Node))
	}
}

// numbers are spelled in all ways.
var numbers = []string{"0", "-0", "-0.0", "0e0", "1", "1.0", "1e0", "1e2", "1E+2", "100e-2", "0.1e1", "1.5", "-1", "-1.0", "12345678901234567890", "9223372036854775807",
	"9223372036854775808", "-9223372036854775808", "-9223372036854775809", "9007199254740993", "2147483647", "2147483648", "1e18", "1e19", "1e21", "1e22", "123456789012345678901234567890",
	"1e-7", "1e-400", "1e308", "1e309", "1e400", "-1e400", "0.1", "0.30000000000000004", "255", "256", "1.7976931348623157e308", "5e-324"}

var numberFields = []string{"maxLength", "minLength", "maximum", "minimum", "multipleOf", "maxItems", "minItems", "maxProperties", "minProperties", "default", "example", "enum"}

func spellNumber(r *rand.Rand, root *jsondecode.Node) {
	v := parsed(pick(r, numbers))
	switch r.IntN(8) {
	case 0:
		put(r, objectIn(r, root), "unknown", v)
		return
	case 1:
		put(r, child(root, "metadata"), pick(r, []string{"generation", "deletionGracePeriodSeconds", "name", "labels", "uid"}), v)
		return
	case 2:
		put(r, root, "status", parsed(`{"observedGeneration":`+v.Text+`,"storedVersions":["v1"]}`))
		return
	case 3:
		put(r, child(root, "spec"), "conversion", parsed(pick(r, []string{
			`{"strategy":"Webhook","webhook":{"clientConfig":{"service":{"name":"a","namespace":"b","port":"N"}},"conversionReviewVersions":["v1"]}}`,
			`{"strategy":"Webhook","webhook":{"clientConfig":{"url":"https://a.b","caBundle":["N"]},"conversionReviewVersions":["v1"]}}`,
		})))
		for _, n := range all(root, func(n *jsondecode.Node) bool { return n.Text == "N" }) {
			*n = v
		}
		return
	}
	schemas := all(root, isSchema)
	if len(schemas) == 0 {
		return
	}
	name := pick(r, numberFields)
	switch {
	case name == "enum":
		v = jsondecode.Node{Type: jsondecode.Array, Children: []jsondecode.Child{{Node: v}, {Node: parsed(pick(r, numbers))}}}
	case name == "default" && r.IntN(2) == 0:
		v = jsondecode.Node{Type: jsondecode.Object, Children: []jsondecode.Child{{Name: "a", Node: v}, {Name: pick(r, []string{"a", "b"}), Node: parsed(pick(r, numbers))}}}
	}
	put(r, pick(r, schemas), name, v)
}
