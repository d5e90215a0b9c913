package defaults

import (
	"github.com/seed95800270/crdschema/internal/facts"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
)

// Checks are the judgements that Check leaves to others. A nil function finds
// nothing wrong.
type Checks struct {
	// Metadata judges apiVersion, kind and metadata of the embedded resources
	// that s has in v, and of v itself if s says that it is one.
	Metadata func(v any, s *structural.Schema) structural.Errors
	// Resource judges the same in obj, which is a whole resource whatever s
	// says.
	Resource func(obj map[string]any, s *structural.Schema) structural.Errors
	// Value judges everything else about v, which stands at a place, where it
	// locates its errors: a server prints that place in some of them. The place
	// must not be kept.
	Value func(v any, s *structural.Schema, at structural.Path) structural.Errors
	// Done tells, after a default was judged, that no others are. Nil: all are.
	Done func() bool
	// Unpruned tolerates unknown fields in defaults.
	Unpruned Tolerance
}

// Tolerance says whether something is tolerated because the definition had it
// before.
type Tolerance uint8

const (
	// Refused is what a new definition gets.
	Refused Tolerance = iota
	// Tolerated is what an update gets of a definition that had such defaults.
	Tolerated
)

// Check is what is wrong with the defaults of s, the schema of a whole custom
// resource, which stands at a place. Errors are located at the `default`
// keyword, as `properties[a].items.default` below that place, and below the
// keyword with the place in the default.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting,
// ValidateDefaults.
func Check(s *structural.Schema, at structural.Path, c Checks) structural.Errors {
	w := checker{Checks: c, root: s, path: at.Append()}
	w.node(s, position{resource: s})
	w.errs.Sort()
	if w.full() {
		detail := "further defaults are not checked"
		w.errs = append(w.errs, field.Verbatim(structural.Error{Kind: structural.Internal, Value: structural.Omitted, Detail: detail}))
	}
	return w.errs
}

// maxText bounds the text of all errors together, in bytes: each names its place,
// which is as long as it is deep.
const maxText = 32 << 20

// checker walks a schema. path is where it is in the schema, at is where a
// value governed by the current node would stand in an object.
type checker struct {
	Checks
	root *structural.Schema
	path structural.Path
	at   structural.Path
	errs structural.Errors
	text int // of errs, about
}

func (w *checker) full() bool { return w.text > maxText }

// add takes errors, which stand below w.path.
func (w *checker) add(errs structural.Errors) {
	for _, e := range errs {
		w.text += len(e.Path)*stepText + len(e.Detail)
	}
	w.errs = append(w.errs, errs...)
}

// stepText is about what a step takes in a text.
const stepText = 16

// position says where a node stands in relation to the nearest resource.
type position struct {
	resource *structural.Schema // the nearest embedded resource, or the root
	start    int                // of the way from there, in checker.at
	metadata bool               // inside of its apiVersion, kind or metadata
}

func (w *checker) node(s *structural.Schema, p position) {
	if !s.Holds(facts.Defaults) || w.full() || w.Done != nil && w.Done() {
		return
	}
	if s.EmbeddedResource() {
		p = position{resource: s, start: len(w.at)}
	}
	if s.HasDefault() {
		w.path = append(w.path, structural.Field("default"))
		w.add(w.judge(s, p))
		w.path = w.path[:len(w.path)-1]
	}
	w.below(s.Items(), p, structural.Index(0), structural.Field("items"))
	for name, property := range s.Properties() {
		sub := p
		sub.metadata = p.metadata || s == p.resource && field.IsMeta(name)
		w.below(property, sub, structural.Field(name), structural.Field("properties"), structural.Key(name))
	}
}

func (w *checker) below(s *structural.Schema, p position, at structural.Step, steps ...structural.Step) {
	w.at = append(w.at, at)
	w.path = append(w.path, steps...)
	w.node(s, p)
	w.path = w.path[:len(w.path)-len(steps)]
	w.at = w.at[:len(w.at)-1]
}

// judge is what is wrong with the default of s, which stands at w.path.
func (w *checker) judge(s *structural.Schema, p position) structural.Errors {
	v := s.Default()
	if p.metadata {
		if text := w.badMetadata(v, p); text != "" {
			return w.here(structural.Errors{{Value: v, Detail: "must result in valid metadata: " + text}})
		}
		return w.value(v, s)
	}
	coerced, err := w.coerced(v, s)
	var errs structural.Errors
	if w.Unpruned == Refused && !structural.Equal(w.pruned(v, s), v) {
		// The server shows the default as it is when the request is answered.
		errs = structural.Errors{{Value: coerced, Detail: "must not have unknown fields"}}
	}
	if err != nil {
		return w.here(append(errs, err))
	}
	if bad := w.metadata(coerced, s); len(bad) > 0 {
		return w.here(append(errs, bad...))
	}
	return append(w.here(errs), w.value(coerced, s)...)
}

// here are errs, which are located in a default, located in the definition. Some
// of them print a place of their own in the default.
func (w *checker) here(errs structural.Errors) structural.Errors {
	if len(errs) == 0 {
		return nil
	}
	return field.PrintedIn(errs, w.path.String(), w.path...)
}

// badMetadata puts v into a resource that is valid otherwise, and is the text
// of what is wrong with its metadata then, empty if nothing is.
func (w *checker) badMetadata(v any, p position) string {
	obj, err := surround(w.at[p.start:], v)
	if err != nil {
		return err.Error()
	}
	for name, text := range map[string]string{"apiVersion": "validation/v1", "kind": "Validation"} {
		if _, found := obj[name]; !found {
			obj[name] = text
		}
	}
	obj, _, bad := objectmeta.CoerceResource(obj, p.resource, objectmeta.Reject)
	if bad != nil {
		return bad.Error()
	}
	if w.Resource == nil {
		return ""
	}
	return field.Aggregate(w.Resource(obj, p.resource).Texts())
}

func (w *checker) pruned(v any, s *structural.Schema) any {
	if obj, ok := v.(map[string]any); ok && s == w.root {
		v, _ = pruning.Prune(obj, s)
		return v
	}
	v, _ = pruning.PruneValue(v, s)
	return v
}

func (w *checker) coerced(v any, s *structural.Schema) (any, *structural.Error) {
	if obj, ok := v.(map[string]any); ok && s == w.root {
		out, _, err := objectmeta.CoerceResource(obj, s, objectmeta.Reject)
		return out, err
	}
	return objectmeta.CoerceValue(v, s, objectmeta.Reject)
}

func (w *checker) metadata(v any, s *structural.Schema) structural.Errors {
	if obj, ok := v.(map[string]any); ok && s == w.root && w.Resource != nil {
		return w.Resource(obj, s)
	}
	if w.Metadata == nil {
		return nil
	}
	return w.Metadata(v, s)
}

func (w *checker) value(v any, s *structural.Schema) structural.Errors {
	if w.Value == nil {
		return nil
	}
	return w.Value(v, s, w.path)
}
