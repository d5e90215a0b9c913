package validate

import (
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/internal/weburl"
)

// checkURL checks the URL of a webhook.
//
// Rule: k8s.io/apiserver/pkg/util/webhook, ValidateWebhookURL.
func (c *checker) checkURL(text string, at location) {
	u, err := weburl.Parse(text)
	if err != nil {
		c.required(at, codes.WebhookURL, codes.URLDetail(err))
		return
	}
	if u.Scheme != "https" {
		c.invalid(at, codes.WebhookURL, u.Scheme, codes.URLSchemeDetail)
	}
	if u.Host == "" {
		c.invalid(at, codes.WebhookURL, u.Host, codes.URLHostDetail)
	}
	if u.User != nil {
		c.invalid(at, codes.WebhookURL, u.User.String(), codes.URLUserDetail)
	}
	if u.Fragment != "" {
		c.invalid(at, codes.WebhookURL, u.Fragment, codes.URLFragmentDetail)
	}
	if u.RawQuery != "" {
		c.invalid(at, codes.WebhookURL, u.RawQuery, codes.URLQueryDetail)
	}
}

// checkURLPath drops the first byte even if that is not a slash, as the server does.
func (c *checker) checkURLPath(path string, at location) {
	if path[0] != '/' {
		c.invalid(at, codes.WebhookServicePath, path, codes.PathStartDetail)
	}
	i := 0
	for segment := range strings.SplitSeq(strings.TrimSuffix(path[1:], "/"), "/") {
		if !c.step(1) {
			return
		}
		c.checkSegment(i, segment, path, at)
		i++
	}
}

// checkSegment checks one segment of a path.
func (c *checker) checkSegment(i int, segment, path string, at location) {
	if segment == "" {
		if !c.omits() {
			c.invalid(at, codes.WebhookServicePath, path, codes.PathSegmentEmptyDetail(i))
		}
		return
	}
	for _, wrong := range names.DNS1123Subdomain(segment) {
		if !c.omits() {
			c.invalid(at, codes.WebhookServicePath, path, codes.PathSegmentDetail(i, wrong))
		}
	}
}
