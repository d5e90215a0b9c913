package acceptance

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"sync"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

// Webhooks is a transport that answers as a case says. A server calls webhooks for its watch
// caches, too: the case is about the calls that convert to one version. The other ones return the objects as they are.
type Webhooks struct {
	mu     sync.Mutex
	answer map[string]any
	to     string // an apiVersion
	call   scriptedWebhook
}

// RoundTrip implements http.RoundTripper.
func (w *Webhooks) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(body))
	w.mu.Lock()
	defer w.mu.Unlock()
	script := &scriptedWebhook{answer: identified(w.answer, body)}
	if !bytes.Contains(body, []byte(`"desiredAPIVersion":"`+w.to+`"`)) {
		script.request = "later"
		return script.RoundTrip(r)
	}
	answer, err := script.RoundTrip(r)
	if w.call.call == nil {
		w.call = *script
	}
	return answer, err
}

// identified returns the answer of a case with the uids and namespaces of the request where the case has none of its own:
// the server gives them to objects, and a webhook keeps them.
func identified(answer map[string]any, request []byte) map[string]any {
	doc, err := decode.JSON(context.Background(), request)
	if err != nil {
		return answer
	}
	answer = structural.Clone(answer)
	from := objectsAt(doc.Value, "request", "objects")
	for i, object := range objectsAt(answer["response"], "response", "convertedObjects") {
		meta := metaOf(object)
		if i >= len(from) || meta == nil {
			continue
		}
		if meta["uid"] == nil || meta["uid"] == keptUID {
			meta["uid"] = metaOf(from[i])["uid"]
		}
		if meta["namespace"] == nil {
			meta["namespace"] = metaOf(from[i])["namespace"]
		}
	}
	return answer
}

func objectsAt(review any, part, field string) (out []map[string]any) {
	top, _ := review.(map[string]any)
	in, _ := top[part].(map[string]any)
	objects, _ := in[field].([]any)
	for _, object := range objects {
		object, _ := object.(map[string]any)
		out = append(out, object)
	}
	return out
}

// set makes the transport answer calls that convert to a version.
func (w *Webhooks) set(answer map[string]any, to string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answer, w.to, w.call = answer, to, scriptedWebhook{}
}

func (w *Webhooks) add(got outcome) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.call.call != nil {
		got["call"], got["request"] = w.call.call, w.call.request
	}
}
