package validate

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/names"
)

// conversion checks spec.conversion.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// validateCustomResourceConversion.
func (c *checker) conversion() {
	conv := c.form.spec.conversion
	at := conv.at
	if conv.strategy != None && c.form.spec.preserve {
		c.invalid(at.field("strategy"), typedText(conv.strategy), "must be None if spec.preserveUnknownFields is true")
	}
	switch conv.strategy {
	case None, Webhook:
	case "":
		c.required(at.field("strategy"), "")
	default:
		c.unsupported(at.field("strategy"), conv.strategy, None, Webhook)
	}
	if conv.strategy == Webhook {
		c.client(conv.client, conv.clientAt)
		c.reviewVersions(conv.reviewVersions, conv.reviewsAt)
		return
	}
	const only = "should not be set when strategy is not set to Webhook"
	if conv.client != nil {
		c.forbidden(conv.clientAt, only)
	}
	if len(conv.reviewVersions) > 0 {
		c.forbidden(conv.reviewsAt, only)
	}
}

func (c *checker) client(client *clientForm, at place) {
	if client == nil {
		c.required(at, "required when strategy is set to Webhook")
		return
	}
	switch {
	case (client.url == nil) == (client.service == nil):
		c.required(at, "exactly one of url or service is required")
	case client.url != nil:
		c.url(*client.url, at.field("url"))
	default:
		c.service(client.service, at.field("service"))
	}
	if len(client.caBundle) > 0 && !c.tolerance.caBundle {
		if wrong := WrongCertificates(client.caBundle); wrong != "" {
			c.invalid(at.field("caBundle"), client.caBundle, wrong)
		}
	}
}

// url checks the address of a webhook.
//
// Rule: k8s.io/apiserver/pkg/util/webhook, ValidateWebhookURL.
func (c *checker) url(text string, at place) {
	const form = "; desired format: https://host[/path]"
	u, err := url.Parse(text)
	if err != nil {
		c.required(at, "url must be a valid URL: "+err.Error()+form)
		return
	}
	if u.Scheme != "https" {
		c.invalid(at, u.Scheme, "'https' is the only allowed URL scheme"+form)
	}
	if u.Host == "" {
		c.invalid(at, u.Host, "host must be specified"+form)
	}
	if u.User != nil {
		c.invalid(at, u.User.String(), "user information is not permitted in the URL")
	}
	if u.Fragment != "" {
		c.invalid(at, u.Fragment, "fragments are not permitted in the URL")
	}
	if u.RawQuery != "" {
		c.invalid(at, u.RawQuery, "query parameters are not permitted in the URL")
	}
}

// service checks the service that is a webhook. A server takes name and namespace
// for each other when it reports that one is missing.
//
// Rule: the same package, ValidateWebhookService.
func (c *checker) service(s *serviceForm, at place) {
	if s.name == "" {
		c.required(at.renamed("name", "namespace"), "")
	}
	if s.namespace == "" {
		c.required(at.renamed("namespace", "name"), "")
	}
	if wrong := names.Port(int64(s.port)); len(wrong) > 0 {
		c.invalid(at.field("port"), s.port, "port is not valid: "+strings.Join(wrong, ", "))
	}
	if s.path == nil || *s.path == "" {
		return
	}
	for _, wrong := range wrongURLPath(*s.path) {
		c.invalid(at.field("path"), *s.path, wrong)
	}
}

// wrongURLPath says what is wrong with the path of a service. What is wrong with
// the first byte does not keep a server from dropping it as a slash.
func wrongURLPath(path string) (wrong []string) {
	switch {
	case path == "/":
		return nil
	case path == "//":
		return []string{"segment[0] may not be empty"}
	case path[0] != '/':
		wrong = append(wrong, "must start with a '/'")
	}
	for i, segment := range strings.Split(strings.TrimSuffix(path[1:], "/"), "/") {
		if segment == "" {
			wrong = append(wrong, fmt.Sprintf("segment[%d] may not be empty", i))
			continue
		}
		for _, text := range names.DNS1123Subdomain(segment) {
			wrong = append(wrong, fmt.Sprintf("segment[%d]: %s", i, text))
		}
	}
	return wrong
}

// knownReviews are the versions of ConversionReview that a server sends.
var knownReviews = []string{"v1", "v1beta1"}

// reviewVersions checks the versions of ConversionReview that a webhook takes.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// validateConversionReviewVersions.
func (c *checker) reviewVersions(versions []string, at place) {
	if len(versions) == 0 {
		c.required(at, "")
		return
	}
	seen := make(map[string]bool, len(versions))
	for i, v := range versions {
		if seen[v] {
			c.invalid(at.index(i), v, "duplicate version")
			continue
		}
		seen[v] = true
		for _, wrong := range names.DNS1035Label(v) {
			c.invalid(at.index(i), v, wrong)
		}
	}
	if !c.tolerance.reviewVersions && !knowsReviews(versions) {
		c.invalid(at, versions, "must include at least one of "+strings.Join(knownReviews, ", "))
	}
}

func knowsReviews(versions []string) bool {
	return slices.ContainsFunc(versions, func(v string) bool { return slices.Contains(knownReviews, v) })
}
