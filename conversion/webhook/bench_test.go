package webhook_test

import (
	"context"
	"encoding/pem"
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/seed95800270/crdschema/conversion/webhook"
)

// BenchmarkWebhook measures the client and a webhook in the same process, connected by
// HTTPS on loopback.
func BenchmarkWebhook(b *testing.B) {
	server := httptest.NewTLSServer(echo)
	defer server.Close()
	bundle := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	for _, n := range []int{1, 100, 10_000} {
		for _, batch := range []int{0, 500} {
			b.Run(fmt.Sprintf("%d/batch=%d", n, batch), func(b *testing.B) {
				client, err := webhook.New(webhook.Config{URL: server.URL, CABundle: bundle, ReviewVersions: []string{"v1"}}, webhook.WithBatchSize(batch))
				if err != nil {
					b.Fatal(err)
				}
				defer client.Close()
				objs := things(older, n)
				b.ReportAllocs()
				for b.Loop() {
					if _, err := client.Convert(context.Background(), objs, newer); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/object")
			})
		}
	}
}
