package live

import "net/http"

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

// Install creates definitions, waits until those that the server accepted are served, or have names
// that are taken, and returns the server's answers in the same order.
// The definitions remain until the server stops.
func (s *Server) Install(manifests ...map[string]any) ([]Answer, error) {
	answers := make([]Answer, len(manifests))
	for i, m := range manifests {
		answers[i] = s.Do(http.MethodPost, definitionsPath, m)
	}
	for i, m := range manifests {
		if !answers[i].Accepted() {
			continue
		}
		if err := s.awaitNames(Name(m)); err != nil {
			return nil, err
		}
	}
	return answers, s.AwaitServed()
}

// Name returns metadata.name, or "" if there is none.
func Name(object map[string]any) string {
	meta, _ := object["metadata"].(map[string]any)
	name, _ := meta["name"].(string)
	return name
}
