package hints

import (
	"context"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

type problem struct {
	crd  map[string]any
	err  *structural.Error
	path structural.Path // of the error

	*shared
}

type shared struct {
	ctx          context.Context
	work         *work.Tracker
	left         int                        // how many more values hints may visit
	declarations map[string]map[string]any  // by path
	broken       map[string]bool            // by the path of a version: see unconvertible
	keys         map[uintptr]draft          // of unknownKeys, by the schema of the list
	rules        map[string]*celrules.Rules // by the path of the schema
}

// maxWork limits the values that the hints for one CRD visit, except values at and around
// their errors.
const maxWork = 2_000_000

func (s *shared) spend(n int) bool {
	if s.left < 0 {
		return false
	}
	s.left -= n
	return s.left >= 0 && s.work.Step(n)
}

func (p *problem) field() string {
	for i := len(p.path) - 1; i >= 0; i-- {
		if p.path[i].Kind() != field.IndexStep {
			return p.path[i].Name()
		}
	}
	return ""
}

func (p *problem) step(n int) field.Step {
	if n > len(p.path) {
		return structural.Field("")
	}
	return p.path[len(p.path)-n]
}

func (p *problem) above(n int) structural.Path { return p.path[:max(0, len(p.path)-n)] }

func (p *problem) sibling(name string) structural.Path {
	return p.above(1).Append(structural.Field(name))
}

func (p *problem) parent() map[string]any { return objectAt(p.crd, p.above(1)) }

func (p *problem) value() any { return valuepath.At(p.crd, p.path) }

func (p *problem) text() string { return textAt(p.crd, p.path) }

// rootDepth returns the number of steps to the root of the schema with the error, or 0 outside
// a schema.
func (p *problem) rootDepth() int {
	return slices.Index(p.path, structural.Field("openAPIV3Schema")) + 1
}

func specPath(names ...string) structural.Path {
	path := structural.Path{structural.Field("spec")}
	for _, name := range names {
		path = append(path, structural.Field(name))
	}
	return path
}

func objectAt(v any, path structural.Path) map[string]any {
	m, _ := valuepath.At(v, path).(map[string]any)
	return m
}

func textAt(v any, path structural.Path) string {
	text, _ := valuepath.At(v, path).(string)
	return text
}

func objectIn(m map[string]any, name string) map[string]any {
	object, _ := m[name].(map[string]any)
	return object
}

func textIn(m map[string]any, name string) string {
	text, _ := m[name].(string)
	return text
}

func textsIn(m map[string]any, name string) []string {
	list, _ := m[name].([]any)
	var out []string
	for _, v := range list {
		if text, ok := v.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

func has(m map[string]any, names ...string) bool {
	for _, name := range names {
		if m[name] != nil {
			return true
		}
	}
	return false
}

func sortedNames(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
