package live

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
)

// List returns all stored objects as a list.
func (r Resource) List() Answer {
	return r.server.Do(http.MethodGet, r.path, nil)
}

// Update replaces a stored object.
func (r Resource) Update(object map[string]any) Answer {
	return r.server.Do(http.MethodPut, r.path+"/"+Name(object), object)
}

// UpdateStatus replaces the status of a stored object.
func (r Resource) UpdateStatus(object map[string]any) Answer {
	return r.server.Do(http.MethodPut, r.path+"/"+Name(object)+"/status", object)
}

// Watch returns the events of one second. The first ones are about the existing
// objects.
func (r Resource) Watch() ([]map[string]any, error) {
	return r.server.Watch(r.path, "resourceVersion=0", "application/json")
}

// Watch returns the events of a watch of one second of the collection at a path. query has
// the other parameters.
func (s *Server) Watch(path, query, accept string) ([]map[string]any, error) {
	req := httptest.NewRequest(http.MethodGet, path+"?watch=1&timeoutSeconds=1&"+query, nil)
	req.Header.Set("Accept", accept)
	w := stream{httptest.NewRecorder()}
	s.handler.ServeHTTP(w, req)
	if w.Code != http.StatusOK {
		return nil, fmt.Errorf("watching: %d %s", w.Code, w.Body)
	}
	var out []map[string]any
	for decoder := json.NewDecoder(bytes.NewReader(w.Body.Bytes())); decoder.More(); {
		var text json.RawMessage
		if err := decoder.Decode(&text); err != nil {
			return nil, err
		}
		event, err := corpus.DecodeJSON(text)
		if err != nil {
			return nil, err
		}
		out = append(out, event)
	}
	return out, nil
}

// stream records a streamed response. The server requires a CloseNotifier for it.
type stream struct{ *httptest.ResponseRecorder }

// CloseNotify returns a channel that never receives.
func (stream) CloseNotify() <-chan bool { return nil }

// Replace updates a definition. change changes the stored one.
func (s *Server) Replace(manifest map[string]any, change func(map[string]any)) Answer {
	path := definitionsPath + "/" + Name(manifest)
	answer := s.Do(http.MethodGet, path, nil)
	if !answer.Accepted() {
		return answer
	}
	change(answer.Body)
	return s.Do(http.MethodPut, path, answer.Body)
}
