package httpapi_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
)

func ExampleEncode() {
	v1, _ := definition.Version("v1")
	missing := v1.Definition().Resource("desk").NotFound()
	for _, accept := range []string{"application/json", "application/yaml", "application/json;pretty=1"} {
		media := httpapi.ParseStatusAccept(accept, httpapi.JSON, httpapi.YAML)
		media.Pretty = media.Indents("", "kubectl/v1.37.0")
		body, err := httpapi.Encode(context.Background(), media, missing.Object())
		fmt.Println(media.Name, err)
		fmt.Println(string(body))
	}
	// Output:
	// application/json <nil>
	// {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"lamps.example.com \"desk\" not found","reason":"NotFound","details":{"name":"desk","group":"example.com","kind":"lamps"},"code":404}
	//
	// application/yaml <nil>
	// apiVersion: v1
	// code: 404
	// details:
	//   group: example.com
	//   kind: lamps
	//   name: desk
	// kind: Status
	// message: lamps.example.com "desk" not found
	// metadata: {}
	// reason: NotFound
	// status: Failure
	//
	// application/json <nil>
	// {
	//   "kind": "Status",
	//   "apiVersion": "v1",
	//   "metadata": {},
	//   "status": "Failure",
	//   "message": "lamps.example.com \"desk\" not found",
	//   "reason": "NotFound",
	//   "details": {
	//     "name": "desk",
	//     "group": "example.com",
	//     "kind": "lamps"
	//   },
	//   "code": 404
	// }
}

// For what the server cannot write, it answers with a Status.
func ExampleEncode_unwritable() {
	lamp := map[string]any{"apiVersion": "example.com/v1", "kind": "Lamp", "color": "\x7f"}
	_, err := httpapi.Encode(context.Background(), httpapi.MediaType{Name: httpapi.YAML}, lamp)
	fmt.Println(crdschema.StatusOf(err).Code, err)
	_, err = httpapi.Encode(context.Background(), httpapi.MediaType{Name: "text/html"}, lamp)
	fmt.Println(crdschema.StatusOf(err), err, errors.Is(err, context.Canceled))
	// Output:
	// 500 yaml: control characters are not allowed
	// <nil> the media type "text/html" is not written false
}

func ExampleParseStatusAccept() {
	for _, header := range []string{"", "application/yaml", "application/json;as=Table;g=meta.k8s.io;v=v1, */*;q=0.1", "application/json;as=Table;g=meta.k8s.io;v=v1", "text/html"} {
		media := httpapi.ParseStatusAccept(header, httpapi.JSON, httpapi.YAML)
		fmt.Printf("%s %q %t\n", media.Name, media.As, media.Pretty)
	}
	// Output:
	// application/json "" false
	// application/yaml "" false
	// application/json "" false
	// application/json "" true
	// application/json "" true
}
