package httpapi_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/status"
)

// A watch that begins at a revision that is gone ends with one event.
func ExampleEncodeEvent() {
	text, err := httpapi.EncodeEvent(context.Background(), registry.ErrorEvent(status.TooOldResourceVersion(7, 40)))
	fmt.Print(string(text))
	fmt.Println(err)

	_, err = httpapi.EncodeEvent(context.Background(), nil)
	fmt.Println(err)
	// Output:
	// {"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"too old resource version: 7 (40)","reason":"Expired","code":410}}
	// <nil>
	// an event has a type and an object
}
