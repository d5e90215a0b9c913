package served_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// TestCompression compares which answers both servers compress.
func TestCompression(t *testing.T) {
	text, err := os.ReadFile("testdata/crds.yaml")
	require.NoError(t, err)
	docs, err := document.DecodeYAML(t.Context(), text)
	require.NoError(t, err)
	theirs := admitting(t)
	answers, err := theirs.Install(docs[0].Object)
	require.NoError(t, err)
	require.True(t, answers[0].Accepted(), answers[0].Message())
	ours := startCRDServer(t, text)
	const plants = "/apis/served.example.com/v1/namespaces/default/plants"
	type exchange struct{ Name, Encoding, Accept string }
	var cases []exchange
	for _, size := range []int{10, 120 << 10, 130 << 10, 240 << 10} {
		name := fmt.Sprint("plant-", size)
		body := fmt.Appendf(nil, `{"apiVersion":"served.example.com/v1","kind":"Plant","metadata":{"name":%q,"annotations":{"text":%q}}}`, name, strings.Repeat("x", size))
		for _, send := range []func(string, string, map[string]string, []byte) live.Answer{ours.send, theirs.Send} {
			require.Equal(t, 201, send("POST", plants, map[string]string{"Content-Type": "application/json"}, body).Code)
		}
		for _, accept := range []string{"application/json", "application/yaml", "application/json;as=Table;g=meta.k8s.io;v=v1"} {
			for _, encoding := range []string{"", "gzip", "identity", "br, gzip", "gzip;q=1", "deflate,gzip", "GZIP"} {
				cases = append(cases, exchange{name, encoding, accept}, exchange{"", encoding, accept})
			}
		}
	}
	parity.Run(t, "crdserver-compression", parity.List(cases, func(x exchange) string { return fmt.Sprint(x) }), func(c *parity.Check, x exchange) {
		headers := map[string]string{"Accept-Encoding": x.Encoding, "Accept": x.Accept}
		do := func(send func(string, string, map[string]string, []byte) live.Answer) any {
			at := plants
			if x.Name != "" {
				at += "/" + x.Name
			}
			answer := send("GET", at, headers, nil)
			return map[string]any{"code": int64(answer.Code), "type": answer.Header.Get("Content-Type"),
				"encoding": answer.Header.Get("Content-Encoding"), "vary": fmt.Sprint(answer.Header.Values("Vary"))}
		}
		c.Equal("headers", do(ours.send), do(theirs.Send))
	})
}
