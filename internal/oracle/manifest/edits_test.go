package manifest

import (
	"slices"
	"strings"
)

func sortStrings(s []string) { slices.Sort(s) }

var (
	labels     = []any{"a", "", "A", "a.b", "9a", "a-", strings.Repeat("a", 64), "Ünicode", absent, nil}
	kinds      = []any{"Thing", "", "thing", "9Thing", "Thing.List", "ThingList", strings.Repeat("A", 64), absent, nil}
	paths      = []any{".spec.replicas", ".status.replicas", ".", "", "spec.replicas", ".spec", ".status", ".spec.", ".metadata.name", ".a[0]", absent, nil}
	longText   = strings.Repeat("ä", 129)
	invalidPEM = "aGVsbG8="
	wrongCert  = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUIKLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo="
	otherPEM   = "LS0tLS1CRUdJTiBSU0EgS0VZLS0tLS0KTUlJQgotLS0tLUVORCBSU0EgS0VZLS0tLS0K"
)

// selectable returns a list of selectable fields.
func selectable(paths ...string) []any {
	out := []any{}
	for _, p := range paths {
		out = append(out, obj("jsonPath", p))
	}
	return out
}

// edits are changes of single fields outside of schemas. A star is one element of
// a list.
var edits = []edit{
	{"spec.group", []any{"example.com", "", "example", "Example.com", "k8s.io", "apps.k8s.io", "x.kubernetes.io", "a..b", absent, nil}},
	{"spec.scope", []any{"Cluster", "Namespaced", "", "namespaced", "<>", absent, nil}},
	{"spec.names", []any{obj(), absent, nil, obj("plural", "things", "kind", "Thing")}},
	{"spec.names.plural", labels},
	{"spec.names.singular", labels},
	{"spec.names.kind", kinds},
	{"spec.names.listKind", kinds},
	{"spec.names.shortNames", []any{[]any{}, []any{"a", "B", nil, ""}, nil, absent}},
	{"spec.names.categories", []any{[]any{}, []any{"all", "All"}, nil, absent}},
	{"spec.versions", []any{[]any{}, nil, absent, []any{nil}, []any{obj()}}},
	{"spec.versions*.name", []any{"v1", "v2", "", "V1", "1", "v1-", "a.b", absent, nil}},
	{"spec.versions*.served", []any{true, false, absent, nil}},
	{"spec.versions*.storage", []any{true, false, absent, nil}},
	{"spec.versions*.deprecated", []any{true, false, absent, nil}},
	{"spec.versions*.deprecationWarning", []any{"", "use v2", longText, "a\x01b", "tab\there", "\u00a0", "é", "\u2028", absent, nil}},
	{"spec.versions*.schema", []any{obj(), nil, absent, obj("openAPIV3Schema", obj()), obj("openAPIV3Schema", nil), obj("openAPIV3Schema", obj("type", "object"))}},
	{"spec.versions*.subresources", []any{obj(), nil, absent, obj("status", obj()), obj("status", nil), obj("status", obj(), "scale", obj()), obj("scale", nil)}},
	{"spec.versions*.subresources.status", []any{obj(), nil, absent}},
	{"spec.versions*.subresources.scale.specReplicasPath", paths},
	{"spec.versions*.subresources.scale.statusReplicasPath", paths},
	{"spec.versions*.subresources.scale.labelSelectorPath", paths},
	{"spec.versions*.additionalPrinterColumns", []any{[]any{}, nil, absent, []any{nil}, []any{obj("name", "a", "type", "string", "jsonPath", ".a")}}},
	{"spec.versions*.additionalPrinterColumns*.name", []any{"", "a", absent, nil}},
	{"spec.versions*.additionalPrinterColumns*.type", []any{"string", "integer", "date", "object", "", absent}},
	{"spec.versions*.additionalPrinterColumns*.format", []any{"int32", "", "uuid", "date-time", absent}},
	{"spec.versions*.additionalPrinterColumns*.description", []any{"", "text", absent}},
	{"spec.versions*.additionalPrinterColumns*.priority", []any{int64(0), int64(1), int64(-1), absent, nil}},
	{"spec.versions*.additionalPrinterColumns*.jsonPath", paths},
	{"spec.versions*.selectableFields", []any{[]any{}, nil, absent, []any{nil}, selectable(".spec.a", ".metadata.name", ".spec"),
		selectable(".kind", ".kind", ".apiVersion", "kind", ".kind[0]", "", ".metadata"),
		selectable(".f1", ".f2", ".f3", ".f4", ".f5", ".f6", ".f7", ".f8", ".f9")}},
	{"spec.versions*.selectableFields*.jsonPath", append([]any{".fresh", ".other", ".kind", ".apiVersion"}, paths...)},
	{"spec.conversion", []any{obj(), nil, absent, obj("strategy", "None"), obj("strategy", "Webhook"), obj("strategy", "Magic")}},
	{"spec.conversion.strategy", []any{"None", "Webhook", "Webhook", "", "webhook", "<&>", absent, nil}},
	{"spec.conversion.webhook", []any{obj(), nil, absent, webhook("url", "https://example.com"), webhook("service", service()), webhook()}},
	{"spec.conversion", []any{webhookConversion("url", "https://example.com"), webhookConversion("service", service()), webhookConversion()}},
	{"spec.conversion.webhook.conversionReviewVersions", []any{[]any{}, []any{"v1"}, []any{"v2"}, []any{"v1beta1", "v1", "v1"}, []any{"V", "", nil}, nil, absent}},
	{"spec.conversion.webhook.clientConfig", []any{obj(), nil, absent}},
	{"spec.conversion.webhook.clientConfig.url", []any{"https://example.com", "http://example.com/a", "https://", "", "://", "https://a:b@example.com/?q=1#f", "https://%zz", absent, nil}},
	{"spec.conversion.webhook.clientConfig.service", []any{obj(), nil, absent, service(), obj("name", "a"), obj("namespace", "a")}},
	{"spec.conversion.webhook.clientConfig.service.name", []any{"", "a", absent}},
	{"spec.conversion.webhook.clientConfig.service.namespace", []any{"", "a", absent}},
	{"spec.conversion.webhook.clientConfig.service.port", []any{int64(0), int64(443), int64(65536), int64(-1), absent, nil}},
	{"spec.conversion.webhook.clientConfig.service.path", []any{"/", "", "//", "a", "/a/b/", "/a//b", "/A", "///", "/a/", "x/", absent, nil}},
	{"spec.conversion.webhook.clientConfig.caBundle", []any{"", invalidPEM, wrongCert, otherPEM, absent, nil}},
	{"spec.preserveUnknownFields", []any{true, false, absent, nil}},
	{"metadata", []any{obj(), obj("name", "a.b")}},
	{"metadata.name", []any{"", "a", "A.example.com", "things.example.com", "a/b", absent}},
	{"metadata.generateName", []any{"a-", "A", absent}},
	{"metadata.namespace", []any{"default", "", absent}},
	{"metadata.labels", []any{obj("a", "b"), obj("a/b/c", "-"), obj(), nil, absent}},
	{"metadata.annotations", []any{obj("api-approved.kubernetes.io", "https://github.com/x"), obj("api-approved.kubernetes.io", "unapproved, test"),
		obj("api-approved.kubernetes.io", "yes"), obj("api-approved.kubernetes.io", ""), obj("A B", "c"), nil, absent}},
	{"metadata.finalizers", []any{[]any{"a"}, []any{"a/b"}, []any{}, absent}},
	{"metadata.ownerReferences", []any{[]any{obj()}, []any{obj("apiVersion", "v1", "kind", "A", "name", "b", "uid", "c")}, absent}},
	{"metadata.generation", []any{int64(-1), int64(7), absent}},
	{"metadata.uid", []any{"some", absent}},
	{"metadata.unknown", []any{"some", absent}},
	{"status", []any{obj(), nil, absent, obj("storedVersions", []any{"v0"}), obj("acceptedNames", obj("kind", "A", "plural", "B"))}},
	{"unknown", []any{int64(1), absent}},
	{"spec.unknown", []any{int64(1), absent}},
}

func service() map[string]any { return obj("name", "a", "namespace", "b") }

func webhook(client ...any) map[string]any {
	return obj("clientConfig", obj(client...), "conversionReviewVersions", []any{"v1"})
}

func webhookConversion(client ...any) map[string]any {
	return obj("strategy", "Webhook", "webhook", webhook(client...))
}
