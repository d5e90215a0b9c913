package crdtest

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// What a server generates is the same in every test.
const (
	generatedUID    = "00000000-0000-0000-0000-000000000001"
	generatedSuffix = "xxxxx"
	fieldManager    = "crdtest"
	defaultName     = "object"
)

var generatedTime = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// Answer is a server's answer to a request with one object.
type Answer struct {
	// Result is the whole answer.
	Result crdschema.Result
	// Problems are the reasons of a rejection, in the server's order. They are empty if and
	// only if the server accepts the request.
	Problems []Problem

	source item
}

// Problem is one reason of a rejection.
type Problem struct {
	// Code is the code of the error (docs/ERRORS.md). For a request that is rejected before or
	// after validation, it is the reason of the Status: "Conflict".
	Code string `json:"code"`
	// Path is the path of the value, "spec.ports[0].name", or "" for the root or for a Status.
	Path string `json:"path,omitempty"`
	// Message is the server's text.
	Message string `json:"message"`
	// Position is the file, line and column of the value, or of the nearest value around it.
	Position string `json:"position"`

	// location is the path in Message, which may stop above the value.
	location string
}

// String returns the problem as compilers print it, with its code at the end.
func (p Problem) String() string {
	return fmt.Sprintf("%s: %s (code %s)", p.Position, p.Message, p.Code)
}

// Try returns a server's answers to a request with each of the objects.
//
// The object may be as in a file. A new object without metadata is called "object". An update
// gets the name, namespace and resourceVersion of the old object if it has none; the old object
// gets what a server has generated: a uid, a creationTimestamp, a generation, a
// resourceVersion, and a name and namespace.
//
// An error means no verdict: the object is not of the definition's group and kind, a text
// cannot be decoded, or [crdschema.Definition.Admit] fails. It begins with file and line.
func Try(ctx context.Context, d *Definition, object Object, opts ...Option) ([]Answer, error) {
	var r request
	for _, opt := range opts {
		opt.applyToRequest(&r)
	}
	items, err := object.items(ctx)
	if err != nil {
		return nil, err
	}
	answers := make([]Answer, len(items))
	for i, it := range items {
		if answers[i], err = r.try(ctx, d, it); err != nil {
			return nil, fmt.Errorf("%s: %w", it.at(ctx, nil), err)
		}
	}
	return answers, nil
}

func (r *request) try(ctx context.Context, d *Definition, it item) (Answer, error) {
	if err := r.checkKind(d, it.object); err != nil {
		return Answer{}, err
	}
	req := crdschema.Request{
		Object:            it.object,
		Duplicates:        it.document.Duplicates,
		Version:           r.version,
		FieldValidation:   r.validation,
		UID:               generatedUID,
		CreationTimestamp: generatedTime,
		NameSuffix:        generatedSuffix,
		Revision:          1,
	}
	if err := r.update(ctx, d, &req); err != nil {
		return Answer{}, err
	}
	if err := r.apply(d, &req); err != nil {
		return Answer{}, err
	}
	if err := r.coverage.check(d); err != nil {
		return Answer{}, err
	}
	version := r.versionOf(d, it.object)
	if r.coverage != nil {
		req.ObserveRules = r.coverage.observer(version)
	}
	result, err := d.compiled.Admit(ctx, req)
	if err != nil {
		return Answer{}, err
	}
	answer := Answer{Result: result, source: it}
	answer.Problems = answer.problems(ctx)
	return answer, r.coverage.record(ctx, version, result)
}

// versionOf returns the version whose schema validates the object.
func (r *request) versionOf(d *Definition, obj map[string]any) string {
	if r.version != "" {
		return r.version
	}
	if r.subresource == scaleSubresource {
		return d.compiled.StorageVersion().Name()
	}
	apiVersion, _ := obj["apiVersion"].(string)
	_, version, _ := strings.Cut(apiVersion, "/")
	return version
}

func (r *request) checkKind(d *Definition, obj map[string]any) error {
	group, kind := groupKind(obj)
	if r.subresource == scaleSubresource || group == d.compiled.Group() && kind == d.compiled.Kind() {
		return nil
	}
	return fmt.Errorf("the group %q and kind %q of the object are not those of the definition %s, %q and %q",
		group, kind, d.compiled.Name(), d.compiled.Group(), d.compiled.Kind())
}

// update sets the operation, and fills in both objects of an update.
func (r *request) update(ctx context.Context, d *Definition, req *crdschema.Request) error {
	if r.old == nil {
		if r.subresource != noSubresource {
			return fmt.Errorf("an update of a subresource needs an old object")
		}
		if _, found := req.Object["metadata"]; !found {
			req.Object = withMetadata(req.Object, map[string]any{"name": defaultName})
		}
		return nil
	}
	old, err := r.old.only(ctx)
	if err != nil {
		return err
	}
	if group, kind := groupKind(old.object); group != d.compiled.Group() || kind != d.compiled.Kind() {
		return fmt.Errorf("%s: the old object is not of the definition %s", old.at(ctx, nil), d.compiled.Name())
	}
	req.Old = fillOld(d, old.object, req.Object)
	req.Revision = 2
	req.Operation = map[subresource]crdschema.Operation{
		noSubresource: crdschema.Update, statusSubresource: crdschema.UpdateStatus, scaleSubresource: crdschema.UpdateScale,
	}[r.subresource]
	oldMeta := metadataOf(req.Old)
	filled := map[string]any{"name": oldMeta["name"], "namespace": oldMeta["namespace"]}
	if !r.applied {
		filled["resourceVersion"] = oldMeta["resourceVersion"]
	}
	req.Object = withMetadata(req.Object, filled)
	return nil
}

// fillOld returns a stored object with what the server has generated.
func fillOld(d *Definition, old, obj map[string]any) map[string]any {
	filled := map[string]any{
		"name": defaultName, "uid": generatedUID, "resourceVersion": "1", "generation": int64(1),
		"creationTimestamp": generatedTime.Format(time.RFC3339),
	}
	meta := metadataOf(obj)
	if name, found := meta["name"]; found {
		filled["name"] = name
	}
	if d.compiled.Scope() == objectmeta.Namespaced {
		filled["namespace"] = "default"
		if namespace, found := meta["namespace"]; found {
			filled["namespace"] = namespace
		}
	}
	return withMetadata(old, filled)
}

func metadataOf(obj map[string]any) map[string]any {
	meta, _ := obj["metadata"].(map[string]any)
	return meta
}

// withMetadata returns obj with the fields of metadata that it lacks. Metadata that is not an
// object stays as it is.
func withMetadata(obj, filled map[string]any) map[string]any {
	meta, isMap := obj["metadata"].(map[string]any)
	if _, found := obj["metadata"]; found && !isMap {
		return obj
	}
	merged := make(map[string]any, len(meta)+len(filled))
	for name, value := range filled {
		if value != nil {
			merged[name] = value
		}
	}
	for name, value := range meta {
		merged[name] = value
	}
	out := make(map[string]any, len(obj)+1)
	for name, value := range obj {
		out[name] = value
	}
	out["metadata"] = merged
	return out
}

// apply makes the request a server-side apply.
func (r *request) apply(d *Definition, req *crdschema.Request) error {
	if !r.applied {
		return nil
	}
	applier, err := apply.New(d.compiled)
	if err != nil {
		return err
	}
	req.Fields, req.FieldManager, req.Now = applier, fieldManager, generatedTime
	req.ContentType = "application/apply-patch+yaml"
	req.Operation = map[subresource]crdschema.Operation{
		noSubresource: crdschema.Patch, statusSubresource: crdschema.PatchStatus, scaleSubresource: crdschema.PatchScale,
	}[r.subresource]
	return nil
}

func (a Answer) problems(ctx context.Context) []Problem {
	if a.Result.Accepted() {
		return nil
	}
	var all []Problem
	for _, e := range a.Result.Errors {
		path := ""
		if len(e.Path) > 0 {
			path = e.Path.String()
		}
		all = append(all, Problem{Code: string(e.Code), Path: path, Message: e.Error(), Position: a.source.at(ctx, e.Path), location: e.Location()})
	}
	if status := a.Result.Status(); len(all) == 0 && status != nil {
		all = append(all, Problem{Code: status.Reason, Message: status.Message, Position: a.source.at(ctx, status.Path)})
	}
	return all
}

// Stored returns the object that the server stores, with its resourceVersion, for the old
// object of a following request. It is an error if the server rejects the request.
func (a Answer) Stored() (Object, error) {
	if a.Result.Stored == nil {
		return Object{}, fmt.Errorf("the server does not store the object")
	}
	it := a.source
	it.object = structural.Clone(a.Result.Stored)
	return stored(it), nil
}
