package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/cow"
	model "github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Reconcile returns crd as the server's controllers leave it some moments after it was
// written: with all conditions, accepted names and stored versions in its status. A CRD
// without a status has just been created. now becomes the lastTransitionTime of conditions
// whose status changes.
//
// The first CRD that requests a name gets it. siblings are the other CRDs of the cluster,
// already reconciled: only status.acceptedNames of siblings in the same group with another
// metadata.name matters. To install several CRDs, reconcile one after the other, each with
// the previous ones as siblings. If a CRD gives up a name, reconcile its siblings again.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/controller/status, establish,
// nonstructuralschema, apiapproval, finalizer.
func Reconcile(ctx context.Context, crd map[string]any, siblings []map[string]any, now time.Time) (map[string]any, error) {
	ctx, _ = work.Share(ctx)
	u, err := newUpdate(ctx, crd, now)
	if err != nil {
		return nil, err
	}
	u.acceptNames(siblings)
	u.establish()
	if err := u.checkSchemas(ctx); err != nil {
		return nil, err
	}
	u.checkApproval()
	u.finalize()
	return u.result()
}

type update struct {
	work          *work.Tracker
	crd           map[string]any // without the changes
	now           string         // RFC 3339, or empty
	metadata      cow.Map
	conditions    conditionList
	acceptedNames model.Names
	namesWritten  bool
}

var errNotCRD = errors.New(codes.CRDTypeDetail)

func newUpdate(ctx context.Context, crd map[string]any, now time.Time) (*update, error) {
	w := work.Start(ctx, reading)
	crd, err := normalize(w, crd)
	if err != nil {
		return nil, err
	}
	at := metaedit.Timestamp(now)
	return &update{
		work:          w,
		crd:           crd,
		now:           at,
		metadata:      cow.OfMap(object(crd, "metadata")),
		conditions:    conditionList{entries: list(object(crd, "status"), "conditions"), now: at},
		acceptedNames: model.AcceptedNames(crd),
	}, nil
}

const reading = "reading a definition"

func normalize(w *work.Tracker, crd map[string]any) (map[string]any, error) {
	if !w.Look() {
		return nil, w.Err()
	}
	normal, err := structural.Normalize(crd)
	if err != nil {
		return nil, fmt.Errorf("the CRD: %w", err)
	}
	fields, _ := normal.(map[string]any)
	if len(model.CheckType(fields)) > 0 {
		return nil, errNotCRD
	}
	return fields, nil
}

func (u *update) result() (map[string]any, error) {
	out := cow.OfMap(u.crd)
	if metadata, changed := u.metadata.Result(); changed {
		out.Set("metadata", metadata)
	}
	if status, changed := u.status(); changed {
		out.Set("status", status)
	}
	if err := u.work.Err(); err != nil {
		return nil, err
	}
	crd, _ := out.Result()
	return crd, nil
}

func (u *update) status() (map[string]any, bool) {
	old := object(u.crd, "status")
	out := cow.OfMap(old)
	if u.conditions.changed {
		out.Set("conditions", u.conditions.entries)
	}
	oldNames := model.AcceptedNames(u.crd)
	if u.namesWritten && (object(old, "acceptedNames") == nil || !u.acceptedNames.Equal(&oldNames)) {
		out.Set("acceptedNames", nameFields(u.acceptedNames))
	}
	if stored := storedVersions(u.work, u.crd); len(stored) > 0 && !slices.Equal(stored, texts(old, "storedVersions")) {
		out.Set("storedVersions", model.Texts(stored))
	}
	return out.Result()
}

// storedVersions returns status.storedVersions, or else the storage version.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1,
// SetDefaults_CustomResourceDefinition.
func storedVersions(w *work.Tracker, crd map[string]any) []string {
	if stored := texts(object(crd, "status"), "storedVersions"); len(stored) > 0 {
		return stored
	}
	definition := model.Skim(w, crd)
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

func texts(parent map[string]any, name string) []string {
	var out []string
	for _, e := range list(parent, name) {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

func groupOf(crd map[string]any) string { return text(object(crd, "spec"), "group") }

func nameOf(crd map[string]any) string { return text(object(crd, "metadata"), "name") }
