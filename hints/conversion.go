package hints

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
)

// conversion holds the advice about spec.conversion.
var conversion = []advice{
	{structural.Required, "strategy", "", func(p *problem) Hint { return p.strategy("Add the strategy: None, or Webhook.") }},
	{structural.NotSupported, "strategy", "", func(p *problem) Hint {
		return p.strategy("Use None or Webhook as the strategy.")
	}},
	{structural.Invalid, "strategy", "must be None if", func(*problem) Hint {
		return Hint{"Remove spec.preserveUnknownFields: a webhook converts objects whose fields are known.", []Edit{remove(specPath("preserveUnknownFields"))}}
	}},
	{structural.Required, "clientConfig", "required when strategy", always("Say where the webhook is, by a url or a service, or change the strategy to None.")},
	{structural.Required, "clientConfig", "exactly one of url or service", func(p *problem) Hint {
		if client := objectAt(p.crd, p.path); has(client, "url") && has(client, "service") {
			return Hint{"Keep either url or service.", []Edit{remove(p.path.Append(structural.Field("url")))}}
		}
		return Hint{Text: "Say where the webhook is, by a url or a service."}
	}},
	{structural.Forbidden, "clientConfig", "should not be set", notWebhook},
	{structural.Forbidden, "conversionReviewVersions", "should not be set", notWebhook},
	{structural.Required, "conversionReviewVersions", "", setting([]any{"v1"}, "Add conversionReviewVersions: [v1], the versions that the webhook understands.")},
	{structural.Invalid, "conversionReviewVersions", "duplicate version", removing("Remove the version: it is there twice.")},
	{structural.Invalid, "conversionReviewVersions", "must include at least one of", func(p *problem) Hint {
		versions := append(textsIn(p.parent(), "conversionReviewVersions"), "v1")
		return Hint{"Add v1: a server sends v1 or v1beta1.", []Edit{set(p.path, toList(versions))}}
	}},
	{structural.Invalid, "conversionReviewVersions", "", lowered(labelText)},
	{structural.Required, "url", "url must be a valid URL", always("Write a URL like https://host/path.")},
	{structural.Invalid, "url", "", webhookURL},
	{structural.Required, "namespace", "", always("Add the namespace of the service.")},
	{structural.Invalid, "port", "port is not valid", removing("Use a port between 1 and 65535, or leave it out: that is 443.")},
	{structural.Invalid, "path", "", servicePath},
	{structural.Invalid, "caBundle", "", always("Write the certificates that signed the webhook's in PEM, encoded as base64.")},
}

func (p *problem) strategy(text string) Hint {
	strategy := cmp.Or(nearest(p.text(), []string{"None", "Webhook"}), "None")
	if has(p.parent(), "webhook") {
		strategy = "Webhook"
	}
	return Hint{text, []Edit{set(p.path, strategy)}}
}

// notWebhook removes the configuration of a webhook that is not used.
func notWebhook(p *problem) Hint {
	return Hint{"Change the strategy to Webhook, or remove the webhook.", []Edit{remove(p.path)}}
}

// webhookURL removes the parts of a URL that are not allowed.
func webhookURL(p *problem) Hint {
	const text = "Write the URL as https://host/path, without user, query and fragment."
	u, err := url.Parse(p.text())
	if err != nil || u.Host == "" {
		return Hint{Text: text}
	}
	return Hint{text, []Edit{set(p.path, (&url.URL{Scheme: "https", Host: u.Host, Path: u.Path}).String())}}
}

// servicePath removes empty segments from a path.
func servicePath(p *problem) Hint {
	const text = "Begin the path with /, and use lower-case letters, digits, - and . between slashes."
	segments := strings.Split(strings.ToLower(p.text()), "/")
	segments = slices.DeleteFunc(segments, func(segment string) bool { return segment == "" })
	for _, segment := range segments {
		if len(names.DNS1123Subdomain(segment)) > 0 {
			return Hint{Text: text}
		}
	}
	return Hint{text, []Edit{set(p.path, "/"+strings.Join(segments, "/"))}}
}
