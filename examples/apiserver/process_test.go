package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	"k8s.io/kube-aggregator/pkg/client/clientset_generated/clientset"
)

// asProgram makes the binary of the tests the program of this folder.
const asProgram = "APISERVER_TEST_MAIN"

// launch runs the program in a process of its own, and returns a configuration of clients for it.
func launch(t *testing.T, flags ...string) (*exec.Cmd, *rest.Config) {
	t.Helper()
	binary, err := os.Executable()
	require.NoError(t, err)
	process := exec.CommandContext(context.Background(), binary, flags...)
	process.Env = append(os.Environ(), asProgram+"=1")
	var problems bytes.Buffer
	process.Stderr = &problems
	out, err := process.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, process.Start())
	t.Cleanup(func() { // if the test has failed
		_ = process.Process.Kill()
		_ = process.Wait()
		if t.Failed() {
			t.Log(problems.String())
		}
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, rest, found := strings.Cut(lines.Text(), "--kubeconfig="); found {
			path, _, _ := strings.Cut(rest, " ")
			config, err := clientcmd.BuildConfigFromFlags("", path)
			require.NoError(t, err)
			config.QPS = -1
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return process, config
		}
	}
	require.Fail(t, "the program prints no kubeconfig")
	return nil, nil
}

// TestSignal ends the program by a signal while clients write, and starts it again with the same data: every object
// answered with 201 is stored. Behind the aggregator it is available again.
func TestSignal(t *testing.T) {
	for _, c := range []struct {
		name   string
		signal os.Signal
		flags  []string
	}{
		{"SIGTERM", syscall.SIGTERM, nil},
		{"SIGKILL", syscall.SIGKILL, nil},
		{"SIGTERM, aggregated", syscall.SIGTERM, []string{"--aggregated"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			flags := append([]string{"--crds=testdata/crds", "--dir=" + t.TempDir()}, c.flags...)
			process, config := launch(t, flags...)
			client, err := dynamic.NewForConfig(config)
			require.NoError(t, err)
			created := writeUntilGone(t, client, func() { require.NoError(t, process.Process.Signal(c.signal)) })
			err = process.Wait()
			if c.signal == syscall.SIGTERM {
				require.NoError(t, err)
			}

			process, config = launch(t, flags...)
			client, err = dynamic.NewForConfig(config)
			require.NoError(t, err)
			checkStored(t, client.Resource(lamps), created)
			_, err = client.Resource(lamps).Namespace("default").Create(t.Context(), lamp("after", "red"), metav1.CreateOptions{})
			require.NoError(t, err)
			if c.flags != nil {
				checkAvailable(t, config)
			}
			require.NoError(t, process.Process.Signal(syscall.SIGTERM))
			require.NoError(t, process.Wait())
		})
	}
}

// writeUntilGone lets four clients create objects, ends the server, and returns the objects that were answered
// with 201.
func writeUntilGone(t *testing.T, client dynamic.Interface, end func()) map[string]bool {
	t.Helper()
	var mu sync.Mutex
	var writers sync.WaitGroup
	created := map[string]bool{}
	for w := range 4 {
		writers.Go(func() {
			for i := 0; ; i++ {
				name := fmt.Sprintf("lamp-%d-%d", w, i)
				if _, err := client.Resource(lamps).Namespace("default").Create(context.Background(), lamp(name, "red"), metav1.CreateOptions{}); err != nil {
					return // the server is gone
				}
				mu.Lock()
				created[name] = true
				mu.Unlock()
			}
		})
	}
	assert.Eventually(t, func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(created) >= 100
	}, time.Minute, 10*time.Millisecond)
	end()
	writers.Wait()
	return created
}

// checkStored looks for the objects that were answered with 201. It returns the revision of the list.
func checkStored(t *testing.T, objects dynamic.ResourceInterface, created map[string]bool) string {
	t.Helper()
	list, err := objects.List(t.Context(), metav1.ListOptions{})
	require.NoError(t, err)
	stored := map[string]bool{}
	for _, item := range list.Items {
		stored[item.GetName()] = true
	}
	for name := range created {
		assert.True(t, stored[name], "%s was answered with 201", name)
	}
	return list.GetResourceVersion()
}

// checkAvailable waits until the APIService of lamps is available.
func checkAvailable(t *testing.T, config *rest.Config) {
	t.Helper()
	services, err := clientset.NewForConfig(config)
	require.NoError(t, err)
	assert.Eventually(t, func() bool {
		service, err := services.ApiregistrationV1().APIServices().Get(t.Context(), "v1.example.com", metav1.GetOptions{})
		if err != nil {
			return false
		}
		for _, condition := range service.Status.Conditions {
			if condition.Type == apiregistrationv1.Available {
				return condition.Status == apiregistrationv1.ConditionTrue
			}
		}
		return false
	}, 30*time.Second, 100*time.Millisecond)
}
