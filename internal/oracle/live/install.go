package live

import (
	"fmt"
	"net/http"
	"time"
)

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

// Install creates definitions, waits until those that the server accepted have been
// established for two seconds, and returns the server's answers in the same order.
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
		if err := s.established(definitionsPath + "/" + Name(m)); err != nil {
			return nil, err
		}
	}
	time.Sleep(2 * time.Second)
	return answers, nil
}

func (s *Server) established(path string) error {
	for range 500 {
		if conditionTrue(s.Do(http.MethodGet, path, nil).Body, "Established") {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("%s is not established after 10 s", path)
}

func conditionTrue(definition map[string]any, name string) bool {
	status, _ := definition["status"].(map[string]any)
	conditions, _ := status["conditions"].([]any)
	for _, c := range conditions {
		if c, ok := c.(map[string]any); ok && c["type"] == name {
			return c["status"] == "True"
		}
	}
	return false
}

// Name returns metadata.name, or "" if there is none.
func Name(object map[string]any) string {
	meta, _ := object["metadata"].(map[string]any)
	name, _ := meta["name"].(string)
	return name
}
