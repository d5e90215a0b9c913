// Package protobuf reads bodies of built-in kinds in protobuf, as typed clients send them.
package protobuf

import (
	"encoding/json"
	"mime"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"

	"github.com/seed95800270/crdschema/httpapi"
)

// Is reports whether a Content-Type is protobuf.
func Is(contentType string) bool {
	name, _, err := mime.ParseMediaType(contentType)
	return err == nil && name == httpapi.Protobuf
}

// JSON returns the JSON text of a body. The error says that it has no known kind or cannot be decoded.
func JSON(body []byte) ([]byte, error) {
	obj, kind, err := serializer().Decode(body, nil, nil)
	if err != nil {
		return nil, err
	}
	obj.GetObjectKind().SetGroupVersionKind(*kind)
	return json.Marshal(obj)
}

// serializer knows the kinds of the core group and the options of requests. It does not change.
var serializer = sync.OnceValue(func() *protobuf.Serializer {
	scheme := runtime.NewScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		panic(err) // the types are part of the program
	}
	return protobuf.NewSerializer(scheme, scheme)
})
