package httpapi_test

import (
	"fmt"
	"net/url"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
)

var old = crdschema.MustCompileYAML(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: candles.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: candles, kind: Candle}
  versions: [{name: v1, served: true, storage: true, deprecated: true, schema: {openAPIV3Schema: {type: object}}}]
`)

func ExampleParsePath() {
	for _, text := range []string{"/apis/example.com/v1/namespaces/default/lamps/desk/status", "/apis/example.com/v1/lamps?watch=1", "/apis/example.com/v1", "/healthz"} {
		u, _ := url.Parse(text)
		path, refused := httpapi.ParsePath("GET", u)
		fmt.Printf("%+v %v\n", path, refused)
	}
	u, _ := url.Parse("/apis/example.com/v1/watch")
	_, refused := httpapi.ParsePath("GET", u)
	fmt.Println(refused.Code, refused.Text)
	// Output:
	// {Endpoint:resources Verb:get Group:example.com Version:v1 Namespace:default Resource:lamps Name:desk Subresource:status} <nil>
	// {Endpoint:resources Verb:watch Group:example.com Version:v1 Namespace: Resource:lamps Name: Subresource:} <nil>
	// {Endpoint:version Verb: Group:example.com Version:v1 Namespace: Resource: Name: Subresource:} <nil>
	// {Endpoint: Verb: Group: Version: Namespace: Resource: Name: Subresource:} <nil>
	// 500 Internal Server Error: "/apis/example.com/v1/watch": failed to create RequestInfo: unable to determine kind and namespace from url, /apis/example.com/v1/watch
}

// A router finds the definition, then the version, and answers at once if there is none.
func ExamplePath_Find() {
	definitions := map[string]*crdschema.Definition{definition.Name(): definition, old.Name(): old}
	for _, request := range [][2]string{
		{"GET", "/apis/example.com/v1/namespaces/default/lamps/desk"},
		{"GET", "/apis/example.com/v2/namespaces/default/lamps/desk"},
		{"GET", "/apis/example.com/v1/tables"},
		{"GET", "/apis/example.com/v1/namespaces/default/lamps/desk/log"},
		{"PUT", "/apis/example.com/v1/namespaces/default/lamps"},
		{"OPTIONS", "/apis/example.com/v1/namespaces/default/candles"},
	} {
		u, _ := url.Parse(request[1])
		path, _ := httpapi.ParsePath(request[0], u)
		version, refused := path.Find(definitions[path.CRDName()])
		switch {
		case refused == nil:
			fmt.Println(path.Verb, version.Name())
		case refused.Status == nil:
			fmt.Printf("%d %q\n", refused.Code, refused.Text)
		default:
			fmt.Println(refused.Code, refused.Status, httpapi.VersionWarnings(version))
		}
	}
	// Output:
	// get v1
	// 404 "404 page not found\n"
	// 404 "404 page not found\n"
	// 404 lamps.example.com "desk" not found []
	// 400 name must be provided []
	// 405  is not supported on resources of kind "candles.example.com" [299 - "example.com/v1 Candle is deprecated"]
}

func ExamplePath_CheckName() {
	u, _ := url.Parse("/apis/example.com/v1/namespaces/default/lamps/a%25")
	path, _ := httpapi.ParsePath("GET", u)
	status := path.CheckName()
	fmt.Println(status.Code, status)
	// Output:
	// 400 Name parameter invalid: "a%": may not contain '%'
}

func ExamplePath_CRDName() {
	fmt.Println(httpapi.Path{Group: "example.com", Resource: "lamps"}.CRDName())
	// Output:
	// lamps.example.com
}

// A group without a definition has no document.
func ExamplePageNotFound() {
	refused := httpapi.PageNotFound()
	fmt.Printf("%d %q\n", refused.Code, refused.Text)
	// Output:
	// 404 "404 page not found\n"
}

func ExampleVersionWarnings() {
	v1, _ := old.Version("v1")
	fmt.Println(httpapi.VersionWarnings(v1))
	v1, _ = definition.Version("v1")
	fmt.Println(httpapi.VersionWarnings(v1))
	// Output:
	// [299 - "example.com/v1 Candle is deprecated"]
	// []
}
