package acceptance

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/structural"
)

var generatedType = regexp.MustCompile(`selfType#?\d*`)

// generated returns an error without the number in the names of generated types.
func generated(text string) string { return generatedType.ReplaceAllString(text, "selfTypeN") }

// install creates the definition of a case, or stores it if the server would refuse it today, and waits until it
// is served.
func (s *trial) install() {
	s.t.Helper()
	if s.given["storedCRD"] == true {
		s.keepDefinition(s.crd)
	} else {
		answer := s.do(http.MethodPost, definitionsPath, s.crd)
		if answer.code != http.StatusCreated {
			return // the case fails
		}
	}
	s.awaitEstablished()
	for _, version := range versionsOf(s.crd) {
		if version["served"] == true {
			s.until(func() bool {
				return s.do(http.MethodGet, "/apis/"+s.group()+"/"+textOf(version["name"]), nil).code == http.StatusOK
			})
		}
	}
}

// awaitEstablished waits until the controllers have written the conditions of the definition, and reports whether
// they have.
func (s *trial) awaitEstablished() bool {
	return s.until(func() bool {
		condition, _ := lifecycle.ConditionOf(s.definition().body, lifecycle.Established)
		return condition.Status == "True"
	})
}

func (s *trial) definition() reply {
	return s.do(http.MethodGet, definitionsPath+"/"+nameOf(s.crd), nil)
}

func versionsOf(crd map[string]any) (out []map[string]any) {
	spec, _ := crd["spec"].(map[string]any)
	versions, _ := spec["versions"].([]any)
	for _, v := range versions {
		if v, is := v.(map[string]any); is {
			out = append(out, v)
		}
	}
	return out
}

// keepDefinition stores a definition as the server would have.
func (s *trial) keepDefinition(crd map[string]any) string {
	out := structural.Clone(crd)
	meta := metaOf(out)
	for name, value := range map[string]any{"uid": "00000000-0000-0000-0000-000000000002", "generation": int64(1), "creationTimestamp": "2026-01-01T00:00:00Z"} {
		if meta[name] == nil {
			meta[name] = value
		}
	}
	delete(meta, "resourceVersion")
	return strconv.FormatInt(s.put(definitionsKey+nameOf(crd), out), 10)
}

func (s *trial) writeDefinition(operation string) outcome {
	old, found := s.given["old"].(map[string]any)
	switch {
	case found:
	case operation != "create":
		return outcome{}
	case s.crd["apiVersion"] == "apiextensions.k8s.io/v1beta1": // etcd has such CRDs, and no request may
		s.keepDefinition(s.crd)
		return s.withFacts(outcome{"accepted": s.awaitEstablished()})
	default:
		return s.withFacts(s.admitted(http.MethodPost, definitionsPath, s.crd))
	}
	s.keepDefinition(old)
	s.awaitEstablished()
	at := definitionsPath + "/" + nameOf(s.crd)
	if operation == "status-update" {
		at += "/status"
	}
	for range 20 { // the controllers write, too
		body := structural.Clone(s.crd)
		if meta := metaOf(body); meta != nil {
			meta["resourceVersion"] = metaOf(s.definition().body)["resourceVersion"]
		}
		got := s.admitted(http.MethodPut, at, body)
		if s.last.code != http.StatusConflict {
			return s.withFacts(got)
		}
	}
	return outcome{}
}

func (s *trial) withFacts(got outcome) outcome {
	got["facts"] = facts(s.last.body)
	return got
}

// sorted serves the versions of a case and returns them in the order of the discovery.
func (s *trial) sorted() outcome {
	s.crd = standardFrame(map[string]any{"type": "object"})
	var versions []any
	for i, name := range s.given["versions"].([]any) {
		versions = append(versions, map[string]any{"name": name, "served": true, "storage": i == 0,
			"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object"}}})
	}
	s.crd["spec"].(map[string]any)["versions"] = versions
	s.install()
	return outcome{"order": list(s.groupVersions())}
}

func (s *trial) groupVersions() (out []string) {
	versions, _ := s.do(http.MethodGet, "/apis/"+s.group(), nil).body["versions"].([]any)
	for _, v := range versions {
		out = append(out, textOf(v.(map[string]any)["version"]))
	}
	return out
}

func (s *trial) conditions() outcome {
	s.keepDefinition(s.crd)
	var got conditionList
	s.until(func() bool {
		got = lifecycle.Conditions(s.definition().body)
		return len(got) > 0 && structural.Equal(got.told(s.expect["conditions"]), s.expect["conditions"])
	})
	return outcome{"conditions": got}
}

func (s *trial) discovered() outcome {
	versions := s.groupVersions()
	preferred, _ := s.last.body["preferredVersion"].(map[string]any)
	resources, _ := s.do(http.MethodGet, "/apis/"+s.group()+"/"+textOf(s.given["version"]), nil).body["resources"].([]any)
	return outcome{"discovery": map[string]any{"versions": list(versions), "preferredVersion": preferred["version"], "resources": resources}}
}

// published reads the OpenAPI documents, as soon as they have the version of the case.
func (s *trial) published() outcome {
	version := textOf(s.given["version"])
	if version == "" {
		version = s.groupVersions()[0]
	}
	parts := strings.Split(s.group(), ".")
	slices.Reverse(parts)
	name := strings.Join(parts, ".") + "." + version + "."
	var v2, v3 reply
	require.True(s.t, s.until(func() bool {
		v2, v3 = s.do(http.MethodGet, "/openapi/v2", nil), s.do(http.MethodGet, "/openapi/v3/apis/"+s.group()+"/"+version, nil)
		return strings.Contains(v2.text, `"`+name) && strings.Contains(v3.text, `"`+name)
	}), "%s is not published", s.acceptanceCase.name)
	paths, _ := v2.body["paths"].(map[string]any)
	maps.DeleteFunc(paths, func(at string, _ any) bool { return !strings.HasPrefix(at, "/apis/"+s.group()+"/"+version+"/") })
	return outcome{"openapiv2": document(v2.body), "openapiv3": document(v3.body)}
}
