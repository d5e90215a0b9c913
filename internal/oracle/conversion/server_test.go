package conversion

import (
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
)

// behaviors are all behaviors. The path of a request is the index of the
// behavior.
var behaviors = func() []behavior {
	all := append([]behavior{}, well...)
	all = append(append(all, numbers), wrong...)
	return append(all, redirects...)
}()

// start runs a webhook on loopback and returns its URL and its certificate.
func start(t *testing.T) (url string, bundle []byte) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(serve))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	return server.URL, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
}

func serve(w http.ResponseWriter, req *http.Request) {
	r, err := read(req)
	index, bad := strconv.Atoi(strings.Trim(req.URL.Path, "/"))
	if err != nil || bad != nil {
		panic(http.ErrAbortHandler)
	}
	behaviors[index].reply(r).write(w)
}

// read decodes a request and returns it with a valid response.
func read(req *http.Request) (*review, error) {
	text, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	asked, err := corpus.DecodeJSON(text)
	if err != nil {
		return nil, err
	}
	request := asked["request"].(map[string]any)
	r := &review{APIVersion: asked["apiVersion"].(string), UID: request["uid"].(string), To: request["desiredAPIVersion"].(string)}
	r.Objects, _ = request["objects"].([]any)
	again, err := corpus.DecodeJSON(text) // a copy
	if err != nil {
		return nil, err
	}
	converted, _ := again["request"].(map[string]any)["objects"].([]any)
	for _, v := range converted {
		v.(map[string]any)["apiVersion"], v.(map[string]any)["converted"] = r.To, true
	}
	r.Answer = map[string]any{"apiVersion": r.APIVersion, "kind": "ConversionReview", "response": map[string]any{
		"uid": r.UID, "convertedObjects": converted, "result": map[string]any{"status": "Success"}}}
	return r, nil
}

func (out reply) write(w http.ResponseWriter) {
	if out.raw != nil {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			conn.Write(out.raw)
			conn.Close()
		}
		return
	}
	for name, values := range out.header {
		w.Header()[name] = values
	}
	w.WriteHeader(out.status)
	if out.pause == 0 {
		w.Write(out.body)
		return
	}
	for _, part := range [][]byte{out.body[:len(out.body)/2], out.body[len(out.body)/2:]} {
		w.(http.Flusher).Flush()
		time.Sleep(out.pause)
		w.Write(part)
	}
}

func TestBehaviorsDiffer(t *testing.T) {
	names := map[string]bool{}
	for _, b := range behaviors {
		require.False(t, names[b.name], b.name)
		names[b.name] = true
	}
	require.Greater(t, len(wrong), 40)
}
