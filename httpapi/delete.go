package httpapi

import (
	"context"
	"net/url"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/request"
)

// DeleteOptions are the parameters of a request to delete objects. The server ignores them if the
// request has a body: then it reads the DeleteOptions there.
//
// Source: Kubernetes API reference, DeleteOptions.
type DeleteOptions struct {
	// GracePeriodSeconds is nil if absent. It may be negative.
	GracePeriodSeconds *int64
	// PropagationPolicy is "Foreground", "Background" or "Orphan", or empty.
	PropagationPolicy string
	// OrphanDependents is the older form of PropagationPolicy. Only one of them is set.
	OrphanDependents *bool
	// DryRun reports whether nothing is to be deleted.
	DryRun bool
	// UID and ResourceVersion are the preconditions, or empty.
	UID, ResourceVersion string
	// IgnoreStoreReadError reports whether to delete an unreadable object
	// (ignoreStoreReadErrorWithClusterBreakingPotential). It excludes all options
	// except DryRun.
	IgnoreStoreReadError bool
}

// ParseDelete returns the parameters of a request to delete one object, or a Status: 400 if
// gracePeriodSeconds is not an integer, 422 for other values.
//
// Rules: k8s.io/apimachinery/pkg/apis/meta/v1, Convert_url_Values_To_v1_DeleteOptions, and
// validation, ValidateDeleteOptions.
func ParseDelete(values url.Values) (DeleteOptions, *crdschema.Status) {
	q := query{values: values}
	d := readDelete(&q)
	if status := q.status("DeleteOptions", d.Validate); status != nil {
		return DeleteOptions{}, status
	}
	return deleteOptions(d), nil
}

// ParseDeleteCollection calls [ParseDelete] for a collection. The server reads the parameters of
// [ParseList] first.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, DeleteCollection.
func ParseDeleteCollection(values url.Values) (DeleteOptions, *crdschema.Status) {
	q := query{values: values}
	d := readDelete(&q)
	if status := q.status("DeleteOptions", d.ValidateMany); status != nil {
		return DeleteOptions{}, status
	}
	return deleteOptions(d), nil
}

// ParseDeleteOptions returns the options of a request to delete a collection: in the body, or in the
// query if the body is empty ([ParseDeleteCollection]). A server reads them although the collection may
// be empty. It deletes each object with the same options: the Body of the DeleteRequest, or else its Options from
// [DeleteOptions.Map].
//
// The Status rejects the body: 400 if it cannot be decoded, 413, 415, or 422 for invalid values. The
// error is the context's or the budget's (structural.ErrTooMuchWork).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, DeleteCollection.
func ParseDeleteOptions(ctx context.Context, values url.Values, contentType string, body []byte) (DeleteOptions, *crdschema.Status, error) {
	if len(body) == 0 {
		o, status := ParseDeleteCollection(values)
		return o, status, nil
	}
	d, status, err := request.ReadDeleteBody(ctx, body, contentType)
	if status != nil || err != nil {
		return DeleteOptions{}, status, err
	}
	q := query{}
	if status := q.status("DeleteOptions", d.ValidateMany); status != nil {
		return DeleteOptions{}, status, nil
	}
	return deleteOptions(d), nil, nil
}

func readDelete(q *query) request.DeleteOptions {
	d := request.DeleteOptions{
		GracePeriodSeconds: q.integer("gracePeriodSeconds"), OrphanDependents: q.flag("orphanDependents"),
		DryRun: q.texts("dryRun"), IgnoreStoreReadError: q.flag(request.IgnoreStoreReadError),
		PropagationPolicy: optional(q.texts("propagationPolicy")),
	}
	if uid, version := q.text("uid"), q.text("resourceVersion"); uid != "" || version != "" {
		d.Preconditions = &request.Preconditions{UID: set(uid), ResourceVersion: set(version)}
	}
	return d
}

func optional(values []string) *string {
	if len(values) == 0 {
		return nil
	}
	return &values[0]
}

func set(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func deleteOptions(d request.DeleteOptions) DeleteOptions {
	o := DeleteOptions{GracePeriodSeconds: d.GracePeriodSeconds, OrphanDependents: d.OrphanDependents, DryRun: len(d.DryRun) > 0}
	if d.PropagationPolicy != nil {
		o.PropagationPolicy = *d.PropagationPolicy
	}
	if p := d.Preconditions; p != nil && p.UID != nil {
		o.UID = *p.UID
	}
	if p := d.Preconditions; p != nil && p.ResourceVersion != nil {
		o.ResourceVersion = *p.ResourceVersion
	}
	o.IgnoreStoreReadError = d.IgnoreStoreReadError != nil && *d.IgnoreStoreReadError
	return o
}

// Map returns o as a DeleteOptions of meta.k8s.io/v1. The caller may modify it.
func (o DeleteOptions) Map() map[string]any {
	m := map[string]any{"apiVersion": request.OptionsGroup + "/v1", "kind": "DeleteOptions"}
	if o.GracePeriodSeconds != nil {
		m["gracePeriodSeconds"] = *o.GracePeriodSeconds
	}
	if o.PropagationPolicy != "" {
		m["propagationPolicy"] = o.PropagationPolicy
	}
	if o.OrphanDependents != nil {
		m["orphanDependents"] = *o.OrphanDependents
	}
	if o.DryRun {
		m["dryRun"] = []any{request.DryRunAll}
	}
	preconditions := map[string]any{}
	for name, text := range map[string]string{"uid": o.UID, "resourceVersion": o.ResourceVersion} {
		if text != "" {
			preconditions[name] = text
		}
	}
	if len(preconditions) > 0 {
		m["preconditions"] = preconditions
	}
	if o.IgnoreStoreReadError {
		m[request.IgnoreStoreReadError] = true
	}
	return m
}
