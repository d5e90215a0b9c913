package conversion_test

import (
	"context"
	"testing"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/cases"
)

// FuzzRespond answers arbitrary reviews: Respond returns an error, or an answer that
// a server accepts.
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
		if _, err := exchange.Read(context.Background(), answer); err != nil {
			t.Fatalf("a server refuses the answer to %s: %v", text, err)
		}
	})
}
