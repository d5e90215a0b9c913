package apimachinery

import (
	"maps"
	"reflect"
	"slices"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// jsonPatch returns the operations of a JSON patch that makes is of was, both normalized.
// Shared parts are not visited. The result is undefined if w fails.
//
// Rule: RFC 6902.
func jsonPatch(w *work.Tracker, was, is any) []any {
	p := patcher{work: w}
	p.diff(was, is)
	return p.operations
}

type patcher struct {
	work       *work.Tracker
	path       structural.Path // of the values that diff compares
	operations []any
}

// valuesOfOperation is the number of made values that an operation counts as: a map of three
// fields.
const valuesOfOperation = 3

func (p *patcher) add(op string, value any) {
	if !p.work.Make(valuesOfOperation) {
		return
	}
	p.operations = append(p.operations, map[string]any{"op": op, "path": p.path.Pointer(), "value": value})
}

func (p *patcher) remove() {
	if !p.work.Make(valuesOfOperation) {
		return
	}
	p.operations = append(p.operations, map[string]any{"op": "remove", "path": p.path.Pointer()})
}

func (p *patcher) diff(was, is any) {
	if !p.work.Step(1) {
		return
	}
	switch a := was.(type) {
	case map[string]any:
		if b, ok := is.(map[string]any); ok {
			p.diffMaps(a, b)
			return
		}
	case []any:
		if b, ok := is.([]any); ok && len(a) == len(b) {
			p.diffLists(a, b)
			return
		}
	}
	if !work.Equal(p.work, was, is) {
		p.add("replace", is)
	}
}

func (p *patcher) diffMaps(was, is map[string]any) {
	if reflect.ValueOf(was).Pointer() == reflect.ValueOf(is).Pointer() {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		p.path = append(p.path, structural.Field(name))
		if v, found := is[name]; found {
			p.diff(was[name], v)
		} else {
			p.remove()
		}
		p.path = p.path[:len(p.path)-1]
	}
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if _, found := was[name]; !found {
			p.path = append(p.path, structural.Field(name))
			p.add("add", is[name])
			p.path = p.path[:len(p.path)-1]
		}
	}
}

func (p *patcher) diffLists(was, is []any) {
	if len(was) == 0 || &was[0] == &is[0] {
		return
	}
	for i := range was {
		p.path = append(p.path, structural.Index(i))
		p.diff(was[i], is[i])
		p.path = p.path[:len(p.path)-1]
	}
}
