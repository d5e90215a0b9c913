package hints

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema/internal/spelling"
	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/structural"
)

func unknownInDefault(p *problem) draft {
	at := p.path[:p.defaultDepth()]
	changes := p.undeclared(valuepath.At(p.crd, at), objectAt(p.crd, at[:len(at)-1]), at)
	if len(changes) == 0 {
		return badDefault(p)
	}
	var removed, renamed []string
	for i, c := range changes {
		switch name := lastName(c.Path); {
		case !c.Remove:
			renamed = append(renamed, name+" in place of "+changes[i-1].Path[len(changes[i-1].Path)-1].Name())
		case c.lossy:
			removed = append(removed, name)
		}
	}
	switch {
	case len(removed) == 0:
		return draft{"Write " + listed(renamed) + " in the default, as its schema does.", changes}
	default:
		return draft{"Declare " + listed(removed) + " in the schema of the default, or remove what is not declared from the default.", changes}
	}
}

func listed(names []string) string {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	if n := len(names) - maxNamed; n > 0 {
		return strings.Join(names[:maxNamed], ", ") + fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(names, ", ")
}

func (p *problem) undeclared(v any, schema map[string]any, path structural.Path) (changes []change) {
	switch v := v.(type) {
	case map[string]any:
		if !p.spend(len(v)) {
			return nil
		}
		free := sync.OnceValue(func() []string {
			return slices.DeleteFunc(sortedNames(objectIn(schema, "properties")), func(name string) bool { return has(v, name) })
		})
		for _, name := range sortedNames(v) {
			if !p.spend(len(path)) {
				return nil
			}
			changes = append(changes, p.undeclaredField(v, name, schema, path, free)...)
		}
	case []any:
		for i, e := range v {
			if items := objectIn(schema, "items"); items != nil {
				changes = append(changes, p.undeclared(e, items, path.Append(structural.Index(i)))...)
			}
		}
	}
	return changes
}

func (p *problem) undeclaredField(v map[string]any, name string, schema map[string]any, path structural.Path, free func() []string) []change {
	at := path.Append(structural.Field(name))
	properties := objectIn(schema, "properties")
	inner := objectIn(properties, name)
	if inner == nil {
		inner = objectIn(schema, "additionalProperties")
	}
	resource := schema[embedded] == true && slices.Contains([]string{"apiVersion", "kind", "metadata"}, name)
	switch {
	case inner != nil:
		return p.undeclared(v[name], inner, at)
	case schema[preserve] == true, schema["additionalProperties"] == true, resource:
		return nil
	}
	if meant := spelling.Nearest(name, free()); meant != "" {
		return []change{drop(at), set(path.Append(structural.Field(meant)), v[name])}
	}
	return []change{remove(at)}
}
