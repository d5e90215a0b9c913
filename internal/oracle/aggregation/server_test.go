package aggregation

import (
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"

	"github.com/seed95800270/crdschema/internal/oracle/programs"
)

const example = "../../../examples/apiserver/"

// server is examples/apiserver behind a cluster.
type server struct {
	*programs.Process
	program string
	flags   []string
	port    string
}

// startServer runs the commands of the README: it registers the program and starts it, with an audit log, in a
// folder that becomes the working directory.
func startServer(t *testing.T, c *cluster, program string, fill func(dir string), setup, start string) *server {
	dir := t.TempDir()
	fill(dir)
	t.Chdir(dir)
	s := &server{program: program, port: freePort(t)}
	output, err := c.shell(t, dir, strings.ReplaceAll(setup, "6444", s.port))
	require.NoError(t, err, output)
	require.NoError(t, os.WriteFile("policy.json", []byte(`{"apiVersion": "audit.k8s.io/v1", "kind": "Policy", "rules": [{"level": "Metadata"}]}`), 0o600))
	words := strings.Fields(strings.ReplaceAll(strings.ReplaceAll(start, "\\\n", " "), "6444", s.port))
	require.Equal(t, "apiserver", words[0])
	s.flags = append(words[1:], "--audit-policy-file=policy.json", "--audit-log-path=audit.log")
	s.start(t)
	t.Cleanup(func() { assert.NoError(t, s.End(syscall.SIGTERM)) })
	return s
}

func (s *server) start(t *testing.T) {
	process, err := programs.StartAPIServer(s.program, s.flags...)
	require.NoError(t, err)
	s.Process = process
}

// readme returns the commands of "Behind a cluster": those that register the program, and the one that starts it.
func readme(t *testing.T) (setup, start string) {
	text, err := os.ReadFile(example + "README.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "## Behind a cluster")
	require.True(t, found)
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(section, 2)
	require.Len(t, blocks, 2)
	return blocks[0][1], blocks[1][1]
}

func freePort(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	return strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
}

var (
	lamps       = schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "lamps"}
	apiServices = schema.GroupVersionResource{Group: "apiregistration.k8s.io", Version: "v1", Resource: "apiservices"}
)

func lamp(name string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": map[string]any{"name": name}, "spec": map[string]any{"color": "red"},
	}}
}

// awaitAvailable waits until the condition Available of the APIService has a status, and returns its reason.
func awaitAvailable(t *testing.T, client dynamic.Interface, status string) (reason string) {
	t.Helper()
	require.Eventually(t, func() bool {
		service, err := client.Resource(apiServices).Get(t.Context(), "v1.example.com", metav1.GetOptions{})
		if err != nil {
			return false
		}
		conditions, _, _ := unstructured.NestedSlice(service.Object, "status", "conditions")
		for _, c := range conditions {
			if c := c.(map[string]any); c["type"] == "Available" && c["status"] == status {
				reason = c["reason"].(string)
				return true
			}
		}
		return false
	}, patience, 100*time.Millisecond, "Available=%s", status)
	return reason
}

// copyCRDs copies the CRDs of the example to a folder.
func copyCRDs(t *testing.T) func(dir string) {
	absolute, err := filepath.Abs(example + "testdata/crds")
	require.NoError(t, err)
	return func(dir string) { require.NoError(t, os.CopyFS(filepath.Join(dir, "crds"), os.DirFS(absolute))) }
}
