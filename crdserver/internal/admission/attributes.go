package admission

import (
	"context"
	"strings"

	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"github.com/seed95800270/crdschema/crdserver/internal/user"
)

// The operations.
const (
	Create = "CREATE"
	Update = "UPDATE"
	Delete = "DELETE"
)

// Attributes describe a request.
type Attributes struct {
	// Group and Version are those in the URL, and Subresource is "status", "scale" or empty.
	Group, Version, Subresource string
	Resource                    Resource
	// Namespace and Name are those in the URL.
	Namespace, Name string
	Operation       string
	// Options are the CreateOptions, UpdateOptions or DeleteOptions.
	Options map[string]any
	DryRun  bool
	User    user.Info
}

// Resource is the resource of a request.
type Resource struct {
	// Plural is the name in the URL, and Kind the kind of the objects.
	Plural, Kind string
	// Versions returns the served versions that have a subresource.
	Versions func(subresource string) []string
	// Convert converts an object to a version, and Default sets the defaults of its version.
	Convert func(ctx context.Context, obj map[string]any, version string) (map[string]any, error)
	Default func(ctx context.Context, obj map[string]any) (map[string]any, error)
}

// exempt reports whether the request is never sent to webhooks: those about webhooks are not.
//
// Rule: k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules,
// IsExemptAdmissionConfigurationResource.
func (a *Attributes) exempt() bool {
	return a.Group == "admissionregistration.k8s.io" && (strings.HasSuffix(a.Resource.Kind, "WebhookConfiguration") ||
		strings.HasSuffix(a.Resource.Kind, "AdmissionPolicy") || strings.HasSuffix(a.Resource.Kind, "AdmissionPolicyBinding"))
}

func (a *Attributes) isNamespace() bool { return a.Group == "" && a.Resource.Plural == "namespaces" }

// complete returns the attributes with the namespace: a namespace is in itself.
func (a Attributes) complete() Attributes {
	if a.isNamespace() {
		a.Namespace = a.Name
	}
	return a
}

// of returns the attributes with the name of an object, if the URL has none.
func (a Attributes) of(obj map[string]any) Attributes {
	if a.Name == "" && a.Operation != Delete {
		a.Name = untyped.Text(untyped.Object(obj, "metadata"), "name")
	}
	return a.complete()
}

// kind returns the kind of the objects in reviews at a version.
func (a *Attributes) kind(version string) map[string]any {
	if a.Subresource == "scale" {
		return map[string]any{"group": "autoscaling", "version": "v1", "kind": "Scale"}
	}
	return map[string]any{"group": a.Group, "version": version, "kind": a.Resource.Kind}
}

func (a *Attributes) resource(version string) map[string]any {
	return map[string]any{"group": a.Group, "version": version, "resource": a.Resource.Plural}
}

// request returns the fields that a review and the match conditions see.
//
// Rule: k8s.io/apiserver/pkg/admission/plugin/webhook/request, CreateV1AdmissionReview.
func (a *Attributes) request(version string) map[string]any {
	out := map[string]any{
		"kind": a.kind(version), "resource": a.resource(version), "requestKind": a.kind(a.Version), "requestResource": a.resource(a.Version),
		"operation": a.Operation, "userInfo": a.User.Object(), "dryRun": a.DryRun, "options": a.Options,
	}
	for name, value := range map[string]string{"subResource": a.Subresource, "requestSubResource": a.Subresource, "name": a.Name, "namespace": a.Namespace} {
		if value != "" {
			out[name] = value
		}
	}
	return out
}
