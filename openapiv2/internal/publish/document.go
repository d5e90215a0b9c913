package publish

import (
	"encoding/json"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/decode"
)

// Info is the head of every document.
var Info = spec.InfoProps{Title: "Kubernetes CRD Swagger", Version: "v0.1.0"}

// Plain encodes a document and decodes it again.
func Plain(document any) (map[string]any, error) {
	text, err := json.Marshal(document)
	if err != nil {
		return nil, err
	}
	doc, err := decode.JSON(text)
	if err != nil {
		return nil, err
	}
	return doc.Object()
}
