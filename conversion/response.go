package conversion

import (
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/jsontext"
)

const reviewKind = "ConversionReview"

// response returns the converted objects of an answer, not checked yet.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion,
// getConvertedObjectsFromResponse.
func (r *Review) response(answer any) ([]any, error) {
	if err := checkAnswerKind(answer, r.version); err != nil {
		return nil, err
	}
	review, _ := answer.(map[string]any)
	if err := checkTypes(review, r.version); err != nil {
		return nil, err
	}
	strict := r.version == "v1"
	want := gotype.TypeMeta{GroupVersion: gotype.GroupVersion{Group: gotype.Group, Version: r.version}, Kind: reviewKind}
	if got := gotype.TypeMetaOf(review); strict && got != want {
		return nil, fmt.Errorf("expected webhook response of %v, got %v", want, got)
	}
	response, ok := review["response"].(map[string]any)
	if !ok {
		return nil, errors.New("no response provided")
	}
	if uid := gotype.StringAt(response, "uid"); strict && uid != r.request.UID {
		return nil, fmt.Errorf("expected response.uid=%q, got %q", r.request.UID, uid)
	}
	if status := gotype.StringAt(response, "result", "status"); status != "Success" {
		if message := gotype.StringAt(response, "result", "message"); message != "" {
			return nil, errors.New(message)
		}
		return nil, fmt.Errorf("response.result.status was '%s', not 'Success'", status)
	}
	objects, _ := response["convertedObjects"].([]any)
	return objects, nil
}

// checkAnswerKind returns the error of an answer that the server cannot decode into the review
// of a version.
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode, and the conversion
// of k8s.io/apimachinery/pkg/runtime, Scheme.Convert.
func checkAnswerKind(answer any, version string) error {
	t, bad := gotype.ReadTypeMeta(answer)
	if bad != nil {
		return errors.New(bad.Detail)
	}
	if t.Kind == "" {
		t.Kind = reviewKind
	}
	if t.Version == "" && (t.Group == "" || t.Group == gotype.Group) {
		t.GroupVersion = gotype.GroupVersion{Group: gotype.Group, Version: version}
	}
	want := version + "." + reviewKind
	switch goType := gotype.OfKind(t); {
	case t.Version == "":
		return errors.New(gotype.MissingVersion(jsontext.Excerpt(answer)))
	case goType == "":
		return errors.New(gotype.NotRegistered(t, ""))
	case goType != want:
		return errors.New(gotype.UnknownConversion(goType, want))
	default:
		return nil
	}
}

// decodeObject returns a converted object.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion, getRawExtensionObject.
func decodeObject(v any) (map[string]any, error) {
	if v == nil {
		return nil, errors.New("unexpected end of JSON input")
	}
	obj, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New(gotype.WrongType(gotype.JSONType(v), "map[string]interface {}"))
	}
	if gotype.TypeMetaOf(obj).Kind == "" {
		return nil, errors.New(gotype.MissingKind(jsontext.Excerpt(obj)))
	}
	return obj, nil
}
