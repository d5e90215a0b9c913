package objectmeta

import (
	"context"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/pathset"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/field"
)

// Coerce normalizes the type and object metadata of the resources in v: of v itself if
// root is structural.Resource, and of the embedded resources
// (x-kubernetes-embedded-resource) of s; a nil s has none. apiVersion and kind must be
// strings if they are present, metadata becomes what [Metadata] returns. unknown are the
// fields that are dropped from metadata, located from the root and in the order of their
// texts, as in the server.
//
// An error of v is a *structural.Error, Invalid. At apiVersion or kind it says `must be a
// string`; at metadata it has the text of the server's decoder, with the metadata as the
// value. The value returned with it is v coerced except for the list elements after the
// error. In other modes than [Reject] nothing is an error: an apiVersion or kind of
// another type is dropped, and metadata that is not an object stays as it is.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta, CoerceWithOptions;
// isResourceRoot for a resource.
func Coerce[T any](ctx context.Context, v T, s *structural.Schema, root structural.Root, mode Mode) (out T, unknown structural.Errors, err error) {
	if root != structural.Resource && !s.Holds(facts.EmbeddedResources) {
		return v, nil, nil
	}
	c := coercer{w: work.Start(ctx, coercingStage), mode: mode}
	coerced, invalid := c.root(v, s, root)
	unknown, err = c.located(invalid)
	if c.w.Failed() {
		return out, nil, err
	}
	out, _ = coerced.(T)
	return out, unknown, err
}

// coercingStage is what the functions that coerce do, for the error when their budget is spent.
const coercingStage = "coercing metadata"

// coercer builds the path of an error from its end as the walk returns.
type coercer struct {
	w       *work.Tracker
	mode    Mode
	unknown pathset.Set
}

func (c *coercer) root(v any, s *structural.Schema, root structural.Root) (any, *structural.Error) {
	if m, ok := v.(map[string]any); ok && root == structural.Resource {
		out, _, err := c.resource(m, s)
		return out, err
	}
	out, _, err := c.value(v, s)
	return out, err
}

// located returns the errors of the unknown fields or, if it is not nil, invalid with its
// path from the root, or the error that ended the call.
func (c *coercer) located(invalid *structural.Error) (structural.Errors, error) {
	if err := c.w.Err(); err != nil {
		return nil, err
	}
	if invalid != nil {
		slices.Reverse(invalid.Path)
		return nil, invalid
	}
	var unknown structural.Errors
	for _, path := range c.unknown.PathsWithin(c.w) {
		unknown = append(unknown, unknownField(path, len(path)-metadataSteps(path)))
	}
	sortByText(c.w, unknown)
	return unknown, c.w.Err()
}

// value coerces the parts of v and reports whether the result differs from v.
func (c *coercer) value(v any, s *structural.Schema) (any, bool, *structural.Error) {
	switch v := v.(type) {
	case map[string]any:
		if out, changed, err := c.object(v, s); changed || err != nil {
			return out, changed, err
		}
	case []any:
		if s.Items().Holds(facts.EmbeddedResources) {
			if out, changed, err := c.list(v, s.Items()); changed || err != nil {
				return out, changed, err
			}
		}
	}
	return v, false, nil
}

func (c *coercer) object(m map[string]any, s *structural.Schema) (map[string]any, bool, *structural.Error) {
	if s.EmbeddedResource() {
		return c.resource(m, s)
	}
	out := cow.OfMap(m)
	var err *structural.Error
	for k, v := range m {
		if !c.w.Step(1) {
			break
		}
		err = firstError(err, c.field(&out, k, v, s))
	}
	m, changed := out.Result()
	return m, changed, err
}

func (c *coercer) field(out *cow.Map, k string, v any, s *structural.Schema) *structural.Error {
	below, source := s.Field(k)
	if !below.Holds(facts.EmbeddedResources) {
		return nil
	}
	step := structural.Field(k)
	if source == structural.FromAdditional {
		step = structural.Key(k)
	}
	next, changed, err := c.child(step, v, below)
	if changed {
		out.Set(k, next)
	}
	return err
}

func (c *coercer) list(l []any, s *structural.Schema) ([]any, bool, *structural.Error) {
	out := cow.OfList(l)
	var err *structural.Error
	for i, v := range l {
		next, changed, wrong := c.child(structural.Index(i), v, s)
		if changed {
			out.Set(i, next)
		}
		if err = wrong; err != nil || !c.w.Step(1) {
			break
		}
	}
	elements, changed := out.Result()
	return elements, changed, err
}

func (c *coercer) child(step field.Step, v any, s *structural.Schema) (any, bool, *structural.Error) {
	mark := c.unknown.Mark()
	out, changed, err := c.value(v, s)
	c.unknown.Below(mark, step)
	c.w.In(step)
	if err != nil {
		err.Path = append(err.Path, step)
	}
	return out, changed, err
}

// resource coerces m, a resource. As in the server, embedded resources inside of
// its type and object metadata are only checked for errors. No valid CRD has them.
func (c *coercer) resource(m map[string]any, s *structural.Schema) (map[string]any, bool, *structural.Error) {
	out, unused := cow.OfMap(m), cow.OfMap(m)
	var err *structural.Error
	for k, v := range m {
		if !c.w.Step(1) {
			break
		}
		below := &out
		switch k {
		case "apiVersion", "kind":
			err, below = firstError(err, c.typeMeta(&out, k, v)), &unused
		case "metadata":
			decoded, wrong := c.metadata(&out, v)
			if err = firstError(err, wrong); decoded {
				below = &unused
			}
		}
		err = firstError(err, c.field(below, k, v, s))
	}
	m, changed := out.Result()
	return m, changed, err
}

func (c *coercer) typeMeta(out *cow.Map, k string, v any) *structural.Error {
	if _, ok := v.(string); ok {
		return nil
	}
	if c.mode == Reject {
		return invalid(codes.TypeMetaType, k, v, codes.TypeMetaTypeDetail)
	}
	out.Delete(k)
	return nil
}

// metadata coerces metadata and reports whether v could be decoded.
func (c *coercer) metadata(out *cow.Map, v any) (bool, *structural.Error) {
	d, err := decodeMetadata(c.w, v, c.mode)
	c.w.In(structural.Field("metadata"))
	switch {
	case c.w.Failed():
		return true, nil
	case err != nil && c.mode == Reject:
		return false, invalid(codes.MetadataType, "metadata", v, err.Detail)
	case err != nil:
		return false, nil
	case d.changed:
		out.Set("metadata", d.fields)
	}
	mark := c.unknown.Mark()
	for _, p := range d.unknown {
		c.unknown.AddPath(p)
	}
	c.unknown.Below(mark, structural.Field("metadata"))
	return true, nil
}

// firstError returns the error at the smaller key of a map, so that the result does
// not depend on the order of iteration.
func firstError(a, b *structural.Error) *structural.Error {
	switch {
	case a == nil:
		return b
	case b == nil || strings.Compare(outermostKey(a), outermostKey(b)) <= 0:
		return a
	default:
		return b
	}
}

// outermostKey returns the step of an error's path that was added last.
func outermostKey(e *structural.Error) string { return e.Path[len(e.Path)-1].Name() }

func invalid(code codes.Code, name string, v any, detail string) *structural.Error {
	return &structural.Error{Path: structural.Path{structural.Field(name)}, Kind: field.Invalid, Code: code, Value: v, Detail: detail}
}
