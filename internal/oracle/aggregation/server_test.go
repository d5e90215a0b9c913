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

const examples = "../../../examples/apiserver/"

// server is a program behind a cluster.
type server struct {
	*programs.Process
	launch func(flags ...string) (*programs.Process, error)
	flags  []string
	port   string
}

// commands are those of "Behind a cluster" in a README.
type commands struct {
	register string // a script
	start    []string
}

// readme returns the commands in a README.
func readme(t *testing.T, path string) commands {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "## Behind a cluster")
	require.True(t, found)
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(section, 2)
	require.Len(t, blocks, 2)
	start, _, _ := strings.Cut(strings.ReplaceAll(blocks[1][1], "\\\n", " "), " >")
	return commands{blocks[0][1], strings.Fields(start)}
}

// startServer runs commands: it registers a program and starts it in a folder that becomes the working directory.
func startServer(t *testing.T, c *cluster, of commands, launch func(flags ...string) (*programs.Process, error), more ...string) *server {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "crds"), os.DirFS(examples+"testdata/crds")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "policy.json"), []byte(`{"apiVersion": "audit.k8s.io/v1", "kind": "Policy", "rules": [{"level": "Metadata"}]}`), 0o600))
	t.Chdir(dir)
	s := &server{launch: launch, port: freePort(t)}
	output, err := c.shell(t, dir, strings.ReplaceAll(of.register, "6444", s.port))
	require.NoError(t, err, output)
	for _, flag := range append(of.start[1:], more...) {
		s.flags = append(s.flags, strings.ReplaceAll(flag, "6444", s.port))
	}
	s.start(t)
	t.Cleanup(func() { assert.NoError(t, s.End(syscall.SIGTERM)) })
	return s
}

func (s *server) start(t *testing.T) {
	process, err := s.launch(s.flags...)
	require.NoError(t, err)
	s.Process = process
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

// registerVersion registers one more version of the server behind the cluster.
func registerVersion(t *testing.T, client dynamic.Interface, version string) {
	service, err := client.Resource(apiServices).Get(t.Context(), "v1.example.com", metav1.GetOptions{})
	require.NoError(t, err)
	unstructured.RemoveNestedField(service.Object, "metadata")
	unstructured.RemoveNestedField(service.Object, "status")
	service.SetName(version + ".example.com")
	require.NoError(t, unstructured.SetNestedField(service.Object, version, "spec", "version"))
	require.NoError(t, unstructured.SetNestedField(service.Object, int64(1), "spec", "versionPriority"))
	_, err = client.Resource(apiServices).Create(t.Context(), service, metav1.CreateOptions{})
	require.NoError(t, err)
	awaitVersion(t, client, version, "True")
}

// awaitAvailable waits until the condition Available of the APIService of v1 has a status, and returns its reason.
func awaitAvailable(t *testing.T, client dynamic.Interface, status string) (reason string) {
	t.Helper()
	return awaitVersion(t, client, "v1", status)
}

func awaitVersion(t *testing.T, client dynamic.Interface, version, status string) (reason string) {
	t.Helper()
	require.Eventually(t, func() bool {
		service, err := client.Resource(apiServices).Get(t.Context(), version+".example.com", metav1.GetOptions{})
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
