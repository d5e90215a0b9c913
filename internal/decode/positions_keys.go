package decode

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
	goyaml "sigs.k8s.io/yaml/goyaml.v2"

	"github.com/seed95800270/crdschema/internal/jsontext"
)

type yamlKey struct {
	value any    // for the decoder
	name  string // as a string
	id    string // the name, or else text that is the same for equal keys
}

func (l *yamlLocator) key(k *yaml.Node) yamlKey {
	if k.Kind == yaml.AliasNode {
		k = k.Alias
	}
	text := ""
	switch {
	case k.Style&yaml.TaggedStyle != 0:
		text = verbatimTag(k.Tag) + " " + strconv.Quote(k.Value)
	case k.Style == 0 && mayBeOther(k.Value) && !l.strings[mark{k.Line, k.Column}]:
		text = k.Value
	default:
		return stringKey(k.Value)
	}
	v := l.resolve(text)
	if s, ok := v.(string); ok {
		return stringKey(s)
	}
	name, ok := keyName(v)
	if !ok { // the decoder does not take it for a key
		return stringKey(k.Value)
	}
	id := "\x00" + typedKey(v)
	if f, ok := v.(float64); ok && math.IsNaN(f) { // equals no key
		id += fmt.Sprint(k.Line, k.Column)
	}
	return yamlKey{v, name, id}
}

func (l *yamlLocator) resolve(text string) any {
	if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text {
		return n // the decoder returns the same, in more time
	}
	v, known := l.keys[text]
	if !known {
		if err := goyaml.Unmarshal([]byte(text), &v); err != nil {
			v = nil
		}
		l.keys[text] = v
	}
	return v
}

// stringKey returns the key s. JSON replaces its invalid UTF-8.
func stringKey(s string) yamlKey {
	if name := jsontext.ValidUTF8(s); name != s {
		return yamlKey{s, name, "\x00" + typedKey(s)}
	}
	return yamlKey{s, s, s}
}

func typedKey(key any) string { return fmt.Sprintf("%T %#v", key, key) }

// mayBeOther reports whether a plain scalar may be a number, a bool or null.
func mayBeOther(plain string) bool {
	if plain == "" || strings.HasPrefix(plain, "---") || strings.HasPrefix(plain, "...") {
		return false
	}
	if plain == "~" {
		return true
	}
	if !strings.ContainsRune("+-.0123456789yYnNtTfFoO", rune(plain[0])) {
		return false
	}
	return !strings.ContainsFunc(plain, func(r rune) bool {
		return !strings.ContainsRune("+-._", r) && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

func verbatimTag(tag string) string {
	if strings.HasPrefix(tag, "!") {
		return tag
	}
	return "!<" + tag + ">"
}

type otherKeys map[string]string // the names by id

func (o *otherKeys) add(key yamlKey) {
	if key.id == key.name {
		return
	}
	if *o == nil {
		*o = otherKeys{}
	}
	(*o)[key.id] = key.name
}

// name gives the fields of n with such keys their names. If several keys become the same
// string, it keeps a string of YAML, or else the first by type and value, as the decoder
// does.
func (o otherKeys) name(n *positionNode) {
	ids := make([]string, 0, len(o))
	for id := range o {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		c := n.fields[id]
		delete(n.fields, id)
		if _, taken := n.fields[o[id]]; !taken {
			n.fields[o[id]] = c
		}
	}
}
