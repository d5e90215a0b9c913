package discovery

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"

	openapi_v2 "github.com/google/gnostic-models/openapiv2"
	"google.golang.org/protobuf/proto"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/crdserver/internal/crds"
	builtins "github.com/seed95800270/crdschema/crdserver/internal/openapi"
	"github.com/seed95800270/crdschema/crdserver/internal/published"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
)

// extensions is the group version of CRDs.
const extensions = "apiextensions.k8s.io/v1"

// patchTypes are the patches of CRDs that the server applies: kubectl reads them.
var patchTypes = []string{"application/json-patch+json", "application/merge-patch+json"}

// openapi keeps the catalogs of what was asked for last. A catalog is derived from the one before, so
// that documents of unchanged CRDs are not built again.
type openapi struct {
	mu      sync.Mutex
	crds    map[string]*store.Object
	v2      *openapiv2.Catalog
	v3      *openapiv3.Catalog
	written []byte // the document v2 in JSON, or nil
	encoded []byte // the same in protobuf, or nil
}

// builtIn returns the document v2 of the built-in kinds.
var builtIn = sync.OnceValues(func() (*spec.Swagger, error) {
	text, err := json.Marshal(builtins.V2())
	if err != nil {
		return nil, err
	}
	doc := &spec.Swagger{}
	return doc, json.Unmarshal(text, doc)
})

// update brings the catalogs up to date.
func (o *openapi) update(ctx context.Context, served *crds.Served) (err error) {
	if o.v2 == nil {
		o.v2, o.v3 = openapiv2.NewCatalog(), openapiv3.NewCatalog()
	}
	for name := range o.crds {
		if served.CRDs[name] == nil {
			o.v2, o.v3, o.written = o.v2.Without(name), o.v3.Without(name), nil
		}
	}
	var changed []map[string]any
	for name, crd := range served.CRDs {
		if o.crds[name] != crd {
			changed, o.written = append(changed, crd.Value), nil
		}
	}
	if o.v2, err = o.v2.With(ctx, changed...); err != nil {
		return err
	}
	if o.v3, err = o.v3.With(ctx, changed...); err != nil {
		return err
	}
	o.crds = served.CRDs
	return nil
}

// OpenAPIV2 answers /openapi/v2.
func (d *Documents) OpenAPIV2(w http.ResponseWriter, r *http.Request) error {
	media, refused := httpapi.ParseOpenAPIAccept(r.Header.Get("Accept"))
	if refused != nil {
		d.Verbs.Refuse(w, r, refused)
		return nil
	}
	text, err := d.v2(r.Context(), media.Name)
	if err != nil {
		return err
	}
	if err := d.Verbs.Store.SyncAll(); err != nil {
		return err
	}
	write(w, r, media.Name, text)
	return nil
}

// v2 returns the document of all kinds in a media type.
func (d *Documents) v2(ctx context.Context, mediaType string) ([]byte, error) {
	o := &d.openapi
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.update(ctx, d.CRDs.Served()); err != nil {
		return nil, err
	}
	if o.written == nil {
		text, err := o.merged(ctx)
		if err != nil {
			return nil, err
		}
		o.written, o.encoded = text, nil
	}
	if mediaType != httpapi.OpenAPIProtobuf {
		return o.written, nil
	}
	return o.protobuf()
}

// protobuf returns the written document in protobuf.
func (o *openapi) protobuf() ([]byte, error) {
	if o.encoded != nil {
		return o.encoded, nil
	}
	doc, err := openapi_v2.ParseDocument(o.written)
	if err != nil {
		return nil, err
	}
	o.encoded, err = proto.Marshal(doc)
	return o.encoded, err
}

// merged returns the document of the CRD itself, of the built-in kinds, and of all CRDs.
func (o *openapi) merged(ctx context.Context) ([]byte, error) {
	all := openapiv2.APIExtensions(openapiv2.WithPatchTypes(patchTypes...))
	own, err := builtIn()
	if err != nil {
		return nil, err
	}
	all, _ = openapiv2.Merge(all, own)
	for _, groupVersion := range o.v2.GroupVersions() {
		doc, _, err := o.v2.Document(ctx, groupVersion)
		if err != nil {
			return nil, err
		}
		all, _ = openapiv2.Merge(all, doc)
	}
	return json.Marshal(all)
}

// OpenAPIV3 answers /openapi/v3 and the paths below.
func (d *Documents) OpenAPIV3(w http.ResponseWriter, r *http.Request) error {
	doc, err := d.v3(r.Context(), strings.Trim(strings.TrimPrefix(r.URL.Path, "/openapi/v3"), "/"))
	switch {
	case err != nil:
		return err
	case doc == nil:
		d.Verbs.Refuse(w, r, httpapi.PageNotFound())
		return nil
	}
	text, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	write(w, r, httpapi.JSON, text)
	return nil
}

// v3 returns the document at a path below /openapi/v3, or nil.
func (d *Documents) v3(ctx context.Context, path string) (any, error) {
	o := &d.openapi
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.update(ctx, d.CRDs.Served()); err != nil {
		return nil, err
	}
	if doc := builtins.V3(path); doc != nil {
		return doc, nil
	}
	groupVersion := strings.TrimPrefix(path, "apis/")
	switch {
	case path == "":
		return o.index(ctx)
	case path == "apis/"+extensions:
		return openapiv3.APIExtensions(openapiv3.WithPatchTypes(patchTypes...)), nil
	case groupVersion == path:
		return nil, nil
	}
	if hash, err := o.v3.Hash(ctx, groupVersion); hash == "" || err != nil {
		return nil, err
	}
	doc, _, err := o.v3.Document(ctx, groupVersion)
	return doc, err
}

// index returns the document with the paths of the others.
func (o *openapi) index(ctx context.Context) (any, error) {
	paths := map[string]any{}
	add := func(path, hash string) {
		paths[path] = map[string]any{"serverRelativeURL": "/openapi/v3/" + path + "?hash=" + strings.ToUpper(hash)}
	}
	add("apis/"+extensions, "0")
	for _, path := range builtins.Paths() {
		add(path, published.Hash())
	}
	for _, groupVersion := range o.v3.GroupVersions() {
		hash, err := o.v3.Hash(ctx, groupVersion)
		if err != nil {
			return nil, err
		}
		add("apis/"+groupVersion, hash)
	}
	return map[string]any{"paths": paths}, nil
}

func write(w http.ResponseWriter, r *http.Request, mediaType string, text []byte) {
	w.Header().Set("Content-Type", mediaType)
	rest.WriteBody(w, r, http.StatusOK, text)
}
