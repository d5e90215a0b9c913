package conversion_test

import (
	"context"
	"maps"
	"testing"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

// FuzzDeclared converts any object as any declaration says, there and back:
// what can be converted both ways comes back as it was.
func FuzzDeclared(f *testing.F) {
	f.Add([]byte(`{"rules":[{"split":{"from":".a","separator":":","to":[".b.c",{"path":".d","type":"integer"}],"last":true}}]}`), []byte(`{"a":"x:y:1","b":{"e":1}}`))
	f.Add([]byte(`{"rules":[{"join":{"to":".a","separator":"-","from":[".b",".c"],"partial":true}},{"rename":{"path":".a","to":"z"}}]}`), []byte(`{"b":"x","c":""}`))
	f.Add([]byte(`{"rules":[{"values":{"path":".l[*].a","pairs":[{"from":1,"to":"x"},{"from":"x","to":1.5}],"others":true}}]}`), []byte(`{"l":[{"a":1},{"a":"x"},{"a":[]},7]}`))
	f.Add([]byte(`{"rules":[{"move":{"from":".a","to":".b.c"}},{"move":{"from":".b","to":".a"}},{"constant":{"path":".b","value":{}}}]}`), []byte(`{"a":{"a":1}}`))
	f.Add([]byte(`{"rules":[{"move":{"from":".m[*]['x y']","to":".m[*].n.o"}},{"drop":{"path":".q","value":1}}]}`), []byte(`{"m":{"k":{"x y":null}},"q":1}`))
	f.Fuzz(func(t *testing.T, declared, object []byte) {
		fields, ok := cases.FromJSON(declared)
		obj, isObject := cases.FromJSON(object)
		if !ok || !isObject {
			return
		}
		fields = maps.Clone(fields)
		fields["from"], fields["to"] = older, newer
		d, err := conversion.ReadDeclaration(fields)
		if err != nil {
			return
		}
		chain, err := conversion.Declare(d)
		if err != nil {
			return
		}
		obj = thing(older, obj)
		delete(obj, "metadata")
		before := structural.Clone(obj)
		there, err := chain.Convert(context.Background(), []map[string]any{obj}, newer)
		if !structural.Equal(before, obj) {
			t.Fatal("the input was written to")
		}
		if err != nil {
			return
		}
		cases.RequireShared(t, there[0], obj)
		back, err := chain.Convert(context.Background(), there, older)
		if err != nil {
			t.Fatalf("%v became %v, which does not come back: %v", obj, there[0], err)
		}
		if !drops(d) && !structural.Equal(withoutEmpty(back[0]), withoutEmpty(obj)) {
			t.Fatalf("%v became %v and came back as %v", obj, there[0], back[0])
		}
	})
}

// drops tells a declaration that makes up a field on the way back.
func drops(d conversion.Declaration) bool {
	for _, r := range d.Rules {
		if r.Drop != nil {
			return true
		}
	}
	return false
}

// withoutEmpty is a value without empty objects, which rules do not tell from
// none.
func withoutEmpty(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, e := range v {
			if e = withoutEmpty(e); !structural.Equal(e, map[string]any{}) {
				out[name] = e
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = withoutEmpty(e)
		}
		return out
	}
	return v
}

// FuzzRespond answers anything: there is an error, or an answer that fits.
func FuzzRespond(f *testing.F) {
	f.Add([]byte(`{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":{"uid":"u","desiredAPIVersion":"g/v1","objects":[{"kind":"K","metadata":{}}]}}`))
	f.Add([]byte(`{"apiVersion":"apiextensions.k8s.io/v1beta1","kind":"ConversionReview","request":{"desiredAPIVersion":"v1","objects":[{"kind":"K","apiVersion":7,"metadata":[]}]}}`))
	f.Add([]byte(`{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":{"objects":null}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		review, ok := cases.FromJSON(text)
		if !ok {
			return
		}
		answer, err := conversion.Respond(context.Background(), review, conversion.None{})
		if err != nil {
			return
		}
		request := review["request"].(map[string]any)
		response := answer["response"].(map[string]any)
		uid, _ := request["uid"].(string)
		if answer["apiVersion"] != review["apiVersion"] || response["uid"] != uid {
			t.Fatalf("%v does not answer %v", answer, review)
		}
		if response["result"].(map[string]any)["status"] == "Failed" {
			return
		}
		sent, _ := request["objects"].([]any)
		objs := make([]map[string]any, len(sent))
		for i, v := range sent {
			objs[i] = v.(map[string]any)
		}
		to := request["desiredAPIVersion"].(string)
		version := review["apiVersion"].(string)[len("apiextensions.k8s.io/"):]
		exchange, err := conversion.NewReview(conversion.ReviewRequest{UID: uid, ToAPIVersion: to, Objects: objs, ReviewVersions: []string{version}})
		if err != nil {
			t.Fatal(err)
		}
		if exchange.Len() != len(objs) {
			return // a server would not have sent all of them
		}
		if _, err := exchange.Read(answer); err != nil {
			t.Fatalf("a server refuses the answer to %s: %v", text, err)
		}
	})
}
