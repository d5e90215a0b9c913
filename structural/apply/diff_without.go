package apply

import (
	"maps"
	"slices"
	"strings"
)

// Without returns the changes without the values at and below some paths, in the form of
// [Path.String]: ".metadata.managedFields". Other values of an added, modified or removed
// object remain. Empty changes are left out.
func (c Changes) Without(paths ...string) Changes {
	out := make(Changes, 0, len(c))
	for _, change := range c {
		if change, left := change.without(paths); left {
			out = append(out, change)
		}
	}
	return slices.Clip(out)
}

func (c Change) without(paths []string) (_ Change, left bool) {
	at := ""
	for _, e := range c.Path {
		if at += e.String(); slices.Contains(paths, at) {
			return c, false
		}
	}
	for _, p := range paths {
		inside, below := strings.CutPrefix(p, at+".")
		if !below {
			continue
		}
		before, inOld := cut(c.Old, inside)
		after, inNew := cut(c.New, inside)
		if !inOld && !inNew {
			continue
		}
		c.Old, c.New = before, after
		if c.Kind == Modified && same(before, after) || emptied(c.Old) && emptied(c.New) {
			return c, false
		}
	}
	return c, true
}

func emptied(v any) bool {
	obj, ok := v.(map[string]any)
	return v == nil || ok && len(obj) == 0
}

// cut returns v without the value at a path of fields, printed without the first dot, and
// reports whether v has it. Names of fields may have dots.
func cut(v any, path string) (_ any, found bool) {
	obj, ok := v.(map[string]any)
	if !ok {
		return v, false
	}
	if _, found := obj[path]; found {
		obj = maps.Clone(obj)
		delete(obj, path)
		return obj, true
	}
	for name, value := range obj {
		inside, below := strings.CutPrefix(path, name+".")
		if !below {
			continue
		}
		if value, found := cut(value, inside); found {
			obj = maps.Clone(obj)
			obj[name] = value
			return obj, true
		}
	}
	return v, false
}
