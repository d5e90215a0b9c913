package httpapi_test

import (
	"fmt"
	"net/http"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
)

// checkCreate checks all but the object of a request to create one, in the order of a server.
func checkCreate(header http.Header, body []byte, text string) (httpapi.WriteOptions, *crdschema.Status) {
	if _, status := httpapi.ParseAccept(header.Get("Accept"), httpapi.JSON, httpapi.YAML); status != nil {
		return httpapi.WriteOptions{}, status
	}
	if status := httpapi.CheckContentType(crdschema.Create, header.Get("Content-Type")); status != nil {
		return httpapi.WriteOptions{}, status
	}
	if status := httpapi.CheckSize(len(body)); status != nil {
		return httpapi.WriteOptions{}, status
	}
	return httpapi.ParseCreate(query(text))
}

func ExampleCheckContentType() {
	_, status := checkCreate(http.Header{"Content-Type": {"text/plain"}}, nil, "fieldValidation=no")
	fmt.Println(status.Code, status)
	// Output:
	// 415 the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf
}

func ExampleCheckSize() {
	_, status := checkCreate(nil, make([]byte, httpapi.MaxBodyBytes+1), "")
	fmt.Println(status.Code, status)
	// Output:
	// 413 Request entity too large: limit is 3145728
}

func ExampleParseDiscoveryAccept() {
	for _, header := range []string{
		"application/json, application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList;q=0.1",
		"application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList, application/yaml",
		"text/html",
	} {
		media, status := httpapi.ParseDiscoveryAccept(header, httpapi.JSON, httpapi.YAML)
		fmt.Printf("%s %q %v\n", media.Name, media.As, status)
	}
	// Output:
	// application/json "APIGroupDiscoveryList" <nil>
	// application/yaml "" <nil>
	//  "" only the following media types are accepted: application/json, application/yaml
}
