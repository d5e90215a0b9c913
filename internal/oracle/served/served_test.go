package served_test

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdserver"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

func TestMain(m *testing.M) { os.Exit(live.Main(m)) }

// TestCRDServer sends sequences of requests to crdserver and to the reference server. The order of the managers of an
// object follows the seconds of their writes. A sequence that differs is sent again if a second passed between the two.
func TestCRDServer(t *testing.T) {
	text, theirs := plants(t)
	ours := startCRDServer(t, text)
	var number atomic.Int64
	parity.Run(t, "crdserver-live", sequences(), func(c *parity.Check, s sequence) {
		var exchanges []exchange
		for range 5 {
			namespace := fmt.Sprintf("seq%06d", number.Add(1))
			created := ours.send("POST", "/api/v1/namespaces", map[string]string{"Content-Type": "application/json"},
				fmt.Appendf(nil, `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":%q}}`, namespace))
			if !created.Accepted() {
				c.Fail("namespace", nil, nil, "%v", created)
				return
			}
			exchanges = s.send(newSide(namespace, ours.send), newSide(namespace, theirs.Send))
			isDifferent := slices.ContainsFunc(exchanges, func(e exchange) bool { return !e.equal() })
			if !isDifferent || !slices.ContainsFunc(exchanges, func(e exchange) bool { return e.apart }) {
				break
			}
		}
		for _, e := range exchanges {
			e.compare(c)
		}
	})
}

// exchange is a request with its answers.
type exchange struct {
	request      string
	ours, theirs map[string]any
	apart        bool // a second passed between the writes of the two
}

func (e exchange) equal() bool {
	return parity.Equal(e.ours, e.theirs) || parity.Equal(e.ours, explained(e.theirs, e.ours))
}

func (e exchange) compare(c *parity.Check) {
	theirs := func() any { return explained(e.theirs, e.ours) }
	c.Equal(e.request, e.ours, e.theirs, parity.Row("D22", theirs), parity.Row("D38", theirs), parity.Row("D55", theirs), parity.Row("D95", theirs))
}

// send sends all requests to both sides until an answer differs.
func (s sequence) send(ours, theirs *side) (out []exchange) {
	for i, step := range s.Steps {
		e := step.send(i, ours.do, theirs.do)
		if out = append(out, e); !e.equal() {
			break
		}
	}
	return out
}

// send sends a request, the one with a number, to both sides.
func (x step) send(number int, ours, theirs func(step) map[string]any) exchange {
	e := exchange{request: fmt.Sprintf("step %d: %s %s?%s", number, x.Method, x.Path, x.Query)}
	second := time.Now().Unix()
	e.ours, e.theirs = ours(x), theirs(x)
	e.apart = time.Now().Unix() != second && x.Method != "GET"
	for try := 0; x.Method == "GET" && try < 5 && !e.equal(); try++ {
		time.Sleep(100 * time.Millisecond) // the cache of the reference follows its storage
		e.theirs = theirs(x)
	}
	return e
}

// explained returns the answer of the reference as rows D22, D38, D55 and D95 change it: with each error
// about metadata once, with our descriptions of columns, and with the resources of discovery, conflicts and
// errors of types in our order.
func explained(theirs, ours map[string]any) any {
	body, _ := theirs["body"].(map[string]any)
	details, _ := body["details"].(map[string]any)
	if resources, isList := body["resources"].([]any); isList {
		other, _ := ours["body"].(map[string]any)
		return with(theirs, "body", with(body, "resources", inOrder(resources, other["resources"])))
	}
	if body["kind"] != "Status" {
		return withDescriptions(theirs, ours)
	}
	other, _ := ours["body"].(map[string]any)
	if body["message"] != nil && sortedLines(body["message"]) == sortedLines(other["message"]) {
		body = with(body, "message", other["message"])
	}
	if causes, isList := details["causes"].([]any); isList {
		otherDetails, _ := other["details"].(map[string]any)
		body = with(body, "details", with(details, "causes", inOrder(once(causes), otherDetails["causes"])))
	}
	return with(theirs, "body", body)
}

// sortedLines returns the lines of a message in order. Commas and blanks separate, too.
func sortedLines(message any) string {
	parts := strings.FieldsFunc(fmt.Sprint(message), func(r rune) bool { return strings.ContainsRune("\n ,[]", r) })
	slices.Sort(parts)
	return strings.Join(parts, "\n")
}

// once drops repeated causes about metadata.
func once(causes []any) (out []any) {
	for _, cause := range causes {
		field, _ := cause.(map[string]any)["field"].(string)
		if !strings.HasPrefix(field, "metadata") || !slices.ContainsFunc(out, func(c any) bool { return parity.Equal(c, cause) }) {
			out = append(out, cause)
		}
	}
	return out
}

// inOrder returns other if it has the same causes.
func inOrder(causes []any, other any) any {
	list, _ := other.([]any)
	text := func(causes []any) string {
		var texts []string
		for _, cause := range causes {
			texts = append(texts, fmt.Sprint(cause))
		}
		slices.Sort(texts)
		return strings.Join(texts, "\n")
	}
	if text(causes) == text(list) {
		return other
	}
	return causes
}

func with(m map[string]any, field string, v any) map[string]any {
	out := without(m, field)
	out[field] = v
	return out
}

// withDescriptions returns v with the descriptions of columns in other.
func withDescriptions(v, other any) any {
	switch v := v.(type) {
	case map[string]any:
		o, _ := other.(map[string]any)
		out := map[string]any{}
		for name, e := range v {
			out[name] = withDescriptions(e, o[name])
		}
		if v["format"] != nil && v["priority"] != nil && o["description"] != nil {
			out["description"] = o["description"]
		}
		return out
	case []any:
		o, _ := other.([]any)
		out := make([]any, len(v))
		for i, e := range v {
			if i < len(o) {
				e = withDescriptions(e, o[i])
			}
			out[i] = e
		}
		return out
	}
	return v
}

// crdServer is our server with a client.
type crdServer struct {
	url    string
	token  string
	client *http.Client
}

func startCRDServer(t *testing.T, crds []byte) *crdServer {
	server, err := crdserver.Start(t.Context(), crdserver.WithCRDs(crds))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Close()) })
	pool := x509.NewCertPool()
	require.True(t, pool.AppendCertsFromPEM(server.CA))
	return &crdServer{server.URL, server.Token, &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}}}
}

func (s *crdServer) send(method, path string, headers map[string]string, body []byte) live.Answer {
	req, err := http.NewRequest(method, s.url+path, bytes.NewReader(body))
	if err != nil {
		panic(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	for name, value := range headers {
		req.Header.Set(name, value)
	}
	w, err := s.client.Do(req)
	if err != nil {
		panic(err)
	}
	defer w.Body.Close()
	text, err := io.ReadAll(w.Body)
	if err != nil {
		panic(err)
	}
	return live.NewAnswer(w.StatusCode, w.Header, text)
}

// side is one of the servers during a sequence, with what it has answered.
type side struct {
	send        func(method, path string, headers map[string]string, body []byte) live.Answer
	namespace   string
	first, last map[string]string // resource versions by name
	uids        map[string]string
	start, next string
	revisions   map[string]string // in the order in which they were seen
}

func newSide(namespace string, send func(string, string, map[string]string, []byte) live.Answer) *side {
	return &side{send: send, namespace: namespace, first: map[string]string{}, last: map[string]string{}, uids: map[string]string{}, revisions: map[string]string{}}
}

// do sends a request and returns the answer without what differs each time.
func (s *side) do(x step) map[string]any {
	headers := map[string]string{"Accept": x.Accept, "User-Agent": "oracle/1"}
	if x.ContentType != "" {
		headers["Content-Type"] = x.ContentType
	}
	path := s.fill(x, x.Path)
	if x.Query != "" {
		path += "?" + s.fill(x, x.Query)
	}
	answer := s.send(x.Method, path, headers, []byte(s.fill(x, x.Body)))
	s.remember(answer.Body)
	out := map[string]any{"code": int64(answer.Code), "warnings": fmt.Sprint(answer.Warnings), "type": answer.Header.Get("Content-Type"),
		"cache": answer.Header.Get("Cache-Control")}
	switch {
	case strings.Contains(x.Query, "watch=1") && answer.Code == 200:
		out["events"] = s.events(answer.Text, !strings.Contains(x.Query, "=START"))
	case answer.Header.Get("Content-Type") == "application/yaml":
		body, err := corpus.DecodeYAML(answer.Text) // where lines break depends on uids
		if err != nil {
			out["text"] = err.Error()
		}
		out["body"] = s.lasting(body)
	case answer.Body != nil:
		out["body"] = s.lasting(answer.Body)
		out["text"] = fmt.Sprint(bytes.Count(answer.Text, []byte("\n")))
	default:
		out["text"] = s.mask(string(answer.Text))
	}
	return out
}

// fill replaces the words of a request.
func (s *side) fill(x step, text string) string {
	rest, _ := strings.CutPrefix(x.Path, servedPath)
	parts := strings.Split(rest, "/")
	name := ""
	if len(parts) > 5 {
		name = strings.Join(parts[4:6], "/")
	}
	return strings.NewReplacer("NS", s.namespace, "RV", s.last[name], "OLD", s.first[name], "UID", s.uids[name], "CONTINUE", s.next, "START", s.start).Replace(text)
}

// remember keeps what later requests need.
func (s *side) remember(body map[string]any) {
	meta, _ := body["metadata"].(map[string]any)
	revision, _ := meta["resourceVersion"].(string)
	if _, isList := body["items"]; isList || body["rows"] != nil {
		s.next, _ = meta["continue"].(string)
		if s.start == "" {
			s.start = revision
		}
		return
	}
	resource, known := map[any]string{"Plant": "plants/", "Shed": "sheds/"}[body["kind"]]
	name, _ := meta["name"].(string)
	if !known || revision == "" {
		return
	}
	if s.first[resource+name] == "" {
		s.first[resource+name] = revision
	}
	s.last[resource+name] = revision
	s.uids[resource+name], _ = meta["uid"].(string)
}

// events returns the events of a watch. Initial events have no order, and a server may send
// bookmarks at any time.
func (s *side) events(text []byte, initial bool) any {
	lines := slices.Collect(bytes.Lines(text))
	if initial {
		slices.SortStableFunc(lines, func(a, b []byte) int { return strings.Compare(nameIn(a), nameIn(b)) })
	}
	var out []any
	for _, line := range lines {
		event, err := corpus.DecodeJSON(line)
		if err != nil {
			out = append(out, s.mask(string(line)))
			continue
		}
		if event["type"] == "BOOKMARK" && !bytes.Contains(line, []byte("initial-events-end")) {
			continue
		}
		object, _ := event["object"].(map[string]any)
		if initial { // the columns are in the first table
			delete(object, "columnDefinitions")
		}
		if event["type"] == "BOOKMARK" { // its revision is the server's, not an object's
			line = revisionInEvent.ReplaceAll(line, nil)
			event, _ = corpus.DecodeJSON(line)
		}
		out = append(out, s.lasting(event))
	}
	return out
}

var nameInEvent = regexp.MustCompile(`"name":"[abcx]"`)

var revisionInEvent = regexp.MustCompile(`"resourceVersion":"[0-9]+",?`)

func nameIn(line []byte) string { return string(nameInEvent.Find(line)) }

func metadata(obj map[string]any) map[string]any {
	meta, _ := obj["metadata"].(map[string]any)
	return meta
}

// lasting returns a value without uids and times. Resource versions become numbers in the order in
// which the side has sent them, so that both sides have equal ones at the same places.
func (s *side) lasting(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return s.lastingMap(v)
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = s.lasting(e)
		}
		return out
	case string:
		return s.mask(v)
	}
	return v
}

func (s *side) lastingMap(obj map[string]any) map[string]any {
	out := map[string]any{}
	_, isList := obj["items"]
	isList = isList || obj["kind"] == "Table"
	for _, name := range slices.Sorted(keys(obj)) {
		switch v := obj[name]; name {
		case "uid", "creationTimestamp", "deletionTimestamp", "time":
			out[name] = "set"
		case "resourceVersion":
			out[name] = s.revision(v)
		case "continue":
			out[name] = s.token(v)
		case "metadata":
			if meta, ok := v.(map[string]any); ok && isList {
				v = without(meta, "resourceVersion")
			}
			out[name] = s.lasting(v)
		default:
			out[name] = s.lasting(v)
		}
	}
	return out
}

func keys(m map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for name := range m {
			if !yield(name) {
				return
			}
		}
	}
}

func without(m map[string]any, field string) map[string]any {
	out := map[string]any{}
	for name, v := range m {
		if name != field {
			out[name] = v
		}
	}
	return out
}

func (s *side) revision(v any) any {
	text, ok := v.(string)
	if !ok || text == "" {
		return v
	}
	if s.revisions[text] == "" {
		s.revisions[text] = fmt.Sprint("revision ", len(s.revisions)+1)
	}
	return s.revisions[text]
}

var revisionInToken = regexp.MustCompile(`"rv":-?[0-9]+`)

func (s *side) token(v any) any {
	text, _ := v.(string)
	decoded, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return v
	}
	return revisionInToken.ReplaceAllString(string(decoded), `"rv":0`)
}

var variable = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z|\b[0-9]{2,}\b|^([0-9]+m)?[0-9]+[ms]$`)

// mask replaces uids, times, ages and revisions in texts.
func (s *side) mask(text string) string {
	text = strings.ReplaceAll(text, live.StoragePrefix, "/registry/")
	return variable.ReplaceAllString(text, "#")
}
