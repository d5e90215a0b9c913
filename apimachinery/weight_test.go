package apimachinery_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWeight bounds what the package links: the values of apimachinery, and nothing that
// serves or calls a server.
func TestWeight(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	require.NoError(t, err)
	thirdParty := 0
	for dep := range strings.FieldsSeq(string(out)) {
		for _, heavy := range []string{"k8s.io/api/", "k8s.io/apiextensions-apiserver", "k8s.io/apiserver/", "k8s.io/client-go/", "k8s.io/component-base/", "sigs.k8s.io/controller-runtime", "github.com/prometheus", "google.golang.org/grpc"} {
			assert.NotContains(t, dep, heavy)
		}
		if first, _, _ := strings.Cut(dep, "/"); strings.Contains(first, ".") && !strings.HasPrefix(dep, "github.com/seed95800270/crdschema") {
			thirdParty++
		}
	}
	assert.LessOrEqual(t, thirdParty, 160)
}
