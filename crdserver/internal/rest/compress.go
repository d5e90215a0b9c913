package rest

import (
	"compress/gzip"
	"net/http"
	"strings"
)

// minCompressed is the largest body that is not compressed.
const minCompressed = 128 << 10

// WriteBody writes an answer. A large one is compressed if the client accepts gzip.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers/responsewriters, deferredResponseWriter.
func WriteBody(w http.ResponseWriter, r *http.Request, code int, body []byte) {
	if len(body) <= minCompressed || !acceptsGzip(r.Header.Get("Accept-Encoding")) {
		w.WriteHeader(code)
		_, _ = w.Write(body) // a client that has gone does not matter
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Add("Vary", "Accept-Encoding")
	w.WriteHeader(code)
	to, _ := gzip.NewWriterLevel(w, gzip.BestSpeed) // the level exists
	_, _ = to.Write(body)
	_ = to.Close()
}

// acceptsGzip reports whether a header Accept-Encoding names gzip without a weight: a server does not read others.
func acceptsGzip(header string) bool {
	for name := range strings.SplitSeq(header, ",") {
		if strings.TrimSpace(name) == "gzip" {
			return true
		}
	}
	return false
}
