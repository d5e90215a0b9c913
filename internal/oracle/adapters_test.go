package oracle

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/warning"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// TestAdapterErrors compares the strategies of package apimachinery with those of the
// reference, method by method and as rest.BeforeCreate and rest.BeforeUpdate call them:
// objects, field errors with their parts, statuses, warnings, fields.
func TestAdapterErrors(t *testing.T) {
	requests := parity.Join(corpusRequests(t, parity.Full(10)), generatedRequests(parity.Full(10_000)), metadataRequests(parity.Full(10_000)))
	cases := parity.Times(requests, 1, func(seed uint64, in request) adapted {
		return adapted{stagedRequest{in, crdschema.Operation(seed % 3)}}
	})
	parity.Run(t, "adapter-errors", cases, func(c *parity.Check, in adapted) {
		if in.operation != crdschema.Create && in.old == nil || in.operation == crdschema.UpdateStatus && !in.theirs.Status {
			c.Void()
			return
		}
		in.compare(c)
	})
}

// metadataRequests returns requests with much wrong metadata, for objects of both scopes.
func metadataRequests(n int) parity.Cases[request] {
	var endpoints []endpoint
	for _, scope := range []string{"Namespaced", "Cluster"} {
		e, ok := newEndpoint(map[string]any{
			"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "parts.example.com"},
			"spec": map[string]any{
				"group": "example.com", "scope": scope, "names": map[string]any{"plural": "parts", "kind": "Part"},
				"versions": []any{map[string]any{
					"name": "v1", "storage": true, "subresources": map[string]any{"status": map[string]any{}},
					"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object"}},
				}},
			},
		}, "v1")
		if !ok {
			panic("the reference cannot serve the definition")
		}
		endpoints = append(endpoints, e)
	}
	return parity.Times(rootMetadata(n), 1, func(seed uint64, in update) request {
		return request{endpoints[seed/3%2], withMetadata(in.Object), withMetadata(in.Old)}
	})
}

// withMetadata returns an object that a client has decoded: with metadata.
func withMetadata(obj map[string]any) map[string]any {
	if obj["metadata"] != nil {
		return obj
	}
	obj = maps.Clone(obj)
	obj["metadata"] = map[string]any{}
	return obj
}

// adapted is a request to both strategies.
type adapted struct{ stagedRequest }

func (in adapted) compare(c *parity.Check) {
	body := unversioned(in.object)
	if in.operation != crdschema.Create {
		body = ofVersion(in.object, "7")
	}
	decoded := in.theirs.Read(body, upstream.Request)
	if decoded.Error != "" {
		c.Void()
		return
	}
	in.object = decoded.Object
	if in.operation == crdschema.Create {
		in.compareCreate(c)
		return
	}
	old := in.theirs.Read(in.old, upstream.Storage)
	if old.Error != "" {
		c.Void()
		return
	}
	in.old = old.Object
	in.compareUpdate(c)
}

// strategies returns the two strategies of a request, of which ours comes first.
func (in adapted) strategies() (ours, theirs upstream.Strategy) {
	v, _ := in.ours.Version(in.version)
	whole, status := in.theirs.Strategies()
	strategy := apimachinery.NewStrategy(v, apimachinery.WithWarningRecorder(func(ctx context.Context, text string) {
		warning.AddWarning(ctx, "", text)
	}))
	if in.operation == crdschema.UpdateStatus {
		return apimachinery.NewStatusStrategy(strategy), status
	}
	return strategy, whole
}

func (in adapted) compareCreate(c *parity.Check) {
	ours, theirs := in.strategies()
	compareParts(c, in.object, ours, theirs)
	create := func(s upstream.Strategy) outcome {
		u := fresh(in.object)
		return in.outcome(u, func(ctx context.Context) (field.ErrorList, error) {
			rest.WipeObjectMetaSystemFields(u)
			u.SetUID("u")
			u.SetCreationTimestamp(metav1.Unix(1, 0))
			prepared := fresh(u.Object)
			s.PrepareForCreate(ctx, prepared)
			return s.Validate(ctx, prepared), rest.BeforeCreate(s, ctx, u)
		})
	}
	compareOutcomes(c, create(ours), func() outcome { return create(theirs) })
}

func (in adapted) compareUpdate(c *parity.Check) {
	ours, theirs := in.strategies()
	compareParts(c, in.object, ours, theirs)
	update := func(s upstream.Strategy) outcome {
		u, old := fresh(in.object), fresh(in.old)
		out := in.outcome(u, func(ctx context.Context) (field.ErrorList, error) {
			err := rest.BeforeUpdate(s, ctx, u, old)
			return s.ValidateUpdate(ctx, u, old), err
		})
		out.old = old.Object
		return out
	}
	compareOutcomes(c, update(ours), func() outcome { return update(theirs) })
}

func fresh(obj map[string]any) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: structural.Clone(obj)}
}

// outcome is what a storage sees of a strategy.
type outcome struct {
	object, old map[string]any
	errors      field.ErrorList // of the strategy alone
	err         error           // of all that happens before an object is stored
	warnings    []string
}

func (in adapted) outcome(u *unstructured.Unstructured, do func(context.Context) (field.ErrorList, error)) (out outcome) {
	out.warnings = upstream.Warnings(func(ctx context.Context) { out.errors, out.err = do(in.theirs.InNamespace(ctx)) })
	out.object = u.Object
	return out
}

func compareOutcomes(c *parity.Check, ours outcome, answer func() outcome) {
	var theirs outcome
	textsOneOf(c, "errors", fieldErrors(ours.errors), func() []string {
		theirs = answer()
		return fieldErrors(theirs.errors)
	})
	textsOneOf(c, "causes", causes(ours.err), func() []string {
		theirs = answer()
		return causes(theirs.err)
	})
	c.Equal("object", ours.object, theirs.object)
	c.Equal("old object", ours.old, theirs.old)
	c.Texts("warnings", ours.warnings, theirs.warnings)
	if len(causes(theirs.err)) == 0 {
		c.Equal("status", statusOf(ours.err), statusOf(theirs.err))
	}
}

// fieldErrors returns all that can be seen of field errors as texts.
func fieldErrors(list field.ErrorList) []string {
	texts := make([]string, len(list))
	for i, e := range list {
		texts[i] = fmt.Sprintf("%s at %s of %q: %s, %s: %s", e.Type, e.Field, e.Origin, typeOf(e), e.Detail, e.Error())
	}
	return unnumbered(texts)
}

// typeOf returns the type of the value of an error. Lists, objects, times and pointers of
// the metadata have Go types in the reference, which are only printed alike.
func typeOf(e *field.Error) string {
	if strings.HasPrefix(e.Field, "metadata.deletion") || e.Field == "metadata.creationTimestamp" {
		return "other"
	}
	switch e.BadValue.(type) {
	case nil, string, bool, int, int32, int64, float64, field.OmitValueType, error:
		return fmt.Sprintf("%T", e.BadValue)
	}
	return "other"
}

// causes returns the causes of an invalid object, each once, and else nothing.
func causes(err error) []string {
	status := statusOf(err)
	if status == nil || status.Reason != metav1.StatusReasonInvalid {
		return nil
	}
	var texts []string
	for _, cause := range status.Details.Causes {
		texts = append(texts, fmt.Sprintf("%s %s %s", cause.Type, cause.Field, cause.Message))
	}
	return once(unnumbered(texts))
}

func statusOf(err error) *metav1.Status {
	var status *apierrors.StatusError
	if errors.As(err, &status) {
		return &status.ErrStatus
	}
	return nil
}

// compareParts compares the methods that do not depend on an operation.
func compareParts(c *parity.Check, obj map[string]any, ours, theirs upstream.Strategy) {
	labels, fields, err := ours.GetAttrs(fresh(obj))
	theirLabels, theirFields, theirErr := theirs.GetAttrs(fresh(obj))
	c.Equal("labels", labels, theirLabels)
	c.Equal("fields", fields, theirFields)
	c.Equal("attributes", err == nil, theirErr == nil)
	kinds, _, err := ours.ObjectKinds(fresh(obj))
	theirKinds, _, theirErr := theirs.ObjectKinds(fresh(obj))
	c.Equal("kinds", kinds, theirKinds)
	c.Equal("error of kinds", fmt.Sprint(err), fmt.Sprint(theirErr))
	c.Equal("scope", ours.NamespaceScoped(), theirs.NamespaceScoped())
	c.Equal("reset fields", resetFields(ours), resetFields(theirs))
}

func resetFields(s upstream.Strategy) []string {
	var out []string
	for version, set := range s.GetResetFields() {
		out = append(out, fmt.Sprint(version, " ", set))
	}
	slices.Sort(out)
	return out
}

// TestAdapterStatus compares the Status of an invalid object with the one that
// apimachinery makes of our field errors.
func TestAdapterStatus(t *testing.T) {
	requests := parity.Join(corpusRequests(t, parity.Full(10)), generatedRequests(parity.Full(10_000)))
	parity.Run(t, "adapter-status", requests, func(c *parity.Check, in request) {
		result, err := in.ours.Admit(context.Background(), crdschema.Request{Object: unversioned(in.object), Version: in.version, Namespace: upstream.Namespace})
		if err != nil || len(result.Errors) == 0 {
			c.Void()
			return
		}
		list := apimachinery.ErrorList(result.Errors)
		texts := make([]string, len(list))
		for i, e := range list {
			texts[i] = e.Error()
		}
		c.Equal("texts", texts, result.Errors.Texts())
		name, _ := result.Validated["metadata"].(map[string]any)["name"].(string)
		want := apierrors.NewInvalid(schema.GroupKind{Group: in.ours.Group(), Kind: in.ours.Kind()}, name, list)
		c.Equal("status", *statusOf(apimachinery.StatusError(result.Status())), want.ErrStatus)
	})
}
