package apply

import (
	"context"
	"sync/atomic"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/schema"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// custom is the resource of a definition.
type custom struct {
	definition *crdschema.Definition
	versions   map[string]*version                                  // by name
	ofObject   map[string]map[fieldpath.APIVersion]fieldpath.Filter // by version
	ofStatus   map[fieldpath.APIVersion]fieldpath.Filter
}

type version struct {
	version *crdschema.Version
	types   *atomic.Pointer[schema.Schema] // to nil until a call has built them
}

func newCustom(d *crdschema.Definition) *custom {
	names := d.Versions()
	c := &custom{definition: d, versions: make(map[string]*version, len(names))}
	bySchema := map[*structural.Schema]*atomic.Pointer[schema.Schema]{}
	for _, name := range names {
		v, _ := d.Version(name)
		if bySchema[v.Schema()] == nil {
			bySchema[v.Schema()] = &atomic.Pointer[schema.Schema]{}
		}
		c.versions[name] = &version{v, bySchema[v.Schema()]}
	}
	c.resetFields()
	return c
}

// resetFields sets the fields that requests do not change. In requests for an object only the
// version of the request has such fields.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, GetResetFields;
// pkg/apiserver, getStatusResetFields.
func (c *custom) resetFields() {
	c.ofObject = map[string]map[fieldpath.APIVersion]fieldpath.Filter{}
	c.ofStatus = map[fieldpath.APIVersion]fieldpath.Filter{}
	for _, typed := range c.versions {
		v := typed.version
		if !v.Subresources().Status {
			continue
		}
		name := fieldpath.APIVersion(gotype.GroupVersion{Group: c.definition.Group(), Version: v.Name()}.String())
		c.ofObject[v.Name()] = map[fieldpath.APIVersion]fieldpath.Filter{name: excluding("status")}
		c.ofStatus[name] = excluding("metadata", "spec")
	}
}

func (c *custom) groupKind() (group, kind string) { return c.definition.Group(), c.definition.Kind() }

func (c *custom) serves(version, subresource string) bool {
	v, found := c.definition.Version(version)
	switch {
	case !found:
		return false
	case subresource == "status":
		return v.Subresources().Status
	default: // startScale knows the scale
		return subresource == ""
	}
}

func (c *custom) typesAt(ctx context.Context, w *work.Tracker, version string) *schema.Schema {
	v, ok := c.versions[version]
	if !ok {
		return nil
	}
	if types := v.types.Load(); types != nil {
		return types
	}
	types := typesOf(ctx, w, v.version.Schema(), c.definition.PreservesUnknownFields())
	if w.Failed() {
		return nil
	}
	v.types.CompareAndSwap(nil, types) // the merge library compares pointers to types
	return v.types.Load()
}

func (c *custom) empty(apiVersion string) map[string]any {
	return map[string]any{"apiVersion": apiVersion, "kind": c.definition.Kind()}
}

func (c *custom) convert(in *converter, obj map[string]any, apiVersion string) (map[string]any, error) {
	d := c.definition
	gv, err := gotype.ParseGroupVersion(apiVersion)
	if _, known := d.Version(gv.Version); err != nil || gv.Group != d.Group() || !known {
		kind := conversion.Kind{Group: d.Group(), Versions: d.Versions()}
		_, err := kind.Convert(in.ctx, obj, apiVersion) // the server's error
		return nil, err
	}
	converted, err := d.Convert(in.ctx, obj, gv.Version)
	if err != nil && crdschema.StatusOf(err) == nil && in.failure == nil {
		in.failure = err
	}
	return converted, err
}

// finish sets the defaults. A Scale does not have any.
func (c *custom) finish(op *operation, merged map[string]any) (map[string]any, error) {
	v, found := c.definition.Version(op.version())
	if !found {
		return merged, nil
	}
	merged, _, op.failure = v.Default(op.ctx, merged)
	return merged, op.failure
}

func (c *custom) reset(version, subresource string) map[fieldpath.APIVersion]fieldpath.Filter {
	switch subresource {
	case "":
		return c.ofObject[version]
	case "status":
		return c.ofStatus
	default:
		return nil
	}
}
