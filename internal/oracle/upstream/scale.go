package upstream

import (
	"encoding/json"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/scale"
)

// DecodedScale is what the server's strict decoder makes of the body of a request for a
// scale subresource.
type DecodedScale struct {
	// Values are the decoded values as JSON. They are empty if there is an Error.
	Values string
	// Kind is the kind that the body names or that is taken from the URL.
	Kind schema.GroupVersionKind
	// Strict are the errors about unknown and repeated fields, and Error is any other one.
	Strict []string
	Error  string
}

var scaleCodecs = serializer.NewCodecFactory(scale.NewScaleConverter().Scheme())

// DecodeScale decodes a body as the server does. The server takes the version of the custom
// resource for the version of the result.
func DecodeScale(body []byte, mediaType string) DecodedScale {
	info, _ := runtime.SerializerInfoForMediaType(scaleCodecs.SupportedMediaTypes(), mediaType)
	decoder := scaleCodecs.DecoderToVersion(info.StrictSerializer, schema.GroupVersion{Group: "stable.example.com", Version: "v1"})
	kind := autoscalingv1.SchemeGroupVersion.WithKind("Scale")
	obj, got, err := decoder.Decode(body, &kind, &autoscalingv1.Scale{})
	var out DecodedScale
	if got != nil {
		out.Kind = *got
	}
	if strict, isStrict := runtime.AsStrictDecodingError(err); isStrict {
		for _, e := range strict.Errors() {
			out.Strict = append(out.Strict, e.Error())
		}
	} else if err != nil {
		out.Error = err.Error()
		return out
	}
	s := obj.(*autoscalingv1.Scale)
	s.TypeMeta.Kind, s.TypeMeta.APIVersion = "", ""
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	out.Values = string(text)
	return out
}
