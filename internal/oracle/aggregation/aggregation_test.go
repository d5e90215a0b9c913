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
	built, err := programs.APIServer(t.Context(), t.TempDir())
	require.NoError(t, err)
	testProgram(t, program{
		readme: examples + "README.md", users: testUsers, admits: true,
		launch: func(flags ...string) (*programs.Process, error) { return programs.StartAPIServer(built, flags...) },
		flags:  []string{"--audit-policy-file=policy.json", "--audit-log-path=audit.log"},
	})
}

// TestCrdserver puts crdserver behind kube-apiserver.
func TestCrdserver(t *testing.T) {
	programs.NeedsKubernetes(t)
	built, _, err := programs.Crdserver(t.Context(), t.TempDir())
	require.NoError(t, err)
	testProgram(t, program{
		readme: "../../../crdserver/README.md", users: testCrdserverUsers,
		launch: func(flags ...string) (*programs.Process, error) { return programs.StartCrdserver(built, flags...) },
	})
}

// program is a program that runs behind kube-apiserver.
type program struct {
	readme string // with the commands that register and start it
	launch func(flags ...string) (*programs.Process, error)
	flags  []string // after the flags in the README
	users  func(*testing.T, *cluster, *server)
	admits bool // admission policies and webhooks of the cluster decide about its objects
}

// testProgram registers and starts a program, and tests it.
func testProgram(t *testing.T, p program) {
	c := startCluster(t)
	all, decided := readCommands(t, "commands"), readDecisions(t)
	var want []string
	var wantAdmitted admitted
	c.withDefinition(t, func() {
		want = c.run(t, all)
		if p.admits {
			wantAdmitted = c.admit(t, decided)
		}
	})
	s := startServer(t, c, readme(t, p.readme), p.launch, p.flags...)
	assert.Equal(t, "Passed", awaitAvailable(t, c.client(t), "True"))
	c.awaitExplained(t)
	t.Run("commands", func(t *testing.T) { compare(t, "commands", want, c.run(t, all), all) })
	if p.admits {
		t.Run("admission", func(t *testing.T) {
			registerVersion(t, c.client(t), "v1beta1")
			got := c.admit(t, decided)
			compare(t, "admission", wantAdmitted.outputs, got.outputs, decided.commands)
			require.NotEmpty(t, wantAdmitted.reviews)
			require.Len(t, got.reviews, len(wantAdmitted.reviews))
			for i, review := range wantAdmitted.reviews {
				assert.Equal(t, review, got.reviews[i])
			}
			t.Logf("parity: aggregation reviews=%d", len(got.reviews))
		})
	}
	t.Run("users", func(t *testing.T) { p.users(t, c, s) })
	t.Run("killed", func(t *testing.T) { testKilled(t, c, s) })
	t.Run("kube-apiserver restarted", func(t *testing.T) { testRestarted(t, c) })
}

// command is a command of kubectl.
type command struct{ Run, Stdin string }

func readCommands(t *testing.T, name string) (commands []command) {
	text, err := os.ReadFile("testdata/" + name + ".yaml")
	require.NoError(t, err)
	require.NoError(t, yaml.UnmarshalStrict(text, &commands))
	return commands
}

// withDefinition lets kube-apiserver serve lamps by a CRD, and deletes it.
func (c *cluster) withDefinition(t *testing.T, run func()) {
	file, err := filepath.Abs(examples + "testdata/crds/lamps.yaml")
	require.NoError(t, err)
	output, err := c.shell(t, c.dir, "kubectl apply -f "+file+"; kubectl wait --for=condition=Established --timeout=180s crd/lamps.example.com")
	require.NoError(t, err, output)
	c.awaitExplained(t)
	run()
	output, err = c.shell(t, c.dir, "kubectl delete -f "+file)
	require.NoError(t, err, output)
	require.Eventually(t, func() bool { // its APIServices are gone, a new one is not deleted
		_, err := c.client(t).Resource(apiServices).Get(t.Context(), "v1.example.com", metav1.GetOptions{})
		return err != nil
	}, patience, 100*time.Millisecond)
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

func compare(t *testing.T, kind string, want, got []string, commands []command) {
	equal := 0
	for i, command := range commands {
		if assert.Equal(t, want[i], got[i], "kubectl %s", command.Run) {
			equal++
		}
	}
	t.Logf("parity: aggregation %s=%d equal=%d diff=%d", kind, len(commands), equal, len(commands)-equal)
}
