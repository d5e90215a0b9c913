package schemacheck

import (
	"context"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// DefaultChecks are the functions that [CheckDefaults] calls, or nil.
type DefaultChecks struct {
	// Metadata checks apiVersion, kind and metadata of the resources in v.
	Metadata func(ctx context.Context, v any, s *structural.Schema, root structural.Root) (structural.Errors, error)
	// Value checks everything else in v. Its errors begin with path, and it must not retain
	// path.
	Value func(v any, s *structural.Schema, path structural.Path) structural.Errors
	// Done reports whether to skip the remaining defaults.
	Done func() bool
	// Unpruned is whether defaults may have unknown fields.
	Unpruned Tolerance
	// Root is what the schema describes.
	Root structural.Root
}

// Tolerance is whether an error is tolerated because the CRD had it before.
type Tolerance uint8

const (
	// Refused is for a new CRD.
	Refused Tolerance = iota
	// Tolerated is for an update of a CRD that had such defaults.
	Tolerated
)

// CheckDefaults returns the errors in the defaults of s, the schema at path. Errors are located at the
// `default` keyword, as `properties[a].items.default` below path, and from there by the path
// inside the default. They come in the order of the server, properties in byte order of their
// names.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting, ValidateDefaults.
func CheckDefaults(ctx context.Context, s *structural.Schema, path structural.Path, checks DefaultChecks) (structural.Errors, error) {
	c := defaultChecker{DefaultChecks: checks, ctx: ctx, path: path.Append()}
	var in enclosing
	if checks.Root == structural.Resource {
		c.root, in.resource = s, s
	}
	c.node(s, in)
	if c.failure != nil {
		return nil, c.failure
	}
	if c.size.Full() {
		c.errs = append(c.errs, field.Verbatim(structural.Error{
			Kind: field.Internal, Code: codes.DefaultsNotChecked, Value: field.Omitted, Detail: codes.DefaultsNotCheckedDetail,
		}))
	}
	return c.errs, nil
}

type defaultChecker struct {
	DefaultChecks
	ctx       context.Context
	failure   error
	root      *structural.Schema // nil: a fragment
	path      structural.Path    // to the current node, in the schema
	valuePath structural.Path    // to a value with the current node as its schema, in an object
	errs      structural.Errors
	size      errlist.Bound
}

func (c *defaultChecker) add(errs structural.Errors) {
	for _, e := range errs {
		c.size.Charge(len(e.Path)*stepSize + len(e.Detail))
	}
	c.errs = append(c.errs, errs...)
}

const stepSize = 16

// enclosing describes the resource around a node.
type enclosing struct {
	resource *structural.Schema // the nearest embedded resource, or the root, or nil
	start    int                // length of the path to it, in defaultChecker.valuePath
	metadata bool               // the node is inside its apiVersion, kind or metadata
}

func (c *defaultChecker) node(s *structural.Schema, in enclosing) {
	if !s.Holds(facts.Defaults) || c.failure != nil || c.size.Full() || c.Done != nil && c.Done() {
		return
	}
	if s.EmbeddedResource() {
		in = enclosing{resource: s, start: len(c.valuePath)}
	}
	if s.HasDefault() {
		c.path = append(c.path, structural.Field("default"))
		c.add(c.check(s, in))
		c.path = c.path[:len(c.path)-1]
	}
	c.below(s.Items(), in, structural.Index(0), structural.Field("items"))
	for name, property := range s.Properties() {
		inside := in
		inside.metadata = in.metadata || s == in.resource && names.IsMeta(name)
		c.below(property, inside, structural.Field(name), structural.Field("properties"), structural.Key(name))
	}
}

func (c *defaultChecker) below(s *structural.Schema, in enclosing, valueStep field.Step, steps ...field.Step) {
	c.valuePath = append(c.valuePath, valueStep)
	c.path = append(c.path, steps...)
	c.node(s, in)
	c.path = c.path[:len(c.path)-len(steps)]
	c.valuePath = c.valuePath[:len(c.valuePath)-1]
}

func (c *defaultChecker) check(s *structural.Schema, in enclosing) structural.Errors {
	v := s.Default()
	if in.metadata {
		if text := c.badMetadata(v, in); text != "" {
			return c.located(structural.Errors{{Code: codes.DefaultMetadata, Value: v, Detail: codes.DefaultMetadataDetail(text)}})
		}
		return c.value(v, s)
	}
	coerced, err := c.coerced(v, s)
	var errs structural.Errors
	if c.Unpruned == Refused && !structural.Equal(c.pruned(v, s), v) {
		// The server coerces the default in place before it prints the error.
		errs = structural.Errors{{Code: codes.DefaultUnknownFields, Value: coerced, Detail: codes.DefaultUnknownFieldsDetail}}
	}
	if err != nil {
		return c.located(append(errs, structural.ErrorsOf(err)...))
	}
	if bad := c.metadata(coerced, s, c.rootOf(s)); len(bad) > 0 {
		return c.located(append(errs, bad...))
	}
	return append(c.located(errs), c.value(coerced, s)...)
}

func (c *defaultChecker) located(errs structural.Errors) structural.Errors {
	if len(errs) == 0 {
		return nil
	}
	return errs.PrintedIn(c.path.String(), c.path...)
}

// badMetadata returns the errors in the metadata of an otherwise valid resource with v, or "".
func (c *defaultChecker) badMetadata(v any, in enclosing) string {
	obj, err := objectWith(c.valuePath[in.start:], v)
	if err != nil {
		return err.Error()
	}
	for name, text := range map[string]string{"apiVersion": "validation/v1", "kind": "Validation"} {
		if _, found := obj[name]; !found {
			obj[name] = text
		}
	}
	obj, _, bad := objectmeta.Coerce(c.ctx, obj, in.resource, structural.Resource, objectmeta.Reject)
	if bad != nil {
		c.failUnlessVerdict(bad)
		return bad.Error()
	}
	return valuetext.Aggregate(c.metadata(obj, in.resource, structural.Resource).Texts())
}

func (c *defaultChecker) fail(err error) {
	if c.failure == nil {
		c.failure = err
	}
}

func (c *defaultChecker) failUnlessVerdict(err error) {
	if len(structural.ErrorsOf(err)) == 0 {
		c.fail(err)
	}
}

// rootOf returns what the root of a default of s is.
func (c *defaultChecker) rootOf(s *structural.Schema) structural.Root {
	if s == c.root {
		return structural.Resource
	}
	return structural.Value
}

// pruned returns an invalid value after a failure.
func (c *defaultChecker) pruned(v any, s *structural.Schema) any {
	out, _, err := pruning.Prune(c.ctx, v, s, c.rootOf(s))
	c.fail(err)
	return out
}

func (c *defaultChecker) coerced(v any, s *structural.Schema) (any, error) {
	out, _, err := objectmeta.Coerce(c.ctx, v, s, c.rootOf(s), objectmeta.Reject)
	c.failUnlessVerdict(err)
	return out, err
}

func (c *defaultChecker) metadata(v any, s *structural.Schema, root structural.Root) structural.Errors {
	if c.Metadata == nil {
		return nil
	}
	errs, err := c.Metadata(c.ctx, v, s, root)
	c.fail(err)
	return errs
}

func (c *defaultChecker) value(v any, s *structural.Schema) structural.Errors {
	if c.Value == nil {
		return nil
	}
	return c.Value(v, s, c.path)
}
