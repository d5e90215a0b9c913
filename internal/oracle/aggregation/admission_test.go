package aggregation

import (
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	admissionv1 "k8s.io/api/admission/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/seed95800270/crdschema/internal/oracle/programs"
)

// decisions are policies and webhooks of a cluster, and commands about which they decide.
type decisions struct {
	manifest string
	commands []command
}

func readDecisions(t *testing.T) decisions {
	text, err := os.ReadFile("testdata/admission.yaml")
	require.NoError(t, err)
	return decisions{string(text), readCommands(t, "admitted")}
}

// admitted holds the outputs of the commands and the requests to the webhooks.
type admitted struct{ outputs, reviews []string }

// admit runs the commands while the policies and webhooks are in effect.
func (c *cluster) admit(t *testing.T, d decisions) admitted {
	hook := startWebhook(t)
	file := filepath.Join(c.dir, "admission.yaml")
	manifest := strings.NewReplacer("URL", hook.URL, "caBundle: CA", "caBundle: "+hook.ca()).Replace(d.manifest)
	require.NoError(t, os.WriteFile(file, []byte(manifest), 0o600))
	output, err := c.shell(t, c.dir, "kubectl apply -f "+file+`
kubectl get namespace ending || { kubectl create namespace ending; kubectl delete namespace ending --wait=false; }`)
	require.NoError(t, err, output)
	c.awaitAdmission(t, assert.Contains)
	hook.take()
	out := admitted{outputs: c.run(t, d.commands)}
	out.reviews = hook.take()
	output, err = c.shell(t, c.dir, "kubectl delete -f "+file)
	require.NoError(t, err, output)
	c.awaitAdmission(t, assert.NotContains)
	output, err = c.shell(t, c.dir, "kubectl delete lamps --all")
	require.NoError(t, err, output)
	return out
}

// awaitAdmission waits until each policy and webhook is in effect (assert.Contains), or none is (assert.NotContains).
func (c *cluster) awaitAdmission(t *testing.T, check func(t assert.TestingT, output, part any, _ ...any) bool) {
	create := func(collect *assert.CollectT, name string, parts ...string) {
		output, err := c.shell(t, c.dir, "kubectl create --dry-run=server -o yaml -f - <<'END'\n{apiVersion: example.com/v1, kind: Lamp, metadata: {name: "+name+"}, spec: {color: red}}\nEND\n")
		assert.Regexp(collect, "kind: Lamp|refuses the name", output, err)
		for _, part := range parts {
			check(collect, output, part)
		}
	}
	require.EventuallyWithT(t, func(collect *assert.CollectT) {
		create(collect, "probe", "watts: 40", "floor: 2", "hooked: ", "Warning: the webhook has seen")
		create(collect, "policy-probe", "the policy refuses the name")
		create(collect, "webhook-probe", "the webhook refuses the name")
	}, patience, time.Second)
}

// webhook is a server of admission webhooks that notes the requests.
type webhook struct {
	*httptest.Server
	mu   sync.Mutex
	seen []string
}

func startWebhook(t *testing.T) *webhook {
	out := &webhook{}
	out.Server = httptest.NewTLSServer(http.HandlerFunc(out.answer))
	t.Cleanup(out.Close)
	return out
}

// ca returns the authority of the server, as a caBundle in YAML.
func (h *webhook) ca() string {
	return base64.StdEncoding.EncodeToString(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: h.Certificate().Raw}))
}

// take returns the requests since its last call.
func (h *webhook) take() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := h.seen
	h.seen = nil
	return out
}

func (h *webhook) answer(w http.ResponseWriter, r *http.Request) {
	review := admissionv1.AdmissionReview{}
	if err := json.NewDecoder(r.Body).Decode(&review); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	response := &admissionv1.AdmissionResponse{UID: review.Request.UID, Allowed: true}
	switch {
	case r.URL.Path == "/mutating":
		patch := admissionv1.PatchTypeJSONPatch
		response.PatchType, response.Patch = &patch, []byte(`[{"op": "add", "path": "/metadata/labels", "value": {"hooked": "yes"}},
			{"op": "add", "path": "/spec/hooked", "value": true}, {"op": "replace", "path": "/spec/bulbs", "value": null}]`)
	case strings.HasPrefix(review.Request.Name, "webhook-"):
		response.Allowed, response.Result = false, &metav1.Status{Message: "the webhook refuses the name", Code: http.StatusTeapot}
	default:
		response.Warnings = []string{"the webhook has seen " + review.Request.Name}
	}
	review.Request.UID = ""
	text, err := json.Marshal(review.Request)
	h.mu.Lock()
	h.seen = append(h.seen, programs.Stable(r.URL.Path+" "+string(text)))
	h.mu.Unlock()
	review.Request, review.Response = nil, response
	if err == nil {
		err = json.NewEncoder(w).Encode(review)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}
