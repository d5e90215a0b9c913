package main

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/dynamic"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/etcd"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/server"
)

// TestShutdown ends a server while clients write and watch: every object answered with 201 is stored, and nothing of
// the server keeps running.
func TestShutdown(t *testing.T) {
	address, stopEtcd, err := etcd.Start(t.Context(), t.TempDir())
	require.NoError(t, err)
	t.Cleanup(stopEtcd)
	var created map[string]bool
	func() {
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		s, client := startAt(ctx, t, address)
		events, err := client.Resource(lamps).Watch(t.Context(), metav1.ListOptions{})
		require.NoError(t, err)
		created = writeUntilGone(t, client, func() {
			stop()
			require.NoError(t, s.Wait())
		})
		late := time.After(30 * time.Second)
		for open := true; open; {
			select {
			case _, open = <-events.ResultChan():
			case <-late:
				require.Fail(t, "the watch has not ended")
			}
		}
	}()
	if !assert.Eventually(t, func() bool { return leftovers() == "" }, 10*time.Second, 100*time.Millisecond) {
		t.Log(leftovers())
	}

	ctx, stop := context.WithCancel(context.Background())
	s, client := startAt(ctx, t, address)
	checkStored(t, client.Resource(lamps), created)
	stop()
	require.NoError(t, s.Wait())
}

func startAt(ctx context.Context, t *testing.T, etcd string) (*server.Server, dynamic.Interface) {
	t.Helper()
	options := server.NewOptions()
	options.Dir, options.CRDs = t.TempDir(), "testdata/crds"
	options.Etcd.StorageConfig.Transport.ServerList = []string{etcd}
	s, err := server.Start(ctx, options)
	require.NoError(t, err)
	config, err := s.Config()
	require.NoError(t, err)
	config.QPS = -1
	client, err := dynamic.NewForConfig(config)
	require.NoError(t, err)
	return s, client
}

// leftovers returns the goroutines that this example has started and that still run, without those of tests and etcd.
func leftovers() string {
	buffer := make([]byte, 1<<22)
	var out []string
	for _, stack := range strings.Split(string(buffer[:runtime.Stack(buffer, true)]), "\n\n") {
		if strings.Contains(stack, "examples/apiserver/internal/") && !strings.Contains(stack, "testing.tRunner") && !strings.Contains(stack, "internal/etcd") {
			out = append(out, stack)
		}
	}
	return strings.Join(out, "\n\n")
}
