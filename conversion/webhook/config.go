package webhook

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"

	"github.com/seed95800270/crdschema/structural"
)

// Config is the configuration of a conversion webhook in a crd.
type Config struct {
	// URL is the URL of the webhook, "https://host[:port]/path". Either URL or
	// Service is set.
	URL string
	// Service is the service of the webhook in the cluster.
	Service *Service
	// CABundle holds the PEM-encoded certificates of the trusted authorities. If it
	// is empty except for white space, those of the system are trusted.
	CABundle []byte
	// ReviewVersions are the versions of the ConversionReview that the webhook
	// supports, the preferred one first.
	ReviewVersions []string
	// ListKind is the kind of a list of the objects, for the texts of errors. If it
	// is empty, it is the objects' kind and "List".
	ListKind string
}

// Service names a service in the cluster.
type Service struct {
	// Namespace and Name are required: the host is <name>.<namespace>.svc.
	Namespace, Name string
	// Port is the port; 0 means 443.
	Port int
	// Path is the path of the URL; empty means the root.
	Path string
}

// ReadConfig returns the configuration of the webhook in a crd,
// apiextensions.k8s.io/v1 or v1beta1. It returns an error if the conversion
// strategy is another or a field cannot be read.
//
// Rule: Kubernetes API reference, WebhookConversion.
func ReadConfig(manifest map[string]any) (Config, error) {
	normal, err := structural.Normalize(manifest)
	if err != nil {
		return Config{}, err
	}
	root, _ := normal.(map[string]any)
	r := reader{}
	spec := r.object(root, "spec")
	conversion := r.object(spec, "conversion")
	if strategy := r.text(conversion, "strategy"); r.err == nil && strategy != "Webhook" {
		return Config{}, fmt.Errorf("the conversion strategy is %q, not Webhook", strategy)
	}
	call, client := r.object(conversion, "webhook"), map[string]any(nil)
	if root["apiVersion"] == "apiextensions.k8s.io/v1beta1" {
		call, client = conversion, r.object(conversion, "webhookClientConfig")
	} else {
		client = r.object(call, "clientConfig")
	}
	cfg := Config{
		URL:            r.text(client, "url"),
		Service:        r.service(client),
		CABundle:       r.bytes(client, "caBundle"),
		ReviewVersions: r.texts(call, "conversionReviewVersions"),
		ListKind:       r.text(r.object(spec, "names"), "listKind"),
	}
	if kind := r.text(r.object(spec, "names"), "kind"); cfg.ListKind == "" && kind != "" {
		cfg.ListKind = kind + "List"
	}
	if cfg.ReviewVersions == nil && root["apiVersion"] == "apiextensions.k8s.io/v1beta1" {
		cfg.ReviewVersions = []string{"v1beta1"}
	}
	return cfg, r.err
}

// reader reads fields and keeps the first error.
type reader struct{ err error }

func (r *reader) wrong(name, what string) {
	if r.err == nil {
		r.err = fmt.Errorf("%s is no %s", name, what)
	}
}

func (r *reader) object(in map[string]any, name string) map[string]any {
	out, ok := in[name].(map[string]any)
	if in[name] != nil && !ok {
		r.wrong(name, "object")
	}
	return out
}

func (r *reader) text(in map[string]any, name string) string {
	out, ok := in[name].(string)
	if in[name] != nil && !ok {
		r.wrong(name, "string")
	}
	return out
}

func (r *reader) texts(in map[string]any, name string) []string {
	list, ok := in[name].([]any)
	if in[name] != nil && !ok {
		r.wrong(name, "list")
	}
	var out []string
	for _, v := range list {
		text, ok := v.(string)
		if !ok {
			r.wrong(name, "list of strings")
		}
		out = append(out, text)
	}
	return out
}

func (r *reader) bytes(in map[string]any, name string) []byte {
	out, err := base64.StdEncoding.DecodeString(r.text(in, name))
	if err != nil {
		r.wrong(name, "base64")
	}
	return out
}

func (r *reader) service(in map[string]any) *Service {
	fields := r.object(in, "service")
	if fields == nil {
		return nil
	}
	port, ok := fields["port"].(int64)
	if fields["port"] != nil && (!ok || port < 0 || port > math.MaxUint16) {
		r.wrong("port", "port")
	}
	return &Service{
		Namespace: r.text(fields, "namespace"), Name: r.text(fields, "name"),
		Port: int(port), Path: r.text(fields, "path"),
	}
}

var errNoEndpoint = errors.New("webhook configuration must have either service or URL")
