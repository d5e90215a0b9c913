package apply

import (
	"context"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/schema"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/work"
)

// tracker keeps track of the fields of the objects of one resource.
type tracker struct {
	resource
	scaleTypes func() *schema.Schema // nil for CRDs
	guardFrom  int64                 // guardedSteps, except in tests
}

// resource is what a tracker asks about a resource: custom or crds.
type resource interface {
	// groupKind returns the API group and the kind of the objects.
	groupKind() (group, kind string)
	// serves reports whether a version exists and has a subresource, "status" or "" for the
	// object.
	serves(version, subresource string) bool
	// typesAt returns the types of the objects of a version. They are nil if the version does
	// not exist, or if the call has to end.
	typesAt(ctx context.Context, w *work.Tracker, version string) *schema.Schema
	// empty returns the object that the server compares with a new one.
	empty(apiVersion string) map[string]any
	// convert converts an object to an apiVersion of any group. It sets the failure of c if it
	// is not the server's.
	convert(c *converter, obj map[string]any, apiVersion string) (map[string]any, error)
	// finish returns the merged object as the server holds it after conversion and defaulting.
	// The error is the server's, or the failure of op.
	finish(op *operation, merged map[string]any) (map[string]any, error)
	// reset returns the filters of the fields that requests to a subresource of a version do not
	// change.
	reset(version, subresource string) map[fieldpath.APIVersion]fieldpath.Filter
}

func (t *tracker) apiVersion(version string) string {
	group, _ := t.groupKind()
	return gotype.GroupVersion{Group: group, Version: version}.String()
}

// versionIn returns the version in an apiVersion of the resource's group. For another group, it
// returns apiVersion and false.
func (t *tracker) versionIn(apiVersion string) (string, bool) {
	group, _ := t.groupKind()
	gv, err := gotype.ParseGroupVersion(apiVersion)
	if err != nil || gv.Group != group {
		return apiVersion, false
	}
	return gv.Version, true
}

func (t *tracker) kind() string {
	_, kind := t.groupKind()
	return kind
}

func excluding(names ...string) fieldpath.Filter {
	set := fieldpath.NewSet()
	for _, name := range names {
		set.Insert(fieldpath.MakePathOrDie(name))
	}
	return fieldpath.NewExcludeSetFilter(set)
}
