package custom

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/versioning"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
)

// negotiated is the runtime.NegotiatedSerializer of a definition.
type negotiated struct {
	definition *crdschema.Definition
	convertor  runtime.ObjectConvertor
	scheme     *runtime.Scheme
	infos      []runtime.SerializerInfo
}

// SupportedMediaTypes implements runtime.NegotiatedSerializer.
func (n negotiated) SupportedMediaTypes() []runtime.SerializerInfo { return n.infos }

// EncoderForVersion implements runtime.NegotiatedSerializer.
func (n negotiated) EncoderForVersion(e runtime.Encoder, gv runtime.GroupVersioner) runtime.Encoder {
	return versioning.NewCodec(e, nil, n.convertor, n.scheme, n.scheme, n.scheme, gv, nil, "customresources")
}

// DecoderToVersion implements runtime.NegotiatedSerializer.
func (n negotiated) DecoderToVersion(d runtime.Decoder, _ runtime.GroupVersioner) runtime.Decoder {
	text, ok := d.(*json.Serializer)
	return decoder{n.definition, d, ok && text.IsStrict()}
}

// decoder decodes the body of a request as the definition says. The delegate reads the text.
type decoder struct {
	definition *crdschema.Definition
	delegate   runtime.Decoder
	strict     bool
}

// Decode implements runtime.Decoder. The result is into. Unknown and repeated fields are a strict decoding
// error beside it, if the decoder is strict.
func (d decoder) Decode(data []byte, defaults *schema.GroupVersionKind, into runtime.Object) (runtime.Object, *schema.GroupVersionKind, error) {
	target, ok := into.(*unstructured.Unstructured)
	if !ok {
		return d.delegate.Decode(data, defaults, into)
	}
	obj, gvk, err := d.delegate.Decode(data, defaults, &unstructured.Unstructured{})
	strict, isStrict := runtime.AsStrictDecodingError(err)
	if err != nil && (!isStrict || obj == nil) {
		return nil, gvk, err
	}
	u, ok := obj.(*unstructured.Unstructured)
	if !ok {
		return nil, gvk, errors.New("the body is not one object")
	}
	decoded, err := d.decode(u.Object)
	if err != nil {
		return nil, gvk, err
	}
	target.Object = structural.Clone(decoded.Object)
	problems := unknown(decoded)
	if isStrict {
		problems = append(strict.Errors(), problems...)
	}
	if d.strict && len(problems) > 0 {
		return target, gvk, runtime.NewStrictDecodingError(problems)
	}
	return target, gvk, nil
}

func (d decoder) decode(content map[string]any) (crdschema.Decoded, error) {
	m, err := normalized(content)
	if err != nil {
		return crdschema.Decoded{}, err
	}
	return d.definition.Decode(context.Background(), m)
}

func unknown(decoded crdschema.Decoded) (out []error) {
	for _, e := range decoded.Unknown {
		out = append(out, errors.New(e.Error()))
	}
	return out
}
