package builtin

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/status"
)

// unconditional reports whether an update without a resourceVersion is allowed at a version.
func (b behavior) unconditional(v *crdschema.Version) bool {
	resource, group, _ := strings.Cut(string(b), ".")
	return !b.in("conditional") || behavior(apiVersion(group, v.Name())+" "+resource).in("unconditional")
}

// create makes a create of an update of a missing object if the strategy allows it. The metadata that a server
// gives is not the client's.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, Store.Update.
func (r *Resource) create(ctx context.Context, w rest.Write) (rest.Write, error) {
	if w.Operation != crdschema.Update || w.Old != nil || !r.behavior.in("created") {
		return w, nil
	}
	docs, err := document.DecodeYAML(ctx, w.Body)
	if err != nil || len(docs) != 1 {
		return w, ctx.Err() // whoever admits the object says so
	}
	out, meta := maps.Clone(docs[0].Object), maps.Clone(untyped.Object(docs[0].Object, "metadata"))
	switch name := untyped.Text(meta, "name"); {
	case name == "":
		return w, status.NameMissing(w.Name)
	case name != w.Name:
		return w, status.OtherName(name, w.Name)
	case untyped.Text(meta, "uid") != "":
		return w, r.Definition.Definition.Resource(name).OtherUID("/registry/"+string(r.behavior)+"/"+w.Namespace+"/"+name, untyped.Text(meta, "uid"), "")
	}
	delete(meta, "resourceVersion")
	out["metadata"] = meta
	w.Operation, w.ContentType = crdschema.Create, httpapi.JSON
	w.Body, err = json.Marshal(out)
	return w, err
}

// encodeTexts moves the texts of a secret, or of a merge patch of one, to its data. So the managers of fields
// own the data.
func (r *Resource) encodeTexts(ctx context.Context, w rest.Write) (rest.Write, error) {
	if r.behavior != "secrets." {
		return w, nil
	}
	doc, err := document.DecodeJSON(ctx, w.Body)
	if err != nil {
		return w, ctx.Err() // whoever admits the object says so
	}
	if out, found := r.behavior.withStringData(doc.Object); found {
		w.Body, err = json.Marshal(out)
	}
	return w, err
}

// withStringData returns a secret with the texts of stringData in its data. It reports whether there are any.
//
// Rule: k8s.io/kubernetes/pkg/apis/core/v1, Convert_v1_Secret_To_core_Secret.
func (b behavior) withStringData(secret map[string]any) (map[string]any, bool) {
	texts, found := secret["stringData"].(map[string]any)
	if b != "secrets." || !found {
		return secret, false
	}
	data := maps.Clone(untyped.Object(secret, "data"))
	if data == nil {
		data = map[string]any{}
	}
	for name, value := range texts {
		s, isText := value.(string)
		if !isText {
			return secret, false // whoever admits the object says so
		}
		data[name] = base64.StdEncoding.EncodeToString([]byte(s))
	}
	out := maps.Clone(secret)
	delete(out, "stringData")
	if out["data"] = data; len(data) == 0 {
		delete(out, "data")
	}
	return out, true
}
