package custom

import (
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
)

// NewScheme returns a scheme with the types of Kubernetes that answers have: Status, events, discovery, Scale.
func NewScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	core := schema.GroupVersion{Version: "v1"}
	metav1.AddToGroupVersion(scheme, core)
	scheme.AddUnversionedTypes(core, &metav1.Status{}, &metav1.WatchEvent{}, &metav1.APIVersions{},
		&metav1.APIGroupList{}, &metav1.APIGroup{}, &metav1.APIResourceList{})
	_ = autoscalingv1.AddToScheme(scheme) // it adds functions that do not fail
	return scheme
}

// parameters returns the codec of the query parameters of a version.
func parameters(gv schema.GroupVersion) runtime.ParameterCodec {
	scheme := runtime.NewScheme()
	scheme.AddUnversionedTypes(gv, &metav1.ListOptions{}, &metav1.GetOptions{}, &metav1.DeleteOptions{})
	return runtime.NewParameterCodec(scheme)
}

// creater creates unstructured objects.
type creater struct{}

// New implements runtime.ObjectCreater.
func (creater) New(kind schema.GroupVersionKind) (runtime.Object, error) {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(kind)
	return u, nil
}

// mediaTypes returns the serializers that are offered. Protobuf is for errors and metadata only.
func mediaTypes(scheme *runtime.Scheme) []runtime.SerializerInfo {
	text := func(o json.SerializerOptions) runtime.Serializer {
		return json.NewSerializerWithOptions(json.DefaultMetaFactory, creater{}, scheme, o)
	}
	return []runtime.SerializerInfo{{
		MediaType: runtime.ContentTypeJSON, MediaTypeType: "application", MediaTypeSubType: "json", EncodesAsText: true,
		Serializer:       text(json.SerializerOptions{StreamingCollectionsEncoding: true}),
		PrettySerializer: text(json.SerializerOptions{Pretty: true}),
		StrictSerializer: text(json.SerializerOptions{Strict: true, StreamingCollectionsEncoding: true}),
		StreamSerializer: &runtime.StreamSerializerInfo{EncodesAsText: true, Serializer: text(json.SerializerOptions{}), Framer: json.Framer},
	}, {
		MediaType: runtime.ContentTypeYAML, MediaTypeType: "application", MediaTypeSubType: "yaml", EncodesAsText: true,
		Serializer:       text(json.SerializerOptions{Yaml: true}),
		StrictSerializer: text(json.SerializerOptions{Yaml: true, Strict: true}),
	}, {
		MediaType: runtime.ContentTypeProtobuf, MediaTypeType: "application", MediaTypeSubType: "vnd.kubernetes.protobuf",
		Serializer: protobuf.NewSerializer(creater{}, scheme),
		StreamSerializer: &runtime.StreamSerializerInfo{
			Serializer: protobuf.NewRawSerializer(creater{}, scheme), Framer: protobuf.LengthDelimitedFramer,
		},
	}}
}

// withoutProtobuf returns the serializers in which whole objects are written.
func withoutProtobuf(infos []runtime.SerializerInfo) (out []runtime.SerializerInfo) {
	for _, info := range infos {
		if info.MediaType != runtime.ContentTypeProtobuf {
			out = append(out, info)
		}
	}
	return out
}
