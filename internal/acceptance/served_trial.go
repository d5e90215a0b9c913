package acceptance

import (
	"context"
	"net/http"
	"path"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

const (
	definitionsKey  = "/apiextensions.k8s.io/customresourcedefinitions/"
	definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
	keptUID         = "00000000-0000-0000-0000-000000000001"
	patience        = 10 * time.Second
	// busy limits the retries while a new kind starts. A kind with objects that cannot be converted does not start.
	busy = 2 * time.Second
)

// trial is a server while it answers one case.
type trial struct {
	Served
	acceptanceCase
	t    *testing.T
	ctx  context.Context
	crd  map[string]any
	last reply
}

func newTrial(t *testing.T, s Served, c acceptanceCase) *trial {
	out := &trial{Served: s, acceptanceCase: c, t: t, ctx: t.Context()}
	if object, found := c.given["crd"].(map[string]any); found {
		out.crd = object
	} else {
		out.crd = standardFrame(c.given["schema"])
	}
	answer, _ := c.given["webhook"].(map[string]any)
	to := textOf(c.given["desiredAPIVersion"])
	switch c.given["operation"] {
	case "read":
		to = out.group() + "/" + textOf(c.given["version"])
	case "create":
		to = out.group() + "/" + out.storageVersion()
	}
	s.Webhooks.set(answer, to)
	return out
}

// stored returns an object as it is in etcd.
func (s *trial) stored(object map[string]any) map[string]any {
	s.t.Helper()
	text, err := s.Storage.Get(s.ctx, s.key(object))
	require.NoError(s.t, err)
	doc, err := decode.JSON(s.ctx, []byte(text))
	require.NoError(s.t, err)
	return doc.Value.(map[string]any)
}

func (s *trial) spec(field string) any {
	spec, _ := s.crd["spec"].(map[string]any)
	return spec[field]
}

func (s *trial) group() string { return textOf(s.spec("group")) }

func (s *trial) plural() string {
	names, _ := s.spec("names").(map[string]any)
	return textOf(names["plural"])
}

func (s *trial) isNamespaced() bool { return s.spec("scope") == "Namespaced" }

// storageVersion returns the version of the objects of a case without one.
func (s *trial) storageVersion() string {
	versions, _ := s.spec("versions").([]any)
	for _, v := range versions {
		if v, _ := v.(map[string]any); v["storage"] == true {
			return textOf(v["name"])
		}
	}
	return ""
}

// version returns the version of the request: the one that the case asks for, the one of an object, or the stored one.
func (s *trial) version(object map[string]any) string {
	if asked := textOf(s.given["version"]); asked != "" {
		return asked
	}
	if object != nil && textOf(object["apiVersion"]) != "" {
		return path.Base(textOf(object["apiVersion"]))
	}
	return s.storageVersion()
}

// collection returns the path of objects.
func (s *trial) collection(version string) string {
	out := "/apis/" + s.group() + "/" + version
	if s.isNamespaced() {
		out += "/namespaces/default"
	}
	return out + "/" + s.plural()
}

func (s *trial) path(version string, object map[string]any) string {
	at := s.collection(version)
	if namespace := textOf(metaOf(object)["namespace"]); namespace != "" && s.isNamespaced() {
		at = strings.Replace(at, "/namespaces/default/", "/namespaces/"+namespace+"/", 1)
	}
	return at + "/" + textOf(metaOf(object)["name"])
}

func (s *trial) key(object map[string]any) string {
	out := "/" + s.group() + "/" + s.plural() + "/"
	if s.isNamespaced() {
		namespace := textOf(metaOf(object)["namespace"])
		if namespace == "" {
			namespace = "default"
		}
		out += namespace + "/"
	}
	return out + textOf(metaOf(object)["name"])
}

// keep stores an object and returns its revision. The server needs its uid.
func (s *trial) keep(object map[string]any) string {
	out := structural.Clone(object)
	meta := metaOf(out)
	if s.isNamespaced() && meta["namespace"] == nil {
		meta["namespace"] = "default"
	}
	if meta["uid"] == nil {
		meta["uid"] = keptUID
	}
	delete(meta, "resourceVersion")
	return strconv.FormatInt(s.put(s.key(object), out), 10)
}

func metaOf(object map[string]any) map[string]any {
	out, _ := object["metadata"].(map[string]any)
	return out
}

func textOf(v any) string {
	out, _ := v.(string)
	return out
}

func nameOf(object map[string]any) string { return textOf(metaOf(object)["name"]) }

// clean removes what the case has stored, and waits until the server does not serve it.
func (s *trial) clean() {
	s.Webhooks.set(nil, "")
	if s.group() != "" && s.group() != "apiextensions.k8s.io" {
		require.NoError(s.t, s.Storage.Delete(s.ctx, "/"+s.group()+"/"))
	}
	require.NoError(s.t, s.Storage.Delete(s.ctx, definitionsKey))
	require.True(s.t, s.until(func() bool {
		return s.group() == "apiextensions.k8s.io" || s.do(http.MethodGet, "/apis/"+s.group(), nil).code == http.StatusNotFound
	}), "%s is still served", s.name)
}

// until reports whether a condition holds in time.
func (s *trial) until(holds func() bool) bool {
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if holds() {
			return true
		}
		if time.Now().After(deadline) {
			return false
		}
	}
}
