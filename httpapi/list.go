package httpapi

import (
	"net/url"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// ListOptions are the parameters of a request to list or watch objects, or to delete a
// collection.
//
// Source: Kubernetes API reference, ListOptions.
type ListOptions struct {
	// Labels and Fields select the objects.
	Labels selector.Labels
	Fields selector.Fields
	// Watch reports whether the client wants the changes, and AllowWatchBookmarks whether it
	// understands bookmarks.
	Watch, AllowWatchBookmarks bool
	// ResourceVersion and ResourceVersionMatch select the state of the objects.
	// ResourceVersionMatch is "Exact", "NotOlderThan" or empty. For a watch without it,
	// SendInitialEvents and a ResourceVersion above 0 it is "NotOlderThan".
	ResourceVersion, ResourceVersionMatch string
	// TimeoutSeconds limits a list or watch. It is nil if the client does not say, and may be
	// negative.
	TimeoutSeconds *int64
	// Limit is the greatest number of objects in one answer. 0 or less means no
	// limit.
	Limit int64
	// Continue is the token of the answer before: see [ListOptions.Start].
	Continue string
	// SendInitialEvents reports whether a watch begins with the existing objects. It is nil if
	// unspecified.
	SendInitialEvents *bool
}

// ParseList returns the parameters of a request to list or watch objects, or a Status: 400 if one
// cannot be read, 422 if they exclude each other. [ListOptions.Select] checks the selectors against
// the definition.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers, listOpts;
// k8s.io/apimachinery/pkg/apis/meta/internalversion/validation, ValidateListOptions.
func ParseList(values url.Values) (ListOptions, *crdschema.Status) {
	q := query{values: values}
	o := ListOptions{
		Watch: q.isSet("watch"), AllowWatchBookmarks: q.isSet("allowWatchBookmarks"),
		ResourceVersion: q.text("resourceVersion"), ResourceVersionMatch: q.text("resourceVersionMatch"),
		TimeoutSeconds: q.integer("timeoutSeconds"),
	}
	if limit := q.integer("limit"); limit != nil {
		o.Limit = *limit
	}
	o.Continue, o.SendInitialEvents = q.text("continue"), q.flag("sendInitialEvents")
	o.parseSelectors(&q)
	if status := q.status("ListOptions", o.validate); status != nil {
		return ListOptions{}, status
	}
	return o, nil
}

func (o *ListOptions) parseSelectors(q *query) {
	var err error
	if o.Labels, err = selector.ParseLabels(q.text("labelSelector")); err != nil {
		q.fail(err)
	}
	if o.Fields, err = selector.ParseFields(q.text("fieldSelector")); err != nil {
		q.fail(err)
	}
}

func (o *ListOptions) validate() structural.Errors {
	l := request.ListOptions{Watch: o.Watch, ResourceVersion: o.ResourceVersion, ResourceVersionMatch: o.ResourceVersionMatch,
		Continue: o.Continue, SendInitialEvents: o.SendInitialEvents}
	l.SetDefaults()
	o.ResourceVersionMatch, o.SendInitialEvents = l.ResourceVersionMatch, l.SendInitialEvents
	return l.Validate()
}

// Select returns the selection of objects with the fields of s, or a Status (400): a field
// is not selectable.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion, crConverter.ConvertFieldLabel.
func (o *ListOptions) Select(s *registry.Selectable) (*registry.Selection, *crdschema.Status) {
	selection, err := s.Select(o.Labels, o.Fields)
	if err != nil {
		return nil, status.BadRequest(err.Error())
	}
	return selection, nil
}

// SelectName narrows o to the one object of a name, as for a watch whose URL has one
// (…/watch/namespaces/NAMESPACE/PLURAL/NAME). The Status (400) is for a field selector that does
// not demand this name. Call [ListOptions.Select] first.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, listOpts.
func (o *ListOptions) SelectName(name string) *crdschema.Status {
	if o.Fields.Empty() {
		o.Fields = selector.FieldEquals("metadata.name", name)
		return nil
	}
	if selected, ok := o.Fields.ExactMatch("metadata.name"); !ok || selected != name {
		return status.BadRequest("fieldSelector metadata.name doesn't match requested name")
	}
	return nil
}
