package httpapi

import (
	"net/url"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/status"
)

// ParseTable returns options for [registry.Printer.Table], or a Status (400):
// includeObject is not None, Metadata or Object. The server checks them after it has carried out
// the request.
//
// As on the server, a parameter with the name - leaves out the column definitions unless it is
// false or 0.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers, optionsForTransform;
// k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidateTableOptions.
func ParseTable(values url.Values) ([]registry.TableOption, *crdschema.Status) {
	q := query{values: values}
	text := q.text("includeObject")
	if err := request.ValidateInclude(text); err != nil {
		return nil, status.BadRequest("Unable to convert to Table as requested: " + err.Error())
	}
	include := registry.IncludeMetadata
	if text != "" {
		_ = include.UnmarshalText([]byte(text)) // one of the words
	}
	opts := []registry.TableOption{registry.WithInclude(include)}
	if q.isSet("-") {
		opts = append(opts, registry.WithoutHeaders())
	}
	return opts, nil
}
