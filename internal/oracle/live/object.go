package live

import (
	"net/http"
	"net/url"
)

// FieldValidation is the mode for unknown and duplicate fields.
type FieldValidation string

const (
	// Ignore drops them silently.
	Ignore FieldValidation = "Ignore"
	// Warn drops them with a warning each.
	Warn FieldValidation = "Warn"
	// Strict rejects the request.
	Strict FieldValidation = "Strict"
)

// Resource is the collection of the objects of one version of an installed
// definition.
type Resource struct {
	server *Server
	// path is the path of the collection, in the namespace "default" if it is
	// namespaced.
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

// TryCreate returns the response to a creation without creating the object.
func (r Resource) TryCreate(object map[string]any, fields FieldValidation) Answer {
	return r.server.Do(http.MethodPost, r.path+dryRun(fields), object)
}

// TryUpdate returns the response to an update of the stored object of the same
// name without updating it.
func (r Resource) TryUpdate(object map[string]any, fields FieldValidation) Answer {
	return r.server.Do(http.MethodPut, r.path+"/"+url.PathEscape(Name(object))+dryRun(fields), object)
}

// TryUpdateStatus runs TryUpdate on the status subresource.
func (r Resource) TryUpdateStatus(object map[string]any, fields FieldValidation) Answer {
	return r.server.Do(http.MethodPut, r.path+"/"+url.PathEscape(Name(object))+"/status"+dryRun(fields), object)
}

// TryCreateText returns the response to a creation with a body of any text.
func (r Resource) TryCreateText(contentType string, body []byte, fields FieldValidation) Answer {
	return r.server.DoText(http.MethodPost, r.path+dryRun(fields), contentType, body)
}

// TryUpdateText returns the response to an update of the object or subresource at a
// path below the collection, with a body of any text.
func (r Resource) TryUpdateText(path, contentType string, body []byte, fields FieldValidation) Answer {
	return r.server.DoText(http.MethodPut, r.path+"/"+path+dryRun(fields), contentType, body)
}

// TryPatchText returns the response to a patch of the object or subresource at a path below
// the collection, with a patch of any text.
func (r Resource) TryPatchText(path, contentType string, patch []byte, fields FieldValidation) Answer {
	return r.server.DoText(http.MethodPatch, r.path+"/"+path+dryRun(fields), contentType, patch)
}

// Create stores an object.
func (r Resource) Create(object map[string]any) Answer {
	return r.server.Do(http.MethodPost, r.path, object)
}

// Get returns a stored object.
func (r Resource) Get(name string) Answer {
	return r.server.Do(http.MethodGet, r.path+"/"+url.PathEscape(name), nil)
}

// Delete removes a stored object.
func (r Resource) Delete(name string) Answer {
	return r.server.Do(http.MethodDelete, r.path+"/"+url.PathEscape(name), nil)
}

// DeleteText deletes a stored object with the given query and with a body of any text.
func (r Resource) DeleteText(name, query, contentType string, body []byte) Answer {
	return r.server.DoText(http.MethodDelete, r.path+"/"+url.PathEscape(name)+"?"+query, contentType, body)
}

// UpdateWith replaces the stored object of the same name with the given query.
func (r Resource) UpdateWith(object map[string]any, query string) Answer {
	return r.server.Do(http.MethodPut, r.path+"/"+url.PathEscape(Name(object))+"?"+query, object)
}

func dryRun(fields FieldValidation) string {
	return "?dryRun=All&fieldValidation=" + string(fields)
}
