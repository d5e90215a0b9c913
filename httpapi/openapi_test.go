package httpapi_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/httpapi"
)

// kubectl asks for protobuf only when it explains a kind in the old way.
func ExampleParseOpenAPIAccept() {
	for _, header := range []string{"", "text/html, application/json;q=0.5", httpapi.OpenAPIProtobuf} {
		media, rejected := httpapi.ParseOpenAPIAccept(header, httpapi.JSON)
		fmt.Printf("%q %v\n", media.Name, rejected)
	}
	media, _ := httpapi.ParseOpenAPIAccept(httpapi.OpenAPIProtobuf)
	fmt.Println(media.Name)
	// Output:
	// "application/json" <nil>
	// "application/json" <nil>
	// "" &{406 <nil> }
	// application/com.github.proto-openapi.spec.v2.v1.0+protobuf
}

// TestOpenAPIProtobuf checks which headers are rejected if only JSON is written. Door R5.
func TestOpenAPIProtobuf(t *testing.T) {
	for header, want := range map[string]string{
		"*": "application/json", "application/*": "application/json", "*/json": "application/json", "*/xml": "", "text/*": "",
		httpapi.OpenAPIProtobuf:                     "",
		httpapi.OpenAPIProtobuf + ",*/*;q=0.1":      "application/json",
		"application/vnd.kubernetes.protobuf, x/y":  "",
		"application/json;as=Table;g=x;v=y;stream=": "application/json",
	} {
		media, rejected := httpapi.ParseOpenAPIAccept(header, httpapi.JSON)
		assert.Equal(t, want, media.Name, header)
		assert.Equal(t, want == "", rejected != nil, header)
	}
	media, _ := httpapi.ParseOpenAPIAccept("application/com.github.proto-openapi.spec.v2@v1.0+protobuf")
	assert.Equal(t, httpapi.OpenAPIProtobuf, media.Name)
}

// TestProtobufOnly checks the answer to a client that reads protobuf only. Door R5.
func TestProtobufOnly(t *testing.T) {
	_, status := httpapi.ParseAccept(httpapi.Protobuf, httpapi.JSON, httpapi.YAML)
	require.NotNil(t, status)
	assert.Equal(t, 406, status.Code)
	media := httpapi.ParseStatusAccept(httpapi.Protobuf, httpapi.JSON, httpapi.YAML)
	assert.Equal(t, httpapi.MediaType{Name: httpapi.JSON, Pretty: true}, media)
	_, err := httpapi.Encode(context.Background(), httpapi.MediaType{Name: httpapi.Protobuf}, status.Object())
	require.EqualError(t, err, `the media type "application/vnd.kubernetes.protobuf" is not written`)
}
