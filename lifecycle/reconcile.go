package lifecycle

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/seed95800270/crdschema/internal/cow"
	model "github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/structural"
)

// Reconcile returns crd as the server's controllers leave it some moments after
// it was written: with all conditions, accepted names and stored versions in its
// status. A crd without a status has just been created.
//
// The first crd with a name gets it, so it matters which other crds have which
// names in status.acceptedNames. siblings are the other crds of the cluster,
// reconciled themselves. Of these, only the names matter, and only those of the
// same group with another name than crd. To install several crds, reconcile one
// after the other, each with the ones before it as siblings. A crd that gives up a
// name frees it: reconcile its siblings again then.
//
// now becomes the lastTransitionTime of conditions whose status changes.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/controller/status, establish,
// nonstructuralschema, apiapproval, finalizer.
func Reconcile(crd map[string]any, siblings []map[string]any, now time.Time) (map[string]any, error) {
	u, err := newUpdate(crd, now)
	if err != nil {
		return nil, err
	}
	u.acceptNames(siblings)
	u.establish()
	u.checkSchemas()
	u.checkApproval()
	u.finalize()
	return u.result(), nil
}

// update collects what controllers change in a crd.
type update struct {
	crd           map[string]any // as it was
	now           string         // RFC 3339, or empty
	metadata      cow.Map
	conditions    conditionList
	acceptedNames names
	namesWritten  bool
}

var errNotCRD = errors.New("must be a CustomResourceDefinition of apiextensions.k8s.io/v1 or v1beta1")

func newUpdate(crd map[string]any, now time.Time) (*update, error) {
	crd, err := normalize(crd)
	if err != nil {
		return nil, err
	}
	at := timestamp(now)
	return &update{
		crd:           crd,
		now:           at,
		metadata:      cow.OfMap(object(crd, "metadata")),
		conditions:    conditionList{entries: list(object(crd, "status"), "conditions"), now: at},
		acceptedNames: acceptedNamesOf(crd),
	}, nil
}

// normalize returns crd as normalized JSON values.
func normalize(crd map[string]any) (map[string]any, error) {
	normal, err := structural.Normalize(crd)
	if err != nil {
		return nil, fmt.Errorf("the crd: %w", err)
	}
	fields, _ := normal.(map[string]any)
	v := fields["apiVersion"]
	if fields["kind"] != "CustomResourceDefinition" || v != "apiextensions.k8s.io/v1" && v != "apiextensions.k8s.io/v1beta1" {
		return nil, errNotCRD
	}
	return fields, nil
}

// timestamp returns t as Kubernetes writes times, or "" for the zero time.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, Time.MarshalJSON.
func timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// result returns the crd with the changes.
func (u *update) result() map[string]any {
	out := cow.OfMap(u.crd)
	if metadata, changed := u.metadata.Result(); changed {
		out.Set("metadata", metadata)
	}
	if status, changed := u.status(); changed {
		out.Set("status", status)
	}
	crd, _ := out.Result()
	return crd
}

// status returns the status with the changes and the stored versions, and reports
// whether it differs from the old one.
func (u *update) status() (map[string]any, bool) {
	old := object(u.crd, "status")
	out := cow.OfMap(old)
	if u.conditions.changed {
		out.Set("conditions", u.conditions.entries)
	}
	if u.namesWritten && (object(old, "acceptedNames") == nil || !u.acceptedNames.equal(acceptedNamesOf(u.crd))) {
		out.Set("acceptedNames", u.acceptedNames.fields())
	}
	if stored := storedVersions(u.crd); len(stored) > 0 && !slices.Equal(stored, texts(old, "storedVersions")) {
		out.Set("storedVersions", toList(stored))
	}
	return out.Result()
}

// storedVersions returns status.storedVersions, the versions in which objects may
// be stored, or else the storage version.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1,
// SetDefaults_CustomResourceDefinition.
func storedVersions(crd map[string]any) []string {
	if stored := texts(object(crd, "status"), "storedVersions"); len(stored) > 0 {
		return stored
	}
	definition, _ := model.Serving(crd)
	if v := definition.StorageVersion(); v != nil {
		return []string{v.Name}
	}
	return nil
}

func object(parent map[string]any, name string) map[string]any {
	m, _ := parent[name].(map[string]any)
	return m
}

func list(parent map[string]any, name string) []any {
	l, _ := parent[name].([]any)
	return l
}

func text(parent map[string]any, name string) string {
	s, _ := parent[name].(string)
	return s
}

// texts returns the strings in the list parent[name].
func texts(parent map[string]any, name string) []string {
	var out []string
	for _, e := range list(parent, name) {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

// toList returns texts as a JSON value.
func toList(texts []string) []any {
	out := make([]any, len(texts))
	for i, text := range texts {
		out[i] = text
	}
	return out
}

func groupOf(crd map[string]any) string { return text(object(crd, "spec"), "group") }

func nameOf(crd map[string]any) string { return text(object(crd, "metadata"), "name") }
