package discovery

import (
	"net/http"
	"runtime"

	"github.com/seed95800270/crdschema/httpapi"
)

// GitVersion is the version that clients read at /version. It names this program: the values of built-in
// kinds are not validated.
const GitVersion = "v1.37.2+crdserver"

// Version answers /version.
func (d *Documents) Version(w http.ResponseWriter, r *http.Request) {
	media := httpapi.MediaType{Name: httpapi.JSON, Pretty: true}
	d.Verbs.Document(w, r, media, map[string]any{
		"major": "1", "minor": "37", "emulationMajor": "1", "emulationMinor": "37", "minCompatibilityMajor": "1", "minCompatibilityMinor": "36",
		"gitVersion": GitVersion, "gitCommit": "", "gitTreeState": "", "buildDate": "1970-01-01T00:00:00Z",
		"goVersion": runtime.Version(), "compiler": runtime.Compiler, "platform": runtime.GOOS + "/" + runtime.GOARCH,
	})
}

// Health answers /healthz, /livez and /readyz. A server is healthy unless its disk has failed.
func (d *Documents) Health(w http.ResponseWriter, r *http.Request) {
	if d.Verbs.Store.Failed() != nil {
		http.Error(w, "the data cannot be kept", http.StatusInternalServerError)
		return
	}
	write(w, r, "text/plain; charset=utf-8", []byte("ok"))
}
