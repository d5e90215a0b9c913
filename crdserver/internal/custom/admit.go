package custom

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/admission"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// Resource describes the resource to webhooks.
func (k *Kind) Resource() admission.Resource {
	return admission.Resource{
		Plural: k.definition.Names().Plural, Kind: k.definition.Definition.Kind(),
		Versions: k.definition.versionsWith, Convert: k.definition.Convert, Default: k.definition.defaults,
	}
}

// versionsWith returns the served versions that have a subresource.
func (d *Definition) versionsWith(subresource string) (out []string) {
	for _, name := range d.ServedVersions() {
		v, _ := d.Version(name)
		has := v.Subresources()
		if subresource == "" || subresource == "status" && has.Status || subresource == "scale" && has.Scale != nil {
			out = append(out, name)
		}
	}
	return out
}

// defaults sets the defaults of the version that an object has. An object with a Go type is decoded.
func (d *Definition) defaults(ctx context.Context, obj map[string]any) (map[string]any, error) {
	var version *crdschema.Version
	for _, v := range d.versions {
		if obj["apiVersion"] == v.apiVersion() {
			version = v.version
		}
	}
	switch {
	case version == nil:
		return obj, nil
	case d.hooks.Typed:
		obj, _ = WithoutNulls(version.Schema(), obj)
		in, err := d.Decode(ctx, obj)
		return in.Object, err
	}
	out, _, err := version.Default(ctx, obj)
	return out, err
}

func (k *Kind) apiVersion() string {
	if group := k.definition.Group(); group != "" {
		return group + "/" + k.version.Name()
	}
	return k.version.Name()
}

// admit returns the answer to a request with its mutating webhooks: if they change the object, the request is
// sent again with the object.
func (k *Kind) admit(ctx context.Context, w rest.Write, req crdschema.Request) (crdschema.Result, error) {
	if w.Admission == nil {
		return k.definition.Admit(ctx, req)
	}
	t := &admission.Tracker{FieldTracker: req.Fields, Warnings: w.Admission.Warnings}
	t.Admit = func(ctx context.Context, change crdschema.FieldChange, out map[string]any) (before, after map[string]any, err error) {
		return k.mutate(ctx, w, change, out)
	}
	req.Fields = t
	result, err := k.definition.Admit(ctx, req)
	if err != nil {
		return result, err
	}
	warnings := slices.Concat(result.Warnings, w.Admission.Warnings())
	if t.Ended() {
		if result, err = k.definition.Admit(ctx, again(w, req, t)); err != nil {
			return result, err
		}
		warnings = append(warnings, result.Warnings...)
	}
	result.Warnings = registry.RecordWarnings(warnings)
	return result, nil
}

// again returns a request that is sent again. It applies the changed object, as it is: a server does not decode it
// before it is stored. A Scale, and a new object with a resource version, need another request.
func again(w rest.Write, req crdschema.Request, t *admission.Tracker) crdschema.Request {
	req.Body, req.Object, req.Fields, req.FieldValidation = nil, t.Object, t.Next(), crdschema.Ignore
	meta, _ := t.Object["metadata"].(map[string]any)
	if w.Subresource == "scale" || w.Old == nil && meta["resourceVersion"] != nil {
		req.Operation, req.ContentType = admission.Again(req.Operation, w.Old), ""
		return req
	}
	req.Operation, req.ContentType = crdschema.Patch, "application/apply-patch+yaml"
	if w.Subresource == "status" {
		req.Operation = crdschema.PatchStatus
	}
	req.FieldManager = cmp.Or(req.FieldManager, "unknown")
	return req
}

// mutate calls the mutating webhooks.
func (k *Kind) mutate(ctx context.Context, w rest.Write, change crdschema.FieldChange, out map[string]any) (before, after map[string]any, err error) {
	obj, old := out, change.Live
	switch {
	case w.Subresource == "scale":
		obj, old, err = k.scales(ctx, change, out)
	case old == nil && k.definition.hooks.CheckNew != nil:
		err = k.definition.hooks.CheckNew(w.Namespace, nameOf(obj)).Err()
	}
	if err != nil {
		return nil, nil, err
	}
	obj = admission.Located(obj, w.Namespace, w.Name)
	before = k.seen(obj)
	if after, err = w.Admission.Mutate(ctx, before, k.seen(old)); err != nil {
		return nil, nil, err
	}
	return before, renamed(after, nameOf(before), nameOf(obj)), nil
}

// seen returns an object as webhooks see it.
func (k *Kind) seen(obj map[string]any) map[string]any {
	if see := k.definition.hooks.See; see != nil && obj != nil {
		return see(obj)
	}
	return obj
}

// renamed returns an object that has kept its name with the name that it has inside of the server.
func renamed(obj map[string]any, name, inside string) map[string]any {
	if name == inside || nameOf(obj) != name {
		return obj
	}
	out, meta := maps.Clone(obj), maps.Clone(obj["metadata"].(map[string]any))
	meta["name"], out["metadata"] = inside, meta
	return out
}

func nameOf(obj map[string]any) string {
	meta, _ := obj["metadata"].(map[string]any)
	name, _ := meta["name"].(string)
	return name
}

// review calls the validating webhooks about a valid object.
func (k *Kind) review(ctx context.Context, w rest.Write, obj map[string]any) error {
	var old map[string]any
	var err error
	if w.Old != nil {
		if old, err = k.ReadOne(ctx, w.Old); err != nil {
			return err
		}
	}
	if complete := k.definition.hooks.Complete; complete != nil {
		obj = complete(obj, w.Old)
	}
	if w.Subresource == "scale" {
		if obj, err = k.scaleOf(obj, 0); err != nil {
			return err
		}
		if old, err = k.scaleOf(old, 0); err != nil {
			return err
		}
	}
	return w.Admission.Validate(ctx, obj, old)
}

// WithoutNulls returns a copy of an object without fields that are null, and reports whether there are any. Below a
// field of any JSON (a RawExtension) nothing changes.
func WithoutNulls(schema *structural.Schema, obj map[string]any) (map[string]any, bool) {
	found := false
	var copied func(s *structural.Schema, v any) any
	copied = func(s *structural.Schema, v any) any {
		if s.PreservesUnknownFields() {
			return v
		}
		switch v := v.(type) {
		case []any:
			out := make([]any, len(v))
			for i := range v {
				out[i] = copied(s.Items(), v[i])
			}
			return out
		case map[string]any:
			out := make(map[string]any, len(v))
			for name, e := range v {
				if e != nil {
					below, _ := s.Field(name)
					out[name] = copied(below, e)
				} else {
					found = true
				}
			}
			return out
		}
		return v
	}
	return copied(schema, obj).(map[string]any), found
}

// unlessStatus returns an error that is not the answer to a request.
func unlessStatus(err error) error {
	if crdschema.StatusOf(err) != nil {
		return nil
	}
	return err
}
