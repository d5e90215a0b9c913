package hints

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/internal/spelling"
	"github.com/seed95800270/crdschema/structural"
)

var conversion = map[codes.Code]advice{
	codes.ConversionPreserve: func(*problem) draft {
		return draft{"Remove spec.preserveUnknownFields: a webhook converts objects whose fields are known.", []change{remove(specPath("preserveUnknownFields"))}}
	},
	codes.WebhookForbidden:       webhookForbidden,
	codes.WebhookClientRequired:  webhookClient,
	codes.WebhookURL:             webhookURL,
	codes.WebhookServicePort:     removing("Use a port between 1 and 65535, or leave it out: then it is 443."),
	codes.WebhookServicePath:     servicePath,
	codes.WebhookCABundle:        caBundle,
	codes.ReviewVersionsRequired: setting([]any{"v1"}, "Add conversionReviewVersions: [v1], the versions that the webhook understands."),
	codes.ReviewVersionsKnown: func(p *problem) draft {
		versions := append(textsIn(p.parent(), "conversionReviewVersions"), "v1")
		return draft{"Add v1: a server sends v1 or v1beta1.", []change{set(p.path, jsontext.Strings(versions))}}
	},
	codes.ReviewVersionDuplicate: dropping("Remove the version: it is listed twice."),
	codes.ReviewVersionName:      lowered(labelText),
}

var caBundle = always("Write the certificates that signed the webhook's in PEM, encoded as base64.")

func strategy(text string) advice {
	return func(p *problem) draft {
		strategy := cmp.Or(spelling.Nearest(p.text(), []string{"None", "Webhook"}), "None")
		if has(p.parent(), "webhook") {
			strategy = "Webhook"
		}
		return draft{text, []change{set(p.path, strategy)}}
	}
}

func webhookForbidden(p *problem) draft {
	webhook := objectAt(p.crd, specPath("conversion", "webhook"))
	if has(webhook, "conversionReviewVersions") && has(objectIn(webhook, "clientConfig"), "url", "service") {
		return draft{"Change the strategy to Webhook, or remove the webhook.", []change{set(specPath("conversion", "strategy"), "Webhook")}}
	}
	return draft{"Change the strategy to Webhook, or remove the webhook.", []change{remove(p.path)}}
}

func webhookClient(p *problem) draft {
	client := objectAt(p.crd, p.path)
	switch {
	case client == nil:
		return draft{text: "Say where the webhook is, by a url or a service, or change the strategy to None."}
	case has(client, "url") && has(client, "service"):
		return draft{"Keep either url or service.", []change{remove(p.path.Append(structural.Field("url")))}}
	default:
		return draft{text: "Say where the webhook is, by a url or a service."}
	}
}

func webhookURL(p *problem) draft {
	const text = "Write the URL as https://host/path, without user, query and fragment."
	u, err := url.Parse(p.text())
	switch {
	case err != nil:
		return draft{text: "Write a URL like https://host/path."}
	case u.Host == "":
		return draft{text: text}
	}
	better := (&url.URL{Scheme: "https", Host: u.Host, Path: u.Path}).String()
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return draft{text, []change{replace(p.path, better)}}
	}
	return draft{text, []change{set(p.path, better)}}
}

func servicePath(p *problem) draft {
	const text = "Begin the path with /, and use lower-case letters, digits, - and . between slashes."
	segments := strings.Split(strings.ToLower(p.text()), "/")
	segments = slices.DeleteFunc(segments, func(segment string) bool { return segment == "" })
	for _, segment := range segments {
		if len(names.DNS1123Subdomain(segment)) > 0 {
			return draft{text: text}
		}
	}
	return draft{text, []change{set(p.path, "/"+strings.Join(segments, "/"))}}
}
