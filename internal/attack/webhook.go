package attack

import (
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/seed95800270/crdschema/conversion/webhook"
)

// webhookTrial returns a conversion by a hostile webhook. Its context ends after a second
// at the latest.
func webhookTrial(serve http.HandlerFunc) trial {
	server := httptest.NewTLSServer(serve)
	bundle := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	client := first[*webhook.Client](call(background, webhook.New, webhook.Config{URL: server.URL, CABundle: bundle, ReviewVersions: []string{"v1"}}, webhook.WithTimeout(time.Second)))
	return of(0, client.Convert, []map[string]any{object(nil)}, "e.io/v2")
}

// switchProtocols answers 101 and then nothing.
func switchProtocols(w http.ResponseWriter, _ *http.Request) {
	c, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	fmt.Fprint(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
	time.Sleep(2 * limit)
}

// endless503 answers 503 with a body that does not end.
func endless503(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Retry-After", "1")
	w.WriteHeader(http.StatusServiceUnavailable)
	for r.Context().Err() == nil {
		fmt.Fprint(w, strings.Repeat("x", 1<<16))
	}
}
