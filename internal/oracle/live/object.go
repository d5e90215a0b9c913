package live

import (
	"net/http"
	"net/url"
)

// FieldValidation says what the server does about unknown and duplicate fields.
type FieldValidation string

const (
	// Ignore drops them silently.
	Ignore FieldValidation = "Ignore"
	// Warn drops them with a warning each.
	Warn FieldValidation = "Warn"
	// Strict refuses the request.
	Strict FieldValidation = "Strict"
)

// Resource is where the objects of one version of an installed definition live.
type Resource struct {
	server *Server
	// path is that of the collection, in namespace "default" if there are
	// namespaces.
	path string
}

// Resource returns the collection of a definition's objects at a version.
func (s *Server) Resource(manifest map[string]any, version string) Resource {
	spec, _ := manifest["spec"].(map[string]any)
	names, _ := spec["names"].(map[string]any)
	group, _ := spec["group"].(string)
	plural, _ := names["plural"].(string)
	path := "/apis/" + group + "/" + version
	if spec["scope"] != "Cluster" {
		path += "/namespaces/default"
	}
	return Resource{server: s, path: path + "/" + plural}
}

// TryCreate asks what a creation would give, and creates nothing.
func (r Resource) TryCreate(object map[string]any, fields FieldValidation) Answer {
	return r.server.Do(http.MethodPost, r.path+dryRun(fields), object)
}

// TryUpdate asks what replacing the stored object of the same name would give,
// and replaces nothing.
func (r Resource) TryUpdate(object map[string]any, fields FieldValidation) Answer {
	return r.server.Do(http.MethodPut, r.path+"/"+url.PathEscape(Name(object))+dryRun(fields), object)
}

// TryUpdateStatus is TryUpdate for the status subresource.
func (r Resource) TryUpdateStatus(object map[string]any, fields FieldValidation) Answer {
	return r.server.Do(http.MethodPut, r.path+"/"+url.PathEscape(Name(object))+"/status"+dryRun(fields), object)
}

// Create stores an object.
func (r Resource) Create(object map[string]any) Answer {
	return r.server.Do(http.MethodPost, r.path, object)
}

// Get reads a stored object.
func (r Resource) Get(name string) Answer {
	return r.server.Do(http.MethodGet, r.path+"/"+url.PathEscape(name), nil)
}

// Delete removes a stored object.
func (r Resource) Delete(name string) Answer {
	return r.server.Do(http.MethodDelete, r.path+"/"+url.PathEscape(name), nil)
}

func dryRun(fields FieldValidation) string {
	return "?dryRun=All&fieldValidation=" + string(fields)
}
