package served_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"hash/fnv"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// TestWebhooks sends sequences of requests to crdserver and to the reference server with the same webhooks, and
// compares the answers and what the webhooks see.
func TestWebhooks(t *testing.T) {
	text, theirs := plants(t)
	ours := startCRDServer(t, text)
	hooks := newHookServer(t)
	var number atomic.Int64
	parity.Run(t, "crdserver-webhooks", hookedSequences(), func(c *parity.Check, s hookedSequence) {
		namespace := fmt.Sprintf("hook%06d", number.Add(1))
		a, b := newHooked(hooks, namespace, "ours", ours.send), newHooked(hooks, namespace, "theirs", theirs.Send)
		ours.send("POST", "/api/v1/namespaces", jsonHeaders, fmt.Appendf(nil, `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":%q,"labels":{"case":"yes"}}}`, namespace))
		remove := configureOurs(t, ours, namespace, s.Configurations, hooks)
		defer remove()
		removeTheirs := configure(t, namespace, s.Configurations, hooks)
		defer removeTheirs()
		for i, step := range s.Steps {
			e := step.send(i, a.do, b.do)
			if step.Method != "GET" {
				time.Sleep(30 * time.Millisecond) // as well: a write of what the cache still has calls webhooks in vain
			}
			if e.compare(c); !e.equal() {
				return
			}
		}
	})
}

var jsonHeaders = map[string]string{"Content-Type": "application/json", "Accept": "application/json"}

// hookedSequence is a sequence with the webhooks that are configured.
type hookedSequence struct {
	Configurations []hookConfiguration
	Steps          []step
}

// hookConfiguration is a configuration of webhooks without their URLs.
type hookConfiguration struct {
	Kind, Name string
	Webhooks   []map[string]any
	Answers    []hookAnswer
}

// hookAnswer is what a webhook answers to some of the requests.
type hookAnswer struct {
	Patch    []any
	Response map[string]any
	Text     string
	Code     int
	Some     uint32 // one of so many objects is concerned
}

func (h hookConfiguration) name(namespace string) string { return namespace + "-" + h.Name }

// text returns the configuration for a side.
func (h hookConfiguration) text(s *hookServer, namespace, side string) []byte {
	hooks := []any{}
	bundle := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	for i, hook := range h.Webhooks {
		path := fmt.Sprintf("/%s/%s/%s/%s/%d", side, namespace, h.Kind, h.Name, i)
		s.answers.Store(path, h.Answers[i])
		hook = with(hook, "clientConfig", map[string]any{"url": s.URL + path, "caBundle": base64.StdEncoding.EncodeToString(bundle)})
		selector := map[string]any{"kubernetes.io/metadata.name": namespace}
		if hook["none"] != nil {
			selector["none"] = "none"
		}
		hook = with(without(hook, "none"), "namespaceSelector", map[string]any{"matchLabels": selector})
		if hook["cluster"] != nil {
			hook = with(without(hook, "cluster"), "objectSelector", map[string]any{"matchLabels": map[string]any{"case": namespace}})
		}
		hooks = append(hooks, with(hook, "name", fmt.Sprintf("h%d.%s.example.com", i, h.Name)))
	}
	return []byte(asText(map[string]any{"apiVersion": "admissionregistration.k8s.io/v1", "kind": h.Kind + "WebhookConfiguration",
		"metadata": map[string]any{"name": h.name(namespace)}, "webhooks": hooks}))
}

// hookServer serves the webhooks of all cases and remembers the reviews of each side.
type hookServer struct {
	*httptest.Server
	answers sync.Map
	mu      sync.Mutex
	seen    map[string][]map[string]any // by side and namespace
}

func newHookServer(t *testing.T) *hookServer {
	s := &hookServer{seen: map[string][]map[string]any{}}
	s.Server = httptest.NewUnstartedServer(s)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func (s *hookServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(r.Body)
	var review map[string]any
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		err = d.Decode(&review)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	parts := strings.SplitN(strings.TrimPrefix(r.URL.Path, "/"), "/", 3)
	s.mu.Lock()
	who := parts[0] + "/" + parts[1]
	s.seen[who] = append(s.seen[who], map[string]any{"path": parts[2], "query": r.URL.RawQuery, "review": review, "type": r.Header.Get("Content-Type")})
	s.mu.Unlock()
	found, _ := s.answers.Load(r.URL.Path)
	found.(hookAnswer).write(w, review)
}

func (a hookAnswer) write(w http.ResponseWriter, review map[string]any) {
	request, _ := review["request"].(map[string]any)
	response := map[string]any{"allowed": true, "uid": request["uid"]}
	if a.concerns(request) {
		switch {
		case a.Code != 0:
			http.Error(w, a.Text, a.Code)
			return
		case a.Text != "":
			fmt.Fprint(w, a.Text)
			return
		}
		for name, value := range a.Response {
			response[name] = value
		}
		if a.Patch != nil && (request["object"] != nil || a.Some == 1) {
			response["patchType"], response["patch"] = "JSONPatch", base64.StdEncoding.EncodeToString([]byte(asText(a.Patch)))
		}
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, asText(map[string]any{"apiVersion": review["apiVersion"], "kind": "AdmissionReview", "response": response}))
}

// concerns reports whether the answer is for a request, which depends only on its text.
func (a hookAnswer) concerns(request map[string]any) bool {
	if a.Some < 2 {
		return true
	}
	h := fnv.New32()
	object, _ := request["object"].(map[string]any)
	fmt.Fprint(h, request["operation"], request["subResource"], asText(object["spec"]))
	return h.Sum32()%a.Some == 0
}

// take returns the reviews of a side since the last call: those of mutating webhooks in order, then the
// others by path.
func (s *hookServer) take(side, namespace string) (out []any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := s.seen[side+"/"+namespace]
	delete(s.seen, side+"/"+namespace)
	slices.SortStableFunc(seen, func(a, b map[string]any) int {
		pa, pb := a["path"].(string), b["path"].(string)
		ma, mb := strings.HasPrefix(pa, "Mutating"), strings.HasPrefix(pb, "Mutating")
		switch {
		case ma && mb:
			return 0
		case ma:
			return -1
		case mb:
			return 1
		}
		return strings.Compare(pa, pb)
	})
	for _, v := range seen {
		out = append(out, v)
	}
	return out
}

// hooked is a side with its webhooks.
type hooked struct {
	*side
	hooks *hookServer
	name  string
}

func newHooked(s *hookServer, namespace, name string, send func(string, string, map[string]string, []byte) live.Answer) *hooked {
	return &hooked{newSide(namespace, func(method, path string, headers map[string]string, body []byte) live.Answer {
		for header, value := range map[string]string{"Impersonate-User": "ann", "Impersonate-Group": "dev", "Impersonate-Uid": "7", "Impersonate-Extra-Acme.com%2fproject": "x"} {
			headers[header] = value
		}
		return send(method, path, headers, body)
	}), s, name}
}

// do sends a request and returns the answer with the reviews.
func (h *hooked) do(x step) map[string]any {
	out := h.side.do(x)
	reviews := []any{}
	for _, v := range h.hooks.take(h.name, h.namespace) {
		var plain any
		if err := json.Unmarshal([]byte(asText(v)), &plain); err != nil {
			panic(err)
		}
		reviews = append(reviews, h.lasting(integers(plain)))
	}
	out["reviews"] = reviews
	return h.neutral(out).(map[string]any)
}

// neutral returns a value without the name of the side in its texts.
func (h *hooked) neutral(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, e := range v {
			out[name] = h.neutral(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = h.neutral(e)
		}
		return out
	case string:
		return generated.ReplaceAllString(strings.ReplaceAll(v, "/"+h.name+"/", "/SIDE/"), "gen-SUFFIX")
	}
	return v
}

// generated matches a generated name.
var generated = regexp.MustCompile(`gen-[a-z0-9#]+`)

// integers returns a value with int64 in place of floats that are whole.
func integers(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, e := range v {
			v[name] = integers(e)
		}
	case []any:
		for i, e := range v {
			v[i] = integers(e)
		}
	case float64:
		if v == float64(int64(v)) {
			return int64(v)
		}
	}
	return v
}
