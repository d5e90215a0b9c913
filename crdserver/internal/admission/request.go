package admission

import (
	"context"
	"maps"
	"sync"

	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"github.com/seed95800270/crdschema/status"
)

// Request is a request that webhooks may change or deny. It is for one request of a client.
type Request struct {
	Attributes
	hooks                *Hooks
	mutating, validating []*hook
	warnings             []string
}

// Warnings returns the warnings of the webhooks so far.
func (r *Request) Warnings() []string { return r.warnings }

// Creates makes the request one to create an object: an update of a missing object may be one.
func (r *Request) Creates() {
	r.Operation, r.Options = Create, maps.Clone(r.Options)
	r.Options["kind"] = "CreateOptions"
}

// objects are the object and the old one of a request, at one version. Each may be nil.
type objects struct{ object, old map[string]any }

// at converts the objects to a version. A Scale has only one.
func (r *Request) at(ctx context.Context, o objects, version string) (out objects, err error) {
	if out.object, err = r.convert(ctx, o.object, version); err == nil {
		out.old, err = r.convert(ctx, o.old, version)
	}
	return out, err
}

func (r *Request) convert(ctx context.Context, obj map[string]any, version string) (map[string]any, error) {
	if obj == nil || r.Subresource == "scale" || untyped.Text(obj, "apiVersion") == r.apiVersion(version) {
		return obj, nil
	}
	return r.Resource.Convert(ctx, obj, version)
}

func (r *Request) apiVersion(version string) string {
	if r.Group == "" {
		return version
	}
	return r.Group + "/" + version
}

// Validate calls the validating webhooks, all at the same time. If several deny the request, the error is of
// the first one that is configured: a server answers with any of them.
//
// Rule: k8s.io/apiserver/pkg/admission/plugin/webhook/validating, validatingDispatcher.Dispatch.
func (r *Request) Validate(ctx context.Context, obj, old map[string]any) error {
	o, a := objects{obj, old}, r.of(obj)
	known := map[string]objects{}
	versioned := func(version string) (objects, error) {
		if at, found := known[version]; found {
			return at, nil
		}
		at, err := r.at(ctx, o, version)
		if err == nil {
			known[version] = at
		}
		return at, err
	}
	var calls []*invocation
	for _, k := range r.validating {
		call, err := r.invocation(ctx, k, &a, o, versioned)
		if err != nil {
			return err
		}
		if call == nil {
			continue
		}
		if _, err := versioned(call.version); err != nil {
			return status.Internal(err.Error())
		}
		calls = append(calls, call)
	}
	return r.callAll(ctx, &a, calls, known)
}

func (r *Request) callAll(ctx context.Context, a *Attributes, calls []*invocation, known map[string]objects) error {
	errs, answers := make([]error, len(calls)), make([]*response, len(calls))
	var all sync.WaitGroup
	for i, call := range calls {
		all.Add(1)
		go func() {
			defer all.Done()
			answers[i], errs[i] = r.call(ctx, a, call, known[call.version])
		}()
	}
	all.Wait()
	var first error
	for i, call := range calls {
		if answers[i] != nil {
			r.warnings = append(r.warnings, answers[i].Warnings...)
		}
		if errs[i] = call.outcome(ctx, errs[i]); first == nil {
			first = errs[i]
		}
	}
	return first
}

// Deletion calls the webhooks about the deletion of an object.
//
// Rule: k8s.io/apiserver/pkg/registry/rest, AdmissionToValidateObjectDeleteFunc.
func (r *Request) Deletion(ctx context.Context, old map[string]any) error {
	if _, err := r.Mutate(ctx, nil, old); err != nil {
		return err
	}
	return r.Validate(ctx, nil, old)
}
