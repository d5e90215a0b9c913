package rest

import (
	"net/http"
	"strconv"

	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/status"
)

func (x *exchange) get() error {
	if err := x.accept(); err != nil {
		return err
	}
	opts, refused := httpapi.ParseGet(x.query)
	if refused == nil {
		refused = x.path.CheckName()
	}
	if refused != nil {
		return refused
	}
	stored, revision := x.kind.Table().Get(key(x.path.Namespace, x.path.Name))
	if wanted, _ := strconv.ParseUint(opts.ResourceVersion, 10, 64); wanted > revision {
		return status.TooLargeResourceVersion(wanted, revision, 1)
	}
	if stored == nil {
		return x.kind.NotFound(x.path.Namespace, x.path.Name)
	}
	obj, err := x.kind.ReadOne(x.ctx, stored.Value)
	if err == nil && x.path.Subresource != "" {
		obj, err = x.kind.Subresource(obj, x.path.Subresource)
	}
	if err != nil {
		return err
	}
	x.warn(x.kind.Warnings())
	return x.object(http.StatusOK, obj)
}
