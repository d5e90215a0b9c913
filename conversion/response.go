package conversion

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/internal/jsonword"
)

const reviewKind = "ConversionReview"

// response are the converted objects of an answer, not looked at yet.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion,
// getConvertedObjectsFromResponse.
func (r *Review) response(answer any) ([]any, error) {
	if err := checkAnswerKind(answer, r.version); err != nil {
		return nil, err
	}
	review, _ := answer.(map[string]any)
	if err := reviewShape(r.version).check(review); err != nil {
		return nil, err
	}
	strict := r.version == "v1"
	want := objectKind{groupVersion{reviewGroup, r.version}, reviewKind}
	if got := kindOf(review); strict && got != want {
		return nil, fmt.Errorf("expected webhook response of %v, got %v", want, got)
	}
	response, ok := review["response"].(map[string]any)
	if !ok {
		return nil, errors.New("no response provided")
	}
	if uid := textIn(response, "uid"); strict && uid != r.request.UID {
		return nil, fmt.Errorf("expected response.uid=%q, got %q", r.request.UID, uid)
	}
	if status := textIn(response, "result", "status"); status != "Success" {
		if message := textIn(response, "result", "message"); message != "" {
			return nil, errors.New(message)
		}
		return nil, fmt.Errorf("response.result.status was '%s', not 'Success'", status)
	}
	objects, _ := response["convertedObjects"].([]any)
	return objects, nil
}

// checkAnswerKind asks whether a server can decode an answer into the review
// of a version.
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode, and
// the conversion of k8s.io/apimachinery/pkg/runtime, Scheme.Convert.
func checkAnswerKind(answer any, version string) error {
	k, err := interpret(answer)
	if err != nil {
		return err
	}
	if k.kind == "" {
		k.kind = reviewKind
	}
	if k.version == "" && (k.group == "" || k.group == reviewGroup) {
		k.groupVersion = groupVersion{reviewGroup, version}
	}
	switch goType, known := knownType(k); {
	case k.version == "":
		return fmt.Errorf("Object 'apiVersion' is missing in '%s'", quote(answer))
	case !known:
		return fmt.Errorf("no kind %q is registered for version %q", k.kind, k.groupVersion)
	case goType != version+"."+reviewKind:
		return fmt.Errorf("converting (%s) to (%s.%s): unknown conversion", goType, version, reviewKind)
	default:
		return nil
	}
}

// knownType is the server's Go type for a kind that it can decode where it
// expects a ConversionReview.
func knownType(k objectKind) (goType string, known bool) {
	switch k.kind {
	case "Status", "APIVersions", "APIGroup", "APIGroupList", "APIResourceList": // known in every version
		return "v1." + k.kind, true
	case reviewKind, "CustomResourceDefinition", "CustomResourceDefinitionList":
		known = k.group == reviewGroup && slices.Contains(reviewVersions[:], k.version)
		return k.version + "." + k.kind, known
	}
	return "", false
}

// interpret is what a decoded message says that it is, as a server finds it
// out before it decodes the rest.
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json,
// SimpleMetaFactory.Interpret.
func interpret(message any) (objectKind, error) {
	fields, ok := message.(map[string]any)
	if !ok && message != nil {
		return objectKind{}, fmt.Errorf("couldn't get version/kind; json parse error: json: cannot unmarshal %s into Go value of type "+
			`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`, jsonword.Of(message))
	}
	for _, field := range [...]string{"apiVersion", "kind"} {
		if v := fields[field]; v != nil && !isText(v) {
			return objectKind{}, fmt.Errorf(
				"couldn't get version/kind; json parse error: json: cannot unmarshal %s into Go struct field .%s of type string", jsonword.Of(v), field)
		}
	}
	gv, err := parseGroupVersion(textIn(fields, "apiVersion"))
	if err != nil {
		return objectKind{}, err
	}
	return objectKind{gv, textIn(fields, "kind")}, nil
}

// asObject is one converted object.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion,
// getRawExtensionObject.
func asObject(v any) (map[string]any, error) {
	if v == nil {
		return nil, errors.New("unexpected end of JSON input")
	}
	obj, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("json: cannot unmarshal %s into Go value of type map[string]interface {}", jsonword.Of(v))
	}
	if kindOf(obj).kind == "" {
		return nil, fmt.Errorf("Object 'Kind' is missing in '%s'", quote(obj))
	}
	return obj, nil
}

// quoted is how much of an object an error shows, in bytes.
const quoted = 16 << 10

// quote is a value as JSON, cut if it is long.
func quote(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text[:min(len(text), quoted)])
}
