package fields_test

import (
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/seed95800270/crdschema/internal/crd/decode"
)

var definitions = schema.GroupVersionKind{Group: apiextensions.GroupName, Version: "v1", Kind: "CustomResourceDefinition"}

// answer is the result of decoding a request for the URL of definitions.
type answer struct {
	Refusal  string
	Warnings []string
}

// theirs decodes a body as the server's handler does for each mode of field
// validation.
//
// Reference: the decoders of apiextensions-apiserver/pkg/apiserver, used as the
// unexported createHandler and transformDecodeError of
// k8s.io/apiserver/pkg/endpoints/handlers do.
func theirs(body []byte, mediaType string) (out [3]answer) {
	info, ok := runtime.SerializerInfoForMediaType(apiserver.Codecs.SupportedMediaTypes(), mediaType)
	if !ok {
		panic(mediaType)
	}
	out[decode.Ignore] = decoded(body, info.Serializer)[decode.Ignore]
	strict := decoded(body, info.StrictSerializer)
	out[decode.Warn], out[decode.Strict] = strict[decode.Warn], strict[decode.Strict]
	return out
}

func decoded(body []byte, serializer runtime.Decoder) (out [3]answer) {
	decoder := apiserver.Codecs.DecoderToVersion(serializer, apiextensions.SchemeGroupVersion)
	obj, gvk, err := decoder.Decode(body, &definitions, &apiextensions.CustomResourceDefinition{})
	refusal := ""
	switch {
	case err == nil:
	case gvk != nil && gvk.Kind != "":
		refusal = fmt.Sprintf("%s in version %q cannot be handled as a %s: %v", gvk.Kind, gvk.Version, definitions.Kind, err)
	default:
		refusal = fmt.Sprintf("the object provided is unrecognized (must be of type %s): %v (%s)", definitions.Kind, err, shown(body))
	}
	for i := range out {
		v, a := decode.Validation(i), &out[i]
		if strict, isStrict := runtime.AsStrictDecodingError(err); isStrict && obj != nil && v == decode.Warn {
			for _, e := range strict.Errors() {
				a.Warnings = append(a.Warnings, e.Error())
			}
		} else if err != nil {
			a.Refusal = refusal
			continue
		}
		if gvk.GroupVersion() != definitions.GroupVersion() {
			a.Refusal = fmt.Sprintf("the API version in the data (%s) does not match the expected API version (%v)", gvk.GroupVersion(), definitions.GroupVersion())
		}
	}
	return out
}

func shown(body []byte) string {
	if len(body) > 30 {
		return string(body[:30]) + " ..."
	}
	return string(body)
}

// ours decodes with this module.
func ours(manifest map[string]any, duplicates []string) (out [3]answer) {
	found := decode.Read(manifest, duplicates)
	for i := range out {
		v := decode.Validation(i)
		out[i].Warnings = found.Warnings(v).Texts()
		if s := found.Status(v); s != nil {
			out[i].Refusal = s.Message
		}
	}
	return out
}
