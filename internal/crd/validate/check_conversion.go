package validate

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/names"
)

// checkConversion checks spec.conversion.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// validateCustomResourceConversion.
func (c *checker) checkConversion() {
	conversion, at := &c.form.spec.conversion, c.form.spec.at.field("conversion")
	webhook, names := at, c.form.names
	if names.Webhook != "" {
		webhook = at.inlined(names.Webhook)
	}
	clientAt, reviewsAt := webhook.renamed(names.ClientConfig, "webhookClientConfig"), webhook.field("conversionReviewVersions")
	if conversion.Strategy != crd.None && c.form.spec.preserve {
		c.invalid(at.field("strategy"), codes.ConversionPreserve, typedText(conversion.Strategy), codes.ConversionPreserveDetail)
	}
	switch conversion.Strategy {
	case crd.None, crd.Webhook:
	case "":
		c.required(at.field("strategy"), codes.CRDFieldRequired, "")
	default:
		c.unsupported(at.field("strategy"), conversion.Strategy, crd.None, crd.Webhook)
	}
	if conversion.Strategy == crd.Webhook {
		c.checkClient(conversion.Client, clientAt)
		c.checkReviewVersions(conversion.ReviewVersions, reviewsAt)
		return
	}
	if conversion.Client != nil {
		c.forbidden(clientAt, codes.WebhookForbidden, codes.WebhookForbiddenDetail)
	}
	if len(conversion.ReviewVersions) > 0 {
		c.forbidden(reviewsAt, codes.WebhookForbidden, codes.WebhookForbiddenDetail)
	}
}

func (c *checker) checkClient(client *crd.WebhookClient, at location) {
	if client == nil {
		c.required(at, codes.WebhookClientRequired, codes.WebhookRequiredDetail)
		return
	}
	switch {
	case (client.URL == nil) == (client.Service == nil):
		c.required(at, codes.WebhookClientRequired, codes.WebhookURLOrServiceDetail)
	case client.URL != nil:
		c.checkURL(*client.URL, at.field("url"))
	default:
		c.checkService(client.Service, at.field("service"))
	}
	if len(client.CABundle) > 0 && !c.tolerance.caBundle {
		if wrong := crd.WrongCertificates(client.CABundle); wrong != "" {
			c.invalid(at.field("caBundle"), codes.WebhookCABundle, client.CABundle, wrong)
		}
	}
}

// checkService prints name for namespace and namespace for name when one is missing, as
// the server does.
//
// Rule: the same package, ValidateWebhookService.
func (c *checker) checkService(s *crd.Service, at location) {
	if s.Namespace == "" {
		c.required(at.renamed("namespace", "name"), codes.CRDFieldRequired, "")
	}
	if s.Name == "" {
		c.required(at.renamed("name", "namespace"), codes.CRDFieldRequired, "")
	}
	if wrong := names.Port(int64(s.Port)); len(wrong) > 0 {
		c.invalid(at.field("port"), codes.WebhookServicePort, s.Port, codes.PortDetail(wrong))
	}
	if s.Path == nil || *s.Path == "" {
		return
	}
	if *s.Path != "/" {
		c.checkURLPath(*s.Path, at.field("path"))
	}
}

var knownReviews = []string{"v1", "v1beta1"}

// checkReviewVersions checks the versions of ConversionReview that a webhook
// accepts.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// validateConversionReviewVersions.
func (c *checker) checkReviewVersions(versions []string, at location) {
	if len(versions) == 0 {
		c.required(at, codes.ReviewVersionsRequired, "")
		return
	}
	seen := map[string]bool{}
	for i, v := range versions {
		if !c.step(1) {
			return
		}
		c.checkReviewVersion(v, seen, func() location { return at.index(i) })
	}
	if !c.tolerance.reviewVersions && !knowsReviews(versions) {
		c.invalid(at, codes.ReviewVersionsKnown, versions, codes.ReviewVersionsKnownDetail(knownReviews))
	}
}

func (c *checker) checkReviewVersion(version string, seen map[string]bool, at func() location) {
	if seen[version] {
		if !c.omits() {
			c.invalid(at(), codes.ReviewVersionDuplicate, version, codes.ReviewVersionDuplicateDetail)
		}
		return
	}
	seen[version] = true
	for _, wrong := range names.DNS1035Label(version) {
		if !c.omits() {
			c.invalid(at(), codes.ReviewVersionName, version, wrong)
		}
	}
}

func knowsReviews(versions []string) bool {
	return slices.ContainsFunc(versions, func(v string) bool { return slices.Contains(knownReviews, v) })
}
