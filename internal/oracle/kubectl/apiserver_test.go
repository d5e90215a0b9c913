package kubectl

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/armon/go-socks5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"github.com/seed95800270/crdschema/internal/oracle/programs"
)

// ways start examples/apiserver, and return the path of a kubeconfig for a way to it.
var ways = map[string]func(t *testing.T, folder, program string) string{
	"apiserver":  func(t *testing.T, _, program string) string { return startProgram(t, program) },
	"aggregated": func(t *testing.T, _, program string) string { return startProgram(t, program, "--aggregated") },
	"proxy": func(t *testing.T, folder, program string) string {
		return proxied(t, folder, startProgram(t, program), "--accept-hosts=^127\\.0\\.0\\.1$", "--reject-paths=^/metrics")
	},
	"socks5": func(t *testing.T, _, program string) string {
		return changed(t, startProgram(t, program), func(c *clientcmdapi.Cluster) { c.ProxyURL = "socks5://" + socks(t) })
	},
}

// built builds examples/apiserver and returns the path of the program.
func built(t *testing.T) string {
	path, err := programs.APIServer(t.Context(), t.TempDir())
	require.NoError(t, err)
	return path
}

// startProgram starts examples/apiserver and returns the path of the kubeconfig that it prints.
func startProgram(t *testing.T, program string, flags ...string) string {
	process, err := programs.StartAPIServer(program, append(flags, "--dir="+t.TempDir())...)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, process.End(syscall.SIGTERM)) })
	return process.Kubeconfig
}

// started starts a program until the end of the test, and returns the lines that it prints.
func started(t *testing.T, name string, args ...string) <-chan string {
	process := exec.CommandContext(context.Background(), name, args...)
	process.Env = append(os.Environ(), "HOME="+t.TempDir())
	out, err := process.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, process.Start())
	lines, ended := make(chan string, 100), make(chan struct{})
	go func() {
		defer close(ended)
		defer close(lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	t.Cleanup(func() {
		require.NoError(t, process.Process.Signal(syscall.SIGTERM))
		<-ended
		var exit *exec.ExitError
		if err := process.Wait(); err != nil {
			require.True(t, errors.As(err, &exit), err)
		}
	})
	return lines
}

// proxied starts "kubectl proxy" and returns the path of a kubeconfig for it.
func proxied(t *testing.T, folder, kubeconfig string, flags ...string) string {
	lines := started(t, filepath.Join(folder, "kubectl"), append([]string{"--kubeconfig=" + kubeconfig, "proxy", "--port=0"}, flags...)...)
	_, address, found := strings.Cut(<-lines, "Starting to serve on ")
	require.True(t, found)
	return changed(t, kubeconfig, func(c *clientcmdapi.Cluster) { c.Server, c.CertificateAuthorityData = "http://"+address, nil })
}

// changed returns the path of a copy of a kubeconfig.
func changed(t *testing.T, kubeconfig string, change func(*clientcmdapi.Cluster)) string {
	config, err := clientcmd.LoadFromFile(kubeconfig)
	require.NoError(t, err)
	for _, cluster := range config.Clusters {
		change(cluster)
	}
	path := filepath.Join(t.TempDir(), "kubeconfig")
	require.NoError(t, clientcmd.WriteToFile(*config, path))
	return path
}

// socks starts a SOCKS5 proxy and returns its address.
func socks(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	server, err := socks5.New(&socks5.Config{Logger: log.New(io.Discard, "", 0)})
	require.NoError(t, err)
	go func() { _ = server.Serve(listener) }() // until the listener is closed
	return listener.Addr().String()
}

// TestProxyRefuses reaches examples/apiserver through "kubectl proxy", with the hosts and paths that it accepts by
// default, and those that it is told to refuse.
func TestProxyRefuses(t *testing.T) {
	folder := programs.NeedsKubernetes(t)
	kubeconfig := startProgram(t, built(t))
	for _, c := range []struct {
		name  string
		flags []string
		path  string
		code  int
	}{
		{"defaults", nil, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", http.StatusOK},
		{"another host", []string{"--accept-hosts=^example\\.com$"}, "/apis", http.StatusForbidden},
		{"a path that is not refused", []string{"--reject-paths=^/apis/apiextensions"}, "/apis", http.StatusOK},
		{"a refused path", []string{"--reject-paths=^/apis/apiextensions"}, "/apis/apiextensions.k8s.io/v1", http.StatusForbidden},
	} {
		t.Run(c.name, func(t *testing.T) {
			config, err := clientcmd.LoadFromFile(proxied(t, folder, kubeconfig, c.flags...))
			require.NoError(t, err)
			for _, cluster := range config.Clusters {
				answer, err := http.Get(cluster.Server + c.path)
				require.NoError(t, err)
				require.NoError(t, answer.Body.Close())
				assert.Equal(t, c.code, answer.StatusCode)
			}
		})
	}
}
