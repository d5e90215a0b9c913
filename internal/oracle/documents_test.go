package oracle

import (
	"context"
	"testing"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/openapiv2/specschema"
)

// TestVerdictsOfDocuments compares the server's verdicts on objects, and the objects that
// it would store, with those of crds whose schemas were read from published documents.
func TestVerdictsOfDocuments(t *testing.T) {
	parity.Run(t, "schema-document-verdict", documentRequests(t, parity.Full(20)), func(c *parity.Check, in request) {
		decoded := in.theirs.Read(in.object, upstream.Request)
		accepted := decoded.Error == ""
		var object map[string]any
		if accepted {
			theirs := in.theirs.Create(decoded.Object)
			accepted = theirs.Refused == "" && len(theirs.Errors) == 0
			object = theirs.Object
		}
		ours, err := in.ours.Admit(context.Background(), crdschema.Request{
			Object: in.object, Version: in.version, Namespace: upstream.Namespace, FieldValidation: crdschema.Ignore,
		})
		if err != nil {
			c.Fail("verdict", nil, nil, "%v", err)
			return
		}
		c.Equal("accepted", ours.Accepted(), accepted)
		if accepted && ours.Accepted() {
			c.Equal("object", comparable(ours.Validated), comparable(object))
		}
	})
}

// documentRequests returns n requests for each object of the corpus, to definitions with
// schemas of documents.
func documentRequests(t *testing.T, n int) parity.Cases[request] {
	var inputs []request
	var labels []string
	for _, crd := range corpus.Load(t).CRDs {
		served := map[string]endpoint{}
		for _, o := range crd.Objects {
			e, known := served[o.Version()]
			if !known {
				if e, _ = newEndpoint(crd.Manifest, o.Version()); e.theirs != nil {
					e.ours = fromDocument(t, crd.Manifest, o.Version())
				}
				served[o.Version()] = e
			}
			if e.ours != nil {
				inputs = append(inputs, request{endpoint: e, object: withName(o.Value)})
				labels = append(labels, o.File)
			}
		}
	}
	all := parity.Cases[request]{N: len(inputs), At: func(i int) (string, request) { return labels[i], inputs[i] }}
	return parity.Times(all, n, func(seed uint64, r request) request {
		if seed%uint64(n) > 0 {
			r.object = sameName(changed(seed, r.object, 1), r.object)
		}
		r.object = unversioned(r.object)
		return r
	})
}

// fromDocument compiles a crd with the schema of one version replaced by that of its
// document. It is nil if the schema is not published.
func fromDocument(t *testing.T, manifest map[string]any, version string) *crdschema.Definition {
	doc, err := openapiv3.BuildMap(context.Background(), manifest, version)
	if err != nil {
		return nil
	}
	spec := manifest["spec"].(map[string]any)
	s, errs, err := specschema.FromDocument(context.Background(), doc, spec["group"].(string)+"/"+version, spec["names"].(map[string]any)["kind"].(string))
	if err != nil {
		t.Fatal(err)
	}
	if len(errs) > 0 {
		t.Fatal(errs.Err())
	}
	if s.NumProperties() == 0 {
		return nil
	}
	out := upstream.Copy(manifest)
	for _, v := range out["spec"].(map[string]any)["versions"].([]any) {
		if v := v.(map[string]any); v["name"] == version {
			v["schema"], v["served"] = map[string]any{"openAPIV3Schema": s.Map()}, true
		}
	}
	delete(out["spec"].(map[string]any), "validation")
	d, err := crdschema.Compile(context.Background(), out)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
