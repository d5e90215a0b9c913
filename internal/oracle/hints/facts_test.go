package hints_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// facts are what a crd says, by a key in which branches of junctors do not count: a
// property that anyOf[0] declares is the same property as one outside of it. Each
// fact has the paths at which the crd says it.
type facts map[string][]structural.Path

func (f facts) add(path structural.Path, format string, args ...any) {
	key := fmt.Sprintf(format, args...)
	f[key] = append(f[key], path)
}

// factsOf returns the facts of a crd. Fields that the server does not know are none.
func factsOf(crd map[string]any) facts {
	f := facts{}
	f.object(crd, crd, nil, "")
	return f
}

// object adds the facts of a value outside of schemas: that a field is there, and the
// number of items of a list. Values are not compared, because a hint corrects them.
func (f facts) object(crd map[string]any, v any, path structural.Path, key string) {
	switch v := v.(type) {
	case map[string]any:
		known := decode.Known(crd, path)
		for _, name := range sortedNames(v) {
			at := path.Append(structural.Field(name))
			switch {
			case !slices.Contains(known, name) || vacuous(v[name]) && !isObject(v[name]):
			case name == "openAPIV3Schema":
				f.schema(v[name], at, key)
			case name == "selectableFields":
				f.selectable(v[name], at, key)
			default:
				f.add(at, "%s/%s", key, name)
				f.object(crd, v[name], at, key+"/"+name)
			}
		}
	case []any:
		for i, e := range v {
			in := key + "[]"
			if text, isText := e.(string); isText {
				f.add(path.Append(structural.Index(i)), "item of %s %s", key, strings.ReplaceAll(plain(text), "-", ""))
				continue
			}
			if strings.HasSuffix(key, "/versions") {
				in = fmt.Sprintf("%s[%d]", key, i)
			}
			f.add(path.Append(structural.Index(i)), "%s", in)
			f.object(crd, e, path.Append(structural.Index(i)), in)
		}
	}
}

// selectable adds a fact for each different selectable field.
func (f facts) selectable(v any, path structural.Path, key string) {
	list, _ := v.([]any)
	seen := map[string]bool{}
	for i, e := range list {
		if text := plain(textIn(e, "jsonPath")); text != "" && !seen[text] {
			seen[text] = true
			f.add(path.Append(structural.Index(i)), "%s selectable field", key)
		}
	}
}

// vacuous reports whether a value says nothing.
func vacuous(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return strings.TrimSpace(v) == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// replaced are the keywords whose value a hint may correct: that one is there counts,
// not what it says. A type is not a fact: most schemas need one, and a wrong one is
// replaced or written as x-kubernetes-int-or-string, nullable or
// x-kubernetes-preserve-unknown-fields.
var replaced = []string{"x-kubernetes-list-type", "x-kubernetes-map-type", "x-kubernetes-list-map-keys", "additionalItems",
	"example", "externalDocs", "definitions", "dependencies", "patternProperties", "$ref", "$schema", "id", "description", "title", "pattern", "format"}

var bounds = []string{"maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "maxLength", "minLength", "maxItems", "minItems", "maxProperties",
	"minProperties", "multipleOf", "nullable", "x-kubernetes-int-or-string"}

// schema adds the facts of a schema, which is at path and specifies the value at key.
func (f facts) schema(v any, path structural.Path, key string) {
	s, ok := v.(map[string]any)
	if !ok {
		return
	}
	at := func(name string) structural.Path { return path.Append(structural.Field(name)) }
	for _, name := range sortedNames(s) {
		v := s[name]
		switch {
		case name == "items" && isObject(v):
			f.add(at(name), "items %s", key)
			f.schema(v, at(name), key+"/*")
		case vacuous(v) && name != "default":
		case name == "properties":
			properties, _ := v.(map[string]any)
			for _, p := range sortedNames(properties) {
				below := at(name).Append(structural.Key(p))
				f.add(below, "field %s/%s", key, p)
				f.schema(properties[p], below, key+"/"+p)
			}
		case name == "additionalProperties":
			f.schema(v, at(name), key+"/*")
			if isObject(v) {
				f.add(at(name), "%s %s", name, key)
			} else if v == true {
				f.add(at(name), "open %s", key)
			}
		case name == "x-kubernetes-preserve-unknown-fields":
			f.add(at(name), "open %s", key)
		case name == "not":
			f.schema(v, at(name), key)
		case name == "allOf", name == "anyOf", name == "oneOf":
			branches, _ := v.([]any)
			for i, b := range branches {
				f.schema(b, at(name).Append(structural.Index(i)), key)
			}
		case name == "default":
			f.defaulted(v, at(name), "default "+key)
		case name == "required", name == "enum":
			list, _ := v.([]any)
			for i, e := range list {
				f.add(at(name).Append(structural.Index(i)), "%s %s %s", name, key, plain(fmt.Sprint(e)))
			}
		case name == "x-kubernetes-validations":
			list, _ := v.([]any)
			for i, rule := range list {
				if valueIn(rule, "rule") == nil {
					continue
				}
				f.add(at(name).Append(structural.Index(i)), "rule %s %s", key, plain(fmt.Sprint(valueIn(rule, "rule"))))
			}
		case slices.Contains(replaced, name) && v != "false":
			f.add(at(name), "%s %s", name, key)
		case name == "x-kubernetes-embedded-resource":
			f.add(at(name), "resource %s", strings.TrimSuffix(key, "/*"))
		case slices.Contains(bounds, name) && v != "false":
			f.add(at(name), "%s %s %s", name, key, plain(number(fmt.Sprint(v))))
		}
	}
}

// defaulted adds the facts of a default: its scalars. The type of a scalar is not part
// of it, because a hint corrects it, nor is that of an empty value.
func (f facts) defaulted(v any, path structural.Path, key string) {
	if m, ok := v.(map[string]any); ok && len(m) > 0 {
		for _, name := range sortedNames(m) {
			f.defaulted(m[name], path.Append(structural.Field(name)), key)
		}
		return
	}
	if list, ok := v.([]any); ok && len(list) > 0 {
		for i, e := range list {
			f.defaulted(e, path.Append(structural.Index(i)), key)
		}
		return
	}
	if v == nil {
		return
	}
	text := number(fmt.Sprint(v))
	switch {
	case slices.Contains([]string{"yes", "on", "True"}, text):
		text = "true"
	case vacuous(v), slices.Contains([]string{"no", "off", "False", "false"}, text): // false may be the empty value of another type
		text = ""
	}
	f.add(path, "%s %s", key, plain(text))
}

// number returns a number in one spelling, and other texts as they are.
func number(text string) string {
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return fmt.Sprint(n)
	}
	return text
}

func isObject(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// plain returns text in lower case, without characters that are neither letters nor
// digits nor the dots between them.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || r > 127 {
			return r
		}
		return -1
	}, strings.ToLower(text))
	return strings.Trim(text, ".")
}

func textIn(v any, name string) string {
	m, _ := v.(map[string]any)
	text, _ := m[name].(string)
	return text
}

// missing returns the keys of facts that after has less often than f, apart from those
// that were only at one of the paths in lost or below it. Facts outside of schemas are
// counted.
func (f facts) missing(after facts, lost []structural.Path) (keys []string) {
	for _, key := range sortedKeys(f) {
		if f.known(key) || after.known(key) {
			continue
		}
		had, claimed, counted := len(f[key]), 0, strings.HasPrefix(key, "/")
		for _, path := range f[key] {
			if slices.ContainsFunc(lost, func(l structural.Path) bool { return within(path, l) || within(l, path) && counted }) {
				claimed++
			}
		}
		has := len(after[key])
		if counted := strings.HasPrefix(key, "/"); counted && has < had-claimed || !counted && has == 0 && claimed < had {
			keys = append(keys, key)
		}
	}
	return keys
}

// known reports whether a fact is that a resource has a property that the server knows.
func (f facts) known(key string) bool {
	parent, name := key[:max(strings.LastIndexByte(key, '/'), 0)], key[strings.LastIndexByte(key, '/')+1:]
	if !slices.Contains([]string{"metadata", "apiVersion", "kind"}, name) || !strings.HasPrefix(key, "field ") {
		return false
	}
	parent = strings.TrimPrefix(parent, "field ")
	return strings.HasSuffix(parent, "/schema") || f["resource "+strings.TrimSuffix(parent, "/*")] != nil
}

// within reports whether path is at or below another one.
func within(path, above structural.Path) bool {
	if len(path) < len(above) {
		return false
	}
	for i, step := range above {
		if p := path[i]; (p.Kind() == field.IndexStep) != (step.Kind() == field.IndexStep) || p.Name() != step.Name() || p.Index() != step.Index() {
			return false
		}
	}
	return true
}

func sortedKeys(f facts) []string {
	out := make([]string, 0, len(f))
	for key := range f {
		out = append(out, key)
	}
	slices.Sort(out)
	return out
}
