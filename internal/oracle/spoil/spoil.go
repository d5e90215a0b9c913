package spoil

import (
	"math/rand/v2"
	"strings"
)

// Body is the body of a request with its media type.
type Body struct {
	Text        string
	ContentType string
}

// Object returns a body made from obj.
func Object(seed uint64, obj map[string]any) Body {
	r := rand.New(rand.NewPCG(seed, 0x5b01))
	root := treeOf(obj)
	s := spoiler{Rand: r, yaml: r.IntN(3) == 0}
	if r.IntN(10) > 0 {
		for range oneOf(r, 0, 1, 1, 1, 2, 3) {
			root = s.spoilTree(root)
		}
	}
	text := s.write(root)
	if r.IntN(5) == 0 {
		text = s.spoilText(text)
	}
	return Body{Text: text, ContentType: s.contentType()}
}

// spoiler spoils one body.
type spoiler struct {
	*rand.Rand
	yaml bool
}

// write returns the text of a tree.
func (s spoiler) write(root *node) string {
	if !s.yaml {
		return asJSON(s.Rand, root)
	}
	if s.IntN(4) == 0 {
		return asJSON(s.Rand, root)
	}
	text := asYAML(s.Rand, root)
	if s.IntN(3) == 0 {
		text = s.aroundYAML(text)
	}
	return text
}

var (
	jsonTypes = []string{"application/json", "", "application/json; charset=utf-8", "APPLICATION/JSON;a=\"b c\"", " application/json"}
	yamlTypes = []string{"application/yaml", "application/yaml; charset=utf-8", "Application/Yaml;x=y"}
	// otherTypes are not decoded. Protobuf is not among them: the server crashes.
	otherTypes = []string{
		"text/plain", "application/x-yaml", "text/yaml", "application/cbor", "application/apply-patch+yaml", "application/json, application/yaml",
		"application/merge-patch+json", "application/json;", "application/json;charset", "application/*", "*/*", "json", " ", ";", "application/json/x",
		"application/json; a=1; a=2",
	}
)

func (s spoiler) contentType() string {
	switch yaml := s.yaml; {
	case s.IntN(40) == 0:
		return oneOf(s.Rand, otherTypes...)
	case s.IntN(40) == 0: // the other one
		yaml = !yaml
		fallthrough
	case s.IntN(2) == 0:
		if yaml {
			return oneOf(s.Rand, yamlTypes...)
		}
		return oneOf(s.Rand, jsonTypes...)
	case yaml:
		return yamlTypes[0]
	default:
		return jsonTypes[0]
	}
}

// spoilTree returns root with one change.
func (s spoiler) spoilTree(root *node) *node {
	if s.IntN(50) == 0 {
		return s.value()
	}
	tools := []func(*node){
		s.repeatField, s.repeatField, s.repeatRoot, s.otherCase, s.otherCase, s.respell, s.respell, s.replace, s.rename, s.remove,
		s.addUnknown, s.retype, s.escape, s.shuffle,
	}
	if s.yaml {
		tools = append(tools, s.plain, s.plain, s.plain, s.anchor, s.anchor, s.oddName, s.merge)
	}
	oneOf(s.Rand, tools...)(root)
	return root
}

// repeatField repeats a field of any object, with its value or another one, anywhere.
func (s spoiler) repeatField(root *node) {
	for range oneOf(s.Rand, 1, 1, 1, 2, 3) {
		p, ok := root.anyChild(s.Rand, func(p child) bool { return p.parent.kind == '{' })
		if !ok {
			return
		}
		s.insert(p.parent, field{p.parent.fields[p.index].name, s.like(p.get())})
	}
}

// repeatRoot repeats a field of the root.
func (s spoiler) repeatRoot(root *node) {
	if len(root.fields) == 0 {
		return
	}
	f := oneOf(s.Rand, root.fields...)
	if f.name == `"metadata"` && f.value.kind == '{' { // with the stored resourceVersion
		f.value = f.value.clone()
		f.value.fields = append(f.value.fields, field{`"labels"`, s.value()})
	} else {
		f.value = s.like(f.value)
	}
	s.insert(root, f)
}

// like returns n or another value.
func (s spoiler) like(n *node) *node {
	if s.IntN(2) == 0 {
		return n.clone()
	}
	return s.value()
}

// insert inserts a field at any index.
func (s spoiler) insert(n *node, f field) {
	i := s.IntN(len(n.fields) + 1)
	n.fields = append(n.fields, field{})
	copy(n.fields[i+1:], n.fields[i:])
	n.fields[i] = f
}

// otherCase adds a field whose name is that of another one in a different letter case.
func (s spoiler) otherCase(root *node) {
	p, ok := root.anyChild(s.Rand, func(p child) bool { return p.parent.kind == '{' })
	if !ok {
		return
	}
	name := p.parent.fields[p.index].name
	first := min(2, len(name)) // behind the quotation mark
	name = oneOf(s.Rand, strings.ToUpper(name), strings.ToUpper(name[:first])+name[first:], strings.ToLower(name),
		strings.ReplaceAll(name, "k", "\u212a"), strings.ReplaceAll(name, "s", "\u017f"), strings.Replace(name, "k", "K", 1))
	s.insert(p.parent, field{name, s.like(p.get())})
}

// rename gives a field another name.
func (s spoiler) rename(root *node) {
	p, ok := root.anyChild(s.Rand, func(p child) bool { return p.parent.kind == '{' })
	if ok {
		f := &p.parent.fields[p.index]
		f.name = oneOf(s.Rand, strings.ToUpper(f.name), `"other"`, `""`, `"a.b"`, `"a b"`, `"\u0000"`, `"metadata"`)
	}
}

// remove removes a field or an item.
func (s spoiler) remove(root *node) {
	p, ok := root.anyChild(s.Rand, func(child) bool { return true })
	switch {
	case !ok:
	case p.parent.kind == '{':
		p.parent.fields = append(p.parent.fields[:p.index:p.index], p.parent.fields[p.index+1:]...)
	default:
		p.parent.items = append(p.parent.items[:p.index:p.index], p.parent.items[p.index+1:]...)
	}
}

// addUnknown adds fields that no schema specifies.
func (s spoiler) addUnknown(root *node) {
	for range 1 + s.IntN(3) {
		n := root.anyObject(s.Rand)
		if n.kind == '{' {
			s.insert(n, field{oneOf(s.Rand, `"x"`, `"unk"`, `"Kind2"`, `"\ud83d\ude00"`, `"a\"b"`, `"a\nb"`), s.value()})
		}
	}
}

// shuffle changes the order of the fields of an object.
func (s spoiler) shuffle(root *node) {
	n := root.anyObject(s.Rand)
	s.Shuffle(len(n.fields), func(i, j int) { n.fields[i], n.fields[j] = n.fields[j], n.fields[i] })
}
