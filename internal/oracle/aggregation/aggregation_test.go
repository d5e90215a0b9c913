package aggregation

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/internal/oracle/programs"
)

// TestAPIServer puts examples/apiserver behind kube-apiserver.
func TestAPIServer(t *testing.T) {
	programs.NeedsKubernetes(t)
	program, err := programs.APIServer(t.Context(), t.TempDir())
	require.NoError(t, err)
	launch := func(flags ...string) (*programs.Process, error) { return programs.StartAPIServer(program, flags...) }
	testServer(t, readme(t, examples+"README.md"), launch, testUsers, "--audit-policy-file=policy.json", "--audit-log-path=audit.log")
}

// TestCrdserver puts crdserver behind kube-apiserver.
func TestCrdserver(t *testing.T) {
	programs.NeedsKubernetes(t)
	program, _, err := programs.Crdserver(t.Context(), t.TempDir())
	require.NoError(t, err)
	launch := func(flags ...string) (*programs.Process, error) { return programs.StartCrdserver(program, flags...) }
	testServer(t, readme(t, "../../../crdserver/README.md"), launch, testCrdserverUsers)
}

// testServer registers and starts a program, with more flags, and tests it.
func testServer(t *testing.T, of commands, launch func(flags ...string) (*programs.Process, error), users func(*testing.T, *cluster, *server), more ...string) {
	c := startCluster(t)
	all := readCommands(t)
	want := c.reference(t, all)
	s := startServer(t, c, of, launch, more...)
	assert.Equal(t, "Passed", awaitAvailable(t, c.client(t), "True"))
	c.awaitExplained(t)
	t.Run("commands", func(t *testing.T) { compare(t, want, c.run(t, all), all) })
	t.Run("users", func(t *testing.T) { users(t, c, s) })
	t.Run("killed", func(t *testing.T) { testKilled(t, c, s) })
	t.Run("kube-apiserver restarted", func(t *testing.T) { testRestarted(t, c) })
}

// command is a command of kubectl.
type command struct{ Run, Stdin string }

func readCommands(t *testing.T) (commands []command) {
	text, err := os.ReadFile("testdata/commands.yaml")
	require.NoError(t, err)
	require.NoError(t, yaml.UnmarshalStrict(text, &commands))
	return commands
}

// reference runs commands on lamps of a CRD in kube-apiserver, and deletes it.
func (c *cluster) reference(t *testing.T, commands []command) []string {
	file, err := filepath.Abs(examples + "testdata/crds/lamps.yaml")
	require.NoError(t, err)
	output, err := c.shell(t, c.dir, "kubectl apply -f "+file+"; kubectl wait --for=condition=Established --timeout=180s crd/lamps.example.com")
	require.NoError(t, err, output)
	c.awaitExplained(t)
	want := c.run(t, commands)
	output, err = c.shell(t, c.dir, "kubectl delete -f "+file)
	require.NoError(t, err, output)
	require.Eventually(t, func() bool { // its APIServices are gone, a new one is not deleted
		_, err := c.client(t).Resource(apiServices).Get(t.Context(), "v1.example.com", metav1.GetOptions{})
		return err != nil
	}, patience, 100*time.Millisecond)
	return want
}

// awaitExplained waits until discovery and OpenAPI of kube-apiserver have lamps.
func (c *cluster) awaitExplained(t *testing.T) {
	require.Eventually(t, func() bool {
		_, err := c.shell(t, c.dir, "kubectl get --raw /openapi/v2 | grep -q com.example.v1.Lamp; kubectl explain lamp.spec; kubectl get lamps")
		return err == nil
	}, patience, 500*time.Millisecond)
}

// run runs commands and returns what they print.
func (c *cluster) run(t *testing.T, commands []command) (outputs []string) {
	for _, command := range commands {
		output, err := c.shell(t, c.dir, "kubectl "+command.Run+" <<'END'\n"+command.Stdin+"END\n")
		if err != nil {
			output += err.Error()
		}
		outputs = append(outputs, programs.Stable(output))
	}
	return outputs
}

func compare(t *testing.T, want, got []string, commands []command) {
	equal := 0
	for i, command := range commands {
		if assert.Equal(t, want[i], got[i], "kubectl %s", command.Run) {
			equal++
		}
	}
	t.Logf("parity: aggregation commands=%d equal=%d diff=%d", len(commands), equal, len(commands)-equal)
}
