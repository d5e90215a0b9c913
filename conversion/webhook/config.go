package webhook

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"

	"github.com/seed95800270/crdschema/structural"
)

// Config is what a definition says about its conversion webhook.
type Config struct {
	// URL is where the webhook is, "https://host[:port]/path". Either a URL or a
	// Service is given.
	URL string
	// Service is where it is in the cluster.
	Service *Service
	// CABundle are the certificates, PEM-encoded, of the authorities that are
	// trusted. If there is nothing but white space, those of the system are.
	CABundle []byte
	// ReviewVersions are the versions of the ConversionReview that the webhook
	// understands, the preferred one first.
	ReviewVersions []string
	// ListKind is the kind of a list of the objects, for the words of errors.
	// It may be empty: then it is the objects' kind and "List".
	ListKind string
}

// Service names a service in the cluster.
type Service struct {
	// Namespace and Name are needed: the host is <name>.<namespace>.svc.
	Namespace, Name string
	// Port is 443 if it is 0.
	Port int
	// Path is that of the URL, the root if it is empty.
	Path string
}

// ReadConfig takes the webhook's configuration out of a CustomResourceDefinition
// manifest, apiextensions.k8s.io/v1 or v1beta1. The error says why there is
// none: the conversion strategy is another, or a field cannot be read.
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

var errNoPlace = errors.New("webhook configuration must have either service or URL")
