package rest

import (
	"net/http"
	"time"

	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
)

// object answers with one object in the form that the client accepts.
func (x *exchange) object(code int, obj map[string]any) error {
	switch {
	case obj["kind"] == "Status" && obj["apiVersion"] == "v1": // after a deletion: it has no other form
	case x.media.As == httpapi.Table:
		return x.table(code, []map[string]any{obj}, metadata(obj))
	case x.media.As == httpapi.PartialObjectMetadata:
		partial, err := registry.PartialMetadata(x.ctx, obj, x.media.Version)
		if err != nil {
			return err
		}
		obj = partial
	case x.path.Subresource == "scale":
		if refused := x.media.CheckScale(); refused != nil {
			return refused
		}
	default:
		if refused := x.media.CheckObject(); refused != nil {
			return refused
		}
	}
	x.write(code, obj)
	return nil
}

// objects answers with a list in the form that the client accepts.
func (x *exchange) objects(objs []map[string]any, list map[string]any) error {
	switch x.media.As {
	case httpapi.Table:
		return x.table(http.StatusOK, objs, list)
	case httpapi.PartialObjectMetadataList:
		partial, err := registry.PartialMetadataList(x.ctx, objs, list, x.media.Version)
		if err != nil {
			return err
		}
		x.write(http.StatusOK, partial)
		return nil
	}
	if refused := x.media.CheckList(); refused != nil {
		return refused
	}
	x.write(http.StatusOK, x.kind.List(objs, list))
	return nil
}

func (x *exchange) table(code int, objs []map[string]any, list map[string]any) error {
	printer, opts, err := x.printer()
	if err != nil {
		return err
	}
	table, err := printer.Table(x.ctx, objs, time.Now(), append(opts, registry.WithListMetadata(list))...)
	if err != nil {
		return err
	}
	x.write(code, table)
	return nil
}

// printer returns the printer and the options of the request.
func (x *exchange) printer() (Printer, []registry.TableOption, error) {
	opts, refused := httpapi.ParseTable(x.query)
	if refused != nil {
		return nil, nil, refused
	}
	printer, err := x.kind.Printer(x.ctx, x.path.Subresource)
	return printer, append(opts, registry.WithTableVersion(x.media.Version)), err
}

func metadata(obj map[string]any) map[string]any {
	meta, _ := obj["metadata"].(map[string]any)
	return meta
}
