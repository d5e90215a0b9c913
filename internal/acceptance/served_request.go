package acceptance

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/decode"
)

// reply is an answer of the server.
type reply struct {
	code     int
	text     string
	body     map[string]any
	warnings []string // without those about unknown fields
	dropped  []string
}

// send sends a request. It sends it again while the server begins to store a new kind.
func (s *trial) send(method, at string, headers map[string]string, body []byte) reply {
	s.t.Helper()
	for deadline := time.Now().Add(busy); ; time.Sleep(20 * time.Millisecond) {
		r, err := http.NewRequestWithContext(s.ctx, method, s.URL+at, strings.NewReader(string(body)))
		require.NoError(s.t, err)
		for name, value := range headers {
			r.Header.Set(name, value)
		}
		answer, err := s.Client.Do(r)
		require.NoError(s.t, err)
		text, err := io.ReadAll(answer.Body)
		require.NoError(s.t, err)
		require.NoError(s.t, answer.Body.Close())
		if answer.StatusCode == http.StatusTooManyRequests && time.Now().Before(deadline) {
			continue
		}
		s.last = reply{code: answer.StatusCode, text: string(text)}
		if doc, err := decode.JSON(s.ctx, text); err == nil {
			s.last.body, _ = doc.Value.(map[string]any)
		}
		s.last.warn(answer.Header.Values("Warning"))
		return s.last
	}
}

func (r *reply) warn(headers []string) {
	for _, text := range headers {
		text = strings.TrimSuffix(strings.TrimPrefix(text, `299 - "`), `"`)
		text = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(text)
		if field, is := isUnknownField(text); is {
			r.dropped = append(r.dropped, field)
			continue
		}
		r.warnings = append(r.warnings, text)
	}
}

// do sends a request with a JSON body, or none if it is nil.
func (s *trial) do(method, at string, object any) reply {
	s.t.Helper()
	if object == nil {
		return s.send(method, at, nil, nil)
	}
	text, err := json.Marshal(object)
	require.NoError(s.t, err)
	return s.send(method, at, map[string]string{"Content-Type": "application/json"}, text)
}

func (s *trial) put(key string, object any) int64 {
	s.t.Helper()
	text, err := json.Marshal(object)
	require.NoError(s.t, err)
	revision, err := s.Storage.Put(s.ctx, key, string(text))
	require.NoError(s.t, err)
	return revision
}

func isUnknownField(text string) (path string, is bool) {
	quoted, is := strings.CutPrefix(text, `unknown field "`)
	return strings.TrimSuffix(quoted, `"`), is
}

func (r reply) all(mode string) []string {
	out := r.warnings
	if mode == "Warn" {
		for _, field := range r.dropped {
			out = append(out, `unknown field "`+field+`"`)
		}
	}
	return out
}

// undecodable is how the storage begins an error about an object in it.
var undecodable = regexp.MustCompile(`^Internal error occurred: StorageError: corrupt object, .* object not decodable revision=\d+: `)

// message returns the message of a refusal as the cases have it: without the schemes of the server and the place
// in etcd.
func (r reply) message() string {
	if r.body == nil && r.code == http.StatusNotFound {
		return "the server could not find the requested resource" // as clients say
	}
	message, _, _ := strings.Cut(textOf(r.body["message"]), ` in scheme "`)
	return undecodable.ReplaceAllString(message, "")
}

func (r reply) reason() any {
	if r.body == nil && r.code == http.StatusNotFound {
		return "NotFound"
	}
	return r.body["reason"]
}
