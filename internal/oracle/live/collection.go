package live

import (
	"net/http"

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

// Watch returns the events of [Server.Watch]. The first ones are about the existing objects.
func (r Resource) Watch() ([]map[string]any, error) {
	return r.server.Watch(r.path, "resourceVersion=0", "application/json")
}

// Watch returns the events of a watch of the collection at a path until one second passes
// without any. query has the other parameters.
func (s *Server) Watch(path, query, accept string) ([]map[string]any, error) {
	texts, err := s.WatchText(path, query, accept)
	if err != nil {
		return nil, err
	}
	var out []map[string]any
	for _, text := range texts {
		event, err := corpus.DecodeJSON(text)
		if err != nil {
			return nil, err
		}
		out = append(out, event)
	}
	return out, nil
}

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
