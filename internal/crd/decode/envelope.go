package decode

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/jsonword"
	"github.com/seed95800270/crdschema/structural"
)

const (
	group          = "apiextensions.k8s.io"
	definitionName = "CustomResourceDefinition"
	// internalVersion is that of the server's own form of a kind.
	internalVersion = "__internal"
	// scheme is how the server calls its list of kinds: by a line of its source.
	scheme = "pkg/runtime/scheme.go:111"
)

// envelope is what a server reads first: group, version and kind of the
// manifest, or of the URL where the manifest does not say.
type envelope struct {
	group, version, kind string
}

// apiVersion is the group and version as errors print them.
func (e envelope) apiVersion() string {
	if e.group == "" {
		return e.version
	}
	return e.group + "/" + e.version
}

// open reads the envelope. The message is the refusal of one that cannot be
// read.
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json,
// SimpleMetaFactory.Interpret and Serializer.Decode.
func open(manifest map[string]any) (envelope, *structural.Error) {
	apiVersion, bad := envelopeText(manifest, "apiVersion", nil)
	kind, bad := envelopeText(manifest, "kind", bad)
	if bad != nil {
		return envelope{}, bad
	}
	if strings.Count(apiVersion, "/") > 1 {
		why := unrecognized(manifest, "unexpected GroupVersion string: "+apiVersion)
		return envelope{}, refused(structural.Path{structural.Field("apiVersion")}, apiVersion, why)
	}
	e := envelope{version: apiVersion, kind: kind}
	if group, version, found := strings.Cut(apiVersion, "/"); found {
		e.group, e.version = group, version
	}
	return e.completed(), nil
}

// completed takes what is missing from the URL of the definitions.
func (e envelope) completed() envelope {
	if e.kind == "" {
		e.kind = definitionName
	}
	if e.group == "" && e.version == "" {
		e.group = group
	}
	if e.group == group && e.version == "" {
		e.version = "v1"
	}
	return e
}

// envelopeText reads a text without regard to upper and lower case in its name,
// and lets the last one count. A bad one is told if none was before.
func envelopeText(manifest map[string]any, name string, before *structural.Error) (string, *structural.Error) {
	text := ""
	for _, spelling := range slices.Sorted(maps.Keys(manifest)) {
		if !strings.EqualFold(spelling, name) {
			continue
		}
		switch v := manifest[spelling].(type) {
		case nil:
		case string:
			text = mend(v)
		default:
			if before != nil {
				continue
			}
			why := fmt.Sprintf("couldn't get version/kind; json parse error: json: cannot unmarshal %s into Go struct field .%s of type string", jsonword.Of(v), name)
			before = refused(structural.Path{structural.Field(spelling)}, v, unrecognized(manifest, why))
		}
	}
	return text, before
}

// The kinds beside definitions that the server can decode, but not take for a
// definition: those of definitions, options of requests, and those that it knows
// in every version.
var (
	relatedKinds = []string{"CustomResourceDefinitionList", "ConversionReview"}
	optionKinds  = []string{"ListOptions", "GetOptions", "DeleteOptions", "CreateOptions", "UpdateOptions", "PatchOptions"}
	commonKinds  = []string{"Status", "APIVersions", "APIGroupList", "APIGroup", "APIResourceList", "WatchEvent"}
)

// decodable is the Go type as which the server decodes another kind, empty if it
// does not know the kind.
func (e envelope) decodable() string {
	ours := e.group == group && (e.version == "v1" || e.version == "v1beta1")
	core := e.group == "" && e.version == "v1"
	switch {
	case e.version == internalVersion && e.kind == "WatchEvent" && (e.group == "" || e.group == group):
		return "v1.InternalEvent"
	case e.version == internalVersion && e.group == group && e.kind == relatedKinds[0]:
		return "apiextensions." + e.kind
	case ours && slices.Contains(relatedKinds, e.kind):
		return e.version + "." + e.kind
	case (ours || core) && slices.Contains(optionKinds, e.kind), slices.Contains(commonKinds, e.kind):
		return "v1." + e.kind
	default:
		return ""
	}
}

// misnamed is the refusal of what is no definition, empty if it is one.
//
// Rule: k8s.io/apimachinery/pkg/runtime, Scheme.New and Scheme.Convert.
func (e envelope) misnamed(manifest map[string]any) string {
	ours := e.group == group && slices.Contains([]string{"v1", "v1beta1", internalVersion}, e.version)
	switch {
	case ours && e.kind == definitionName:
		return ""
	case e.version == "":
		return e.unhandled("Object 'apiVersion' is missing in '" + asJSON(manifest) + "'")
	case e.decodable() != "":
		return e.unhandled(fmt.Sprintf("converting (%s) to (apiextensions.%s): unknown conversion", e.decodable(), definitionName))
	case e.version == internalVersion:
		return e.unhandled(fmt.Sprintf("no kind %q is registered for the internal version of group %q in scheme %q", e.kind, e.group, scheme))
	default:
		return e.unhandled(fmt.Sprintf("no kind %q is registered for version %q in scheme %q", e.kind, e.apiVersion(), scheme))
	}
}

// unhandled is the refusal of what is decoded as far as its kind.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, transformDecodeError.
func (e envelope) unhandled(why string) string {
	return fmt.Sprintf("%s in version %q cannot be handled as a %s: %s", e.kind, e.version, definitionName, why)
}

// unrecognized is the refusal of what is not decoded so far. The server quotes
// its body; here that is the manifest as JSON with sorted keys.
func unrecognized(manifest map[string]any, why string) string {
	const shown = 30
	body := asJSON(manifest)
	if len(body) > shown {
		body = body[:shown] + " ..."
	}
	return fmt.Sprintf("the object provided is unrecognized (must be of type %s): %s (%s)", definitionName, why, body)
}

func asJSON(manifest map[string]any) string {
	text, _ := json.Marshal(manifest) // fails only for one that is nested too deeply
	return string(text)
}

func refused(path structural.Path, v any, message string) *structural.Error {
	return field.Verbatim(structural.Error{Path: path, Kind: structural.Undecodable, Value: v, Detail: message})
}
