// Package protobuf reads bodies of built-in kinds and of CRDs in protobuf, as typed clients send them.
//
// CRDs are read with a table of their messages: their types belong to a module with an API server.
package protobuf

import (
	"bytes"
	"encoding/json"
	"mime"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
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
	if crd, is, err := asCRD(body); is || err != nil {
		return crd, err
	}
	obj, kind, err := serializer().Decode(body, nil, nil)
	if err != nil {
		return nil, err
	}
	obj.GetObjectKind().SetGroupVersionKind(*kind)
	return json.Marshal(obj)
}

// magic begins bodies in protobuf.
const magic = "k8s\x00"

// asCRD returns the JSON text of a CRD, and whether the body is one: none of the types of the core
// group has the fields of a CRD.
func asCRD(body []byte) (text []byte, is bool, err error) {
	rest, found := bytes.CutPrefix(body, []byte(magic))
	var unknown runtime.Unknown
	if !found || unknown.Unmarshal(rest) != nil || unknown.Kind != "CustomResourceDefinition" || unknown.APIVersion != "apiextensions.k8s.io/v1" {
		return nil, false, nil
	}
	crd, err := (&decoder{}).message(messages()["CustomResourceDefinition"], unknown.Raw)
	if err != nil {
		return nil, true, err
	}
	object := crd.(map[string]any)
	object["apiVersion"], object["kind"] = unknown.APIVersion, unknown.Kind
	text, err = json.Marshal(object)
	return text, true, err
}

// serializer knows the kinds of the core group, and the options of requests for them and for CRDs. It does not change.
var serializer = sync.OnceValue(func() *protobuf.Serializer {
	scheme := runtime.NewScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		panic(err) // the types are part of the program
	}
	metav1.AddToGroupVersion(scheme, schema.GroupVersion{Group: "apiextensions.k8s.io", Version: "v1"}) // their options
	return protobuf.NewSerializer(scheme, scheme)
})
