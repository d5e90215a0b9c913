package webhook

import (
	"errors"
	"fmt"
	"math"

	model "github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/structural"
)

// Config is the configuration of a conversion webhook in a CRD.
type Config struct {
	// URL is the URL of the webhook, "https://host[:port]/path". Either URL or
	// Service is set.
	URL     string
	Service *Service
	// CABundle holds the PEM-encoded certificates of the trusted authorities. Empty or white
	// space means the system's.
	CABundle []byte
	// ReviewVersions are the versions of the ConversionReview that the webhook
	// supports, the preferred one first.
	ReviewVersions []string
	// ListKind is the kind of a list of the objects, for the texts of errors, by default the
	// objects' kind and "List".
	ListKind string
}

// Service names a service in the cluster.
type Service struct {
	// Namespace and Name are required: the host is <name>.<namespace>.svc.
	Namespace, Name string
	// Port is the port, by default 443.
	Port int
	Path string
}

// ReadConfig returns the configuration of the webhook in a CRD, apiextensions.k8s.io/v1 or
// v1beta1. It returns an error if the conversion strategy is not Webhook, or a field cannot be
// decoded.
//
// Rule: Kubernetes API reference, WebhookConversion.
func ReadConfig(crd map[string]any) (Config, error) {
	normal, err := structural.Normalize(crd)
	if err != nil {
		return Config{}, err
	}
	fields, _ := normal.(map[string]any)
	m, errs := model.Read(nil, withoutVersions(fields), configFields)
	if errs.Len() > 0 {
		return Config{}, errs.Sorted().Err()
	}
	if m.Conversion.Strategy != model.Webhook {
		return Config{}, fmt.Errorf("the conversion strategy is %q, not Webhook", m.Conversion.Strategy)
	}
	cfg := Config{ReviewVersions: m.Conversion.ReviewVersions, ListKind: m.Names.ListKind}
	client := m.Conversion.Client
	if client == nil {
		return cfg, nil
	}
	cfg.URL, cfg.CABundle = textOf(client.URL), client.CABundle
	if s := client.Service; s != nil {
		if s.Port < 0 || s.Port > math.MaxUint16 {
			return Config{}, fmt.Errorf("port %d is out of range", s.Port)
		}
		cfg.Service = &Service{Namespace: s.Namespace, Name: s.Name, Port: int(s.Port), Path: textOf(s.Path)}
	}
	return cfg, nil
}

// withoutVersions leaves out the possibly very many versions of a CRD.
func withoutVersions(crd map[string]any) map[string]any {
	spec, ok := crd["spec"].(map[string]any)
	if !ok {
		return crd
	}
	return map[string]any{
		"apiVersion": crd["apiVersion"], "kind": crd["kind"],
		"spec": map[string]any{"names": spec["names"], "conversion": spec["conversion"]},
	}
}

var configFields = model.PathsOf(append(append(clientFields("spec.conversion.webhook.clientConfig"), clientFields("spec.conversion.webhookClientConfig")...),
	"spec.names.kind", "spec.names.listKind", "spec.conversion.strategy",
	"spec.conversion.webhook.conversionReviewVersions", "spec.conversion.conversionReviewVersions")...)

func clientFields(client string) []string {
	service := client + ".service"
	return []string{client + ".url", client + ".caBundle", service + ".namespace", service + ".name", service + ".path", service + ".port"}
}

func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

var errNoEndpoint = errors.New("webhook configuration must have either service or URL")
