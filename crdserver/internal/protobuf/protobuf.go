// Package protobuf reads bodies in protobuf, as typed clients send them: of built-in kinds, of CRDs and of
// the options of requests.
//
// Tables describe the messages: of CRDs crd.txt, of built-in kinds one that is made of their Go types
// (package published).
package protobuf

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema/crdserver/internal/published"
	"github.com/seed95800270/crdschema/httpapi"
)

// Is reports whether a Content-Type is protobuf.
func Is(contentType string) bool {
	name, _, err := mime.ParseMediaType(contentType)
	return err == nil && name == httpapi.Protobuf
}

// magic begins bodies in protobuf.
const magic = "k8s\x00"

// JSON returns the JSON text of a body. The error says that it has no known kind or cannot be decoded.
func JSON(body []byte) ([]byte, error) {
	rest, found := bytes.CutPrefix(body, []byte(magic))
	if !found {
		return nil, fmt.Errorf("provided data does not appear to be a protobuf message, expected prefix %v", []byte(magic))
	}
	var unknown runtime.Unknown
	if err := unknown.Unmarshal(rest); err != nil {
		return nil, err
	}
	if unknown.Kind == "DeleteOptions" {
		return deleteOptions(&unknown)
	}
	m := messageOf(unknown.APIVersion, unknown.Kind)
	if m == nil {
		return nil, fmt.Errorf("no kind %q is registered for version %q", unknown.Kind, unknown.APIVersion)
	}
	v, err := (&decoder{}).message(m, unknown.Raw)
	if err != nil {
		return nil, err
	}
	obj := v.(map[string]any)
	obj["apiVersion"], obj["kind"] = unknown.APIVersion, unknown.Kind
	return json.Marshal(obj)
}

// messageOf returns the message of a kind, or nil.
func messageOf(apiVersion, kind string) *message {
	if kind == "CustomResourceDefinition" && apiVersion == "apiextensions.k8s.io/v1" {
		return crdMessages()[kind]
	}
	return builtInMessages()[published.Kind(apiVersion, kind)]
}

// deleteOptions returns the JSON text of options of any group.
func deleteOptions(unknown *runtime.Unknown) ([]byte, error) {
	var options metav1.DeleteOptions
	if err := options.Unmarshal(unknown.Raw); err != nil {
		return nil, err
	}
	options.APIVersion, options.Kind = unknown.APIVersion, unknown.Kind
	return json.Marshal(options)
}
