package requests

import (
	"mime"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"k8s.io/apiserver/pkg/endpoints/handlers/negotiation"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// TestContentType compares the Content-Type headers that are refused.
func TestContentType(t *testing.T) {
	types := served(mediaTypes())
	patches := []string{"application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml"}
	parity.Run(t, "content-type", parity.Generated(parity.Full(40_000), contentType), func(c *parity.Check, header string) {
		req := httptest.NewRequest("POST", "/", nil)
		req.Header.Set("Content-Type", header)
		_, err := negotiation.NegotiateInputSerializer(req, false, types)
		c.Equal("body", object(httpapi.CheckContentType(crdschema.Create, header)), refused(err), parity.Row("D50", func() any { return withoutProtobuf(header, types, err) }))
		name := header
		if i := strings.Index(header, ";"); i > 0 {
			name = header[:i]
		}
		err = nil
		if !slices.Contains(patches, name) {
			err = negotiation.NewUnsupportedMediaTypeError(patches)
		}
		c.Equal("patch", object(httpapi.CheckContentType(crdschema.PatchScale, header)), refused(err))
	})
}

// withoutProtobuf returns the answer if protobuf is not decoded.
func withoutProtobuf(header string, types served, err error) any {
	if name, _, bad := mime.ParseMediaType(header); bad == nil && name == httpapi.Protobuf {
		supported := make([]string, len(types))
		for i := range types {
			supported[i] = types[i].MediaType
		}
		err = negotiation.NewUnsupportedMediaTypeError(supported)
	}
	return refused(err)
}

// contentType returns a header, often a strange one.
func contentType(seed uint64) string {
	r := parity.Rand(seed)
	text := pick(r, "application/json", "application/yaml", "application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml",
		"application/strategic-merge-patch+json", "application/vnd.kubernetes.protobuf", "text/plain", "", "application/cbor", "Application/JSON", "application/x-www-form-urlencoded") +
		pick(r, "", "", "; charset=utf-8", ";", " ; x", ";a=b;a=c", ";;", "; charset=\"")
	if r.IntN(4) == 0 {
		text = spoiled(r, text)
	}
	return text
}

func object(s *crdschema.Status) any {
	if s == nil {
		return nil
	}
	return s.Object()
}

func refused(err error) any {
	if err == nil {
		return nil
	}
	return statusOf(err)
}
