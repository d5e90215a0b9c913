package apply

import (
	"context"
	"errors"
	"fmt"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/schema"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/gotype/restore"
	"github.com/seed95800270/crdschema/internal/work"
)

// CRDTracker tracks the managers of the fields of CustomResourceDefinitions, as a server does
// that stores them. Its methods are called by crdschema.Compiler.AdmitCRD, with the CRDTracker
// as crdschema.CRDRequest.Fields. Only [NewCRDTracker] makes one: methods of a nil or zero
// CRDTracker panic. It is immutable and safe for concurrent use.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, the types of lists;
// pkg/registry/customresourcedefinition, GetResetFields.
type CRDTracker struct{ applier *Applier }

// NewCRDTracker returns a CRDTracker.
func NewCRDTracker() *CRDTracker {
	r := &crds{types: crdTypes(), filters: map[string]map[fieldpath.APIVersion]fieldpath.Filter{
		"": {crdVersion: excluding("status")}, "status": {crdVersion: excluding("spec")},
	}}
	return &CRDTracker{&Applier{tracker: tracker{resource: r, guardFrom: guardedSteps}}}
}

// TrackFields returns change.Object with the managed fields after an update: see
// [Applier.Update]. The CRDs must be in the form in which a server stores them. The error is a
// failure.
func (t *CRDTracker) TrackFields(ctx context.Context, change crdschema.FieldChange) (map[string]any, error) {
	return t.applier.TrackFields(ctx, change)
}

// ApplyFields returns change.Live with the configuration change.Object, its managed fields, and
// without defaults: see [Applier.Apply]. Live must be in the form in which a server stores it.
// The error is as of [Applier.Apply].
func (t *CRDTracker) ApplyFields(ctx context.Context, change crdschema.FieldChange) (map[string]any, error) {
	return t.applier.ApplyFields(ctx, change)
}

const crdVersion = crd.Group + "/v1"

// crds is the resource of CustomResourceDefinitions. Version v1 is the only one with types.
type crds struct {
	types   *schema.Schema
	filters map[string]map[fieldpath.APIVersion]fieldpath.Filter // by subresource
}

func (r *crds) groupKind() (group, kind string) { return crd.Group, crd.Kind }

func (r *crds) serves(version, subresource string) bool {
	return version == "v1" && (subresource == "" || subresource == "status")
}

func (r *crds) typesAt(_ context.Context, _ *work.Tracker, version string) *schema.Schema {
	if version != "v1" {
		return nil
	}
	return r.types
}

func (r *crds) empty(string) map[string]any { return crd.Empty() }

// convert returns an error: the server converts to v1beta1, but has no types for it.
func (r *crds) convert(_ *converter, obj map[string]any, apiVersion string) (map[string]any, error) {
	return nil, noTypeError(kindOf(map[string]any{"apiVersion": apiVersion, "kind": obj["kind"]}))
}

// finish converts the merged object to the server's type.
func (r *crds) finish(op *operation, merged map[string]any) (map[string]any, error) {
	restored, _, err := restore.Object(op.work, merged, gotype.CRDv1)
	var bad restore.Error
	if errors.As(err, &bad) {
		return nil, fmt.Errorf("failed to convert new object (%v) to proper version: unable to convert unstructured object to %v: %w",
			nameOf(op.object), kindOf(merged), err)
	}
	return restored, err
}

func (r *crds) reset(_, subresource string) map[fieldpath.APIVersion]fieldpath.Filter {
	return r.filters[subresource]
}
