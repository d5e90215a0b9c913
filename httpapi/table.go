package httpapi

import (
	"net/url"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/options"
	"github.com/seed95800270/crdschema/status"
)

// ParseTable returns the options of a table that a client asks for, for Version.Table of
// package crdschema, or the Status with which the server rejects the request (400):
// includeObject is not None, Metadata or Object. The server checks them after it has
// carried out the request.
//
// As on the server, a parameter with the name - leaves out the column definitions unless it
// is false or 0.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers, optionsForTransform; k8s.io/apimachinery/pkg/
// apis/meta/v1/validation, ValidateTableOptions.
func ParseTable(values url.Values) ([]crdschema.TableOption, *crdschema.Status) {
	q := query{values: values}
	text := q.text("includeObject")
	if err := options.ValidateInclude(text); err != nil {
		return nil, status.BadRequest("Unable to convert to Table as requested: " + err.Error())
	}
	include := crdschema.IncludeMetadata
	if text != "" {
		_ = include.UnmarshalText([]byte(text)) // one of the words
	}
	opts := []crdschema.TableOption{crdschema.WithInclude(include)}
	if q.isSet("-") {
		opts = append(opts, crdschema.WithoutHeaders())
	}
	return opts, nil
}
