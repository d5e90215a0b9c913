package discovery

import (
	"net/http"

	"github.com/seed95800270/crdschema/crdserver/internal/crds"
	"github.com/seed95800270/crdschema/crdserver/internal/published"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/lifecycle"
)

// Documents answers requests for documents.
type Documents struct {
	Verbs *rest.Verbs
	CRDs  *crds.Controller
	// Host is the address of the server, in the document /api.
	Host string

	groups  groups
	openapi openapi
}

// core returns the core group.
func core() lifecycle.Discovery { return published.Groups()[0] }

// Groups answers /apis.
func (d *Documents) Groups(w http.ResponseWriter, r *http.Request) {
	d.list(w, r, lifecycle.APIGroupList(d.all()...), d.all()...)
}

// CoreVersions answers /api.
func (d *Documents) CoreVersions(w http.ResponseWriter, r *http.Request) {
	d.list(w, r, map[string]any{"kind": "APIVersions", "apiVersion": "v1", "versions": []any{"v1"},
		"serverAddressByClientCIDRs": []any{map[string]any{"clientCIDR": "0.0.0.0/0", "serverAddress": d.Host}}}, core())
}

// list answers with a document, or with the aggregated one about groups if the client accepts it.
func (d *Documents) list(w http.ResponseWriter, r *http.Request, legacy map[string]any, groups ...lifecycle.Discovery) {
	media, refused := rest.Accept(r, httpapi.ParseDiscoveryAccept)
	if refused != nil {
		d.Verbs.Reject(w, r, refused)
		return
	}
	if media.As != httpapi.APIGroupDiscoveryList {
		d.Verbs.Document(w, r, media, legacy)
		return
	}
	doc := lifecycle.APIGroupDiscoveryList(groups...)
	etag := lifecycle.ETag(doc)
	header := w.Header()
	header.Set("ETag", etag)
	header.Set("Vary", "Accept")
	header.Set("Cache-Control", "public")
	if r.Header.Get("If-None-Match") == etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", media.Name+lifecycle.AggregatedMediaType[len(httpapi.JSON):])
	d.Verbs.Document(w, r, media, doc)
}

// all returns the groups below /apis.
func (d *Documents) all() []lifecycle.Discovery { return d.groups.of(d.CRDs.Served()) }

// Group answers /apis/GROUP.
func (d *Documents) Group(w http.ResponseWriter, r *http.Request, group string) {
	d.plain(w, r, find(d.all(), group).APIGroup())
}

// Resources answers /apis/GROUP/VERSION, and /api/VERSION for the empty group.
func (d *Documents) Resources(w http.ResponseWriter, r *http.Request, group, version string) {
	found := core()
	if group != "" {
		found = find(d.all(), group)
	}
	d.plain(w, r, found.APIResourceList(version))
}

func find(groups []lifecycle.Discovery, name string) lifecycle.Discovery {
	for _, d := range groups {
		if d.Group == name {
			return d
		}
	}
	return lifecycle.Discovery{}
}

// plain answers with a document without an aggregated form, if there is one.
func (d *Documents) plain(w http.ResponseWriter, r *http.Request, doc map[string]any) {
	if doc == nil {
		d.Verbs.Refuse(w, r, httpapi.PageNotFound())
		return
	}
	media, refused := rest.Accept(r, httpapi.ParseDiscoveryAccept)
	if refused != nil {
		d.Verbs.Reject(w, r, refused)
		return
	}
	d.Verbs.Document(w, r, media, doc)
}
