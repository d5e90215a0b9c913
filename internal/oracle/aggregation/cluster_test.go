package aggregation

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/envtest"

	"github.com/seed95800270/crdschema/internal/oracle/programs"
)

// patience bounds what a slow machine may take. kube-apiserver checks servers behind it twice a minute.
const patience = 3 * time.Minute

// cluster is a kube-apiserver with etcd, configured for servers behind it.
type cluster struct {
	*envtest.ControlPlane
	programs string // a folder with kubectl
	dir      string // certificates
	proxies  *authority
	admin    *rest.Config
}

// startCluster starts kube-apiserver with the flags of the page "Configure the aggregation layer".
func startCluster(t *testing.T) *cluster {
	folder := programs.NeedsKubernetes(t)
	c := &cluster{programs: folder, dir: t.TempDir(), proxies: newAuthority(t)}
	c.proxies.client(t, c.dir, "front-proxy-client")
	c.ControlPlane = &envtest.ControlPlane{
		Etcd: &envtest.Etcd{Path: filepath.Join(folder, "etcd"), StartTimeout: patience},
		APIServer: &envtest.APIServer{
			Path: filepath.Join(folder, "kube-apiserver"), CertDir: t.TempDir(), StartTimeout: patience, StopTimeout: patience,
		},
		KubectlPath: filepath.Join(folder, "kubectl"),
	}
	flags := c.APIServer.Configure()
	for name, value := range map[string]string{
		"requestheader-client-ca-file": c.proxies.file(t, c.dir), "requestheader-allowed-names": "front-proxy-client",
		"requestheader-username-headers": "X-Remote-User", "requestheader-group-headers": "X-Remote-Group",
		"requestheader-uid-headers": "X-Remote-Uid", "requestheader-extra-headers-prefix": "X-Remote-Extra-",
		"proxy-client-cert-file": filepath.Join(c.dir, "front-proxy-client.crt"), "proxy-client-key-file": filepath.Join(c.dir, "front-proxy-client.key"),
	} {
		flags.Set(name, value)
	}
	require.NoError(t, c.Start())
	t.Cleanup(func() { assert.NoError(t, c.Stop()) })
	user, err := c.AddUser(envtest.User{Name: "root", Groups: []string{"system:masters"}}, nil)
	require.NoError(t, err)
	c.admin = user.Config()
	text, err := user.KubeConfig()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(c.kubeconfig(), text, 0o600))
	return c
}

func (c *cluster) kubeconfig() string { return filepath.Join(c.dir, "kubeconfig") }

// client returns a client for the administrator.
func (c *cluster) client(t *testing.T) dynamic.Interface {
	config := rest.CopyConfig(c.admin)
	config.QPS = -1
	client, err := dynamic.NewForConfig(config)
	require.NoError(t, err)
	return client
}

// shell runs a script as the administrator, with kubectl in its path, and returns its output.
func (c *cluster) shell(t *testing.T, dir, script string) (string, error) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	process := exec.CommandContext(ctx, "sh", "-ec", script)
	process.Dir = dir
	process.Env = append(os.Environ(), "PATH="+c.programs+":"+os.Getenv("PATH"), "KUBECONFIG="+c.kubeconfig(), "HOME="+c.dir, "KUBECTL_EXTERNAL_DIFF=diff -N")
	output, err := process.CombinedOutput()
	return string(output), err
}
