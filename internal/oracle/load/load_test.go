package load

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/envtest"

	"github.com/seed95800270/crdschema/internal/oracle/programs"
)

const (
	objects = 2000 // created, by four clients
	lists   = 20   // of all objects
	watches = 20   // of all objects, each sees each change
	changes = 500
	starts  = 5
)

// measures are what one server showed, in seconds and bytes.
type measures struct {
	start, define100, define500, create, list, watch float64
	memory100, memory500                             float64
}

func TestLoad(t *testing.T) {
	reference := programs.NeedsKubernetes(t)
	server, ours, err := programs.Crdserver(t.Context(), t.TempDir())
	require.NoError(t, err)
	theirs, mine := measure(t, environment(reference)), measure(t, environment(ours))
	mine.start = started(t, server, "-crd", "testdata")
	table(t, "crdserver", theirs, mine)
	assert.Greater(t, theirs.start, 20*mine.start)
	assert.Greater(t, theirs.memory500, 5*mine.memory500)
}

// TestAPIServer measures the program of examples/apiserver beside kube-apiserver.
func TestAPIServer(t *testing.T) {
	reference := programs.NeedsKubernetes(t)
	program, err := programs.APIServer(t.Context(), t.TempDir())
	require.NoError(t, err)
	theirs, mine := measure(t, environment(reference)), measure(t, process(program))
	mine.start = started(t, program, "--crds", "testdata")
	table(t, "examples/apiserver", theirs, mine)
}

// table logs the measures of kube-apiserver and of a server of ours.
func table(t *testing.T, name string, theirs, mine measures) {
	row := func(name string, theirs, mine float64, unit string) {
		t.Logf("| %s | %.3g %s | %.3g %s | %.3g |", name, theirs, unit, mine, unit, theirs/mine)
	}
	t.Logf("| | kube-apiserver and etcd | %s | ratio |", name)
	row("a start", theirs.start, mine.start, "s")
	row("100 definitions, until they are served", theirs.define100, mine.define100, "s")
	row("400 more definitions", theirs.define500, mine.define500, "s")
	row("memory with 100 definitions", theirs.memory100/1e6, mine.memory100/1e6, "MB")
	row("memory with 500 definitions", theirs.memory500/1e6, mine.memory500/1e6, "MB")
	row(fmt.Sprintf("%d creates by 4 clients", objects), theirs.create, mine.create, "s")
	row(fmt.Sprintf("%d lists of %d objects", lists, objects), theirs.list, mine.list, "s")
	row(fmt.Sprintf("%d changes seen by %d watches", changes, watches), theirs.watch, mine.watch, "s")
}

// starter starts a server, and returns a configuration of clients and a function that stops it.
type starter func(t *testing.T) (*rest.Config, func() error)

// environment starts the programs of a folder as envtest does.
func environment(assets string) starter {
	return func(t *testing.T) (*rest.Config, func() error) {
		environment := &envtest.Environment{BinaryAssetsDirectory: assets}
		config, err := environment.Start()
		require.NoError(t, err)
		return config, environment.Stop
	}
}

// process starts examples/apiserver.
func process(program string) starter {
	return func(t *testing.T) (*rest.Config, func() error) {
		process, err := programs.StartAPIServer(program, "--dir", t.TempDir())
		require.NoError(t, err)
		t.Cleanup(func() { _ = process.End(os.Kill) }) // if the test has failed
		config, err := clientcmd.BuildConfigFromFlags("", process.Kubeconfig)
		require.NoError(t, err)
		return config, func() error { return process.End(syscall.SIGTERM) }
	}
}

// measure starts a server and measures it.
func measure(t *testing.T, start starter) (m measures) {
	began := time.Now()
	config, stop := start(t)
	m.start = time.Since(began).Seconds()
	defer func() { require.NoError(t, stop()) }()
	config.QPS = -1
	c, err := dynamic.NewForConfig(config)
	require.NoError(t, err)
	m.define100 = seconds(func() { define(t, c, 0, 100) })
	m.memory100 = resident(t)
	m.define500 = seconds(func() { define(t, c, 100, 500) })
	m.memory500 = resident(t)
	things := c.Resource(resource(7)).Namespace("default")
	m.create = seconds(func() { create(t, things) })
	m.list = seconds(func() {
		for range lists {
			got, err := things.List(t.Context(), metav1.ListOptions{})
			require.NoError(t, err)
			require.Len(t, got.Items, objects)
		}
	})
	m.watch = watch(t, config)
	return m
}

func seconds(do func()) float64 {
	began := time.Now()
	do()
	return time.Since(began).Seconds()
}

func resource(i int) schema.GroupVersionResource {
	return schema.GroupVersionResource{Group: fmt.Sprintf("g%d.example.com", i%20), Version: "v1", Resource: fmt.Sprintf("thing%ds", i)}
}

// define creates definitions and waits until their objects can be listed.
func define(t *testing.T, c dynamic.Interface, from, to int) {
	crds := c.Resource(schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"})
	for i := from; i < to; i++ {
		_, err := crds.Create(t.Context(), definition(i), metav1.CreateOptions{})
		require.NoError(t, err)
	}
	for i := from; i < to; i++ {
		require.Eventually(t, func() bool {
			_, err := c.Resource(resource(i)).Namespace("default").List(t.Context(), metav1.ListOptions{})
			return err == nil
		}, time.Minute, 10*time.Millisecond)
	}
}

// definition returns a definition with 80 fields and a rule.
func definition(i int) *unstructured.Unstructured {
	fields := map[string]any{}
	for j := range 20 {
		fields[fmt.Sprintf("text%d", j)] = map[string]any{"type": "string", "maxLength": int64(100), "description": strings.Repeat("What it is. ", 10)}
		fields[fmt.Sprintf("number%d", j)] = map[string]any{"type": "integer", "minimum": int64(0), "default": int64(j)}
		fields[fmt.Sprintf("list%d", j)] = map[string]any{"type": "array", "maxItems": int64(10), "items": map[string]any{"type": "string", "maxLength": int64(50)}}
		fields[fmt.Sprintf("map%d", j)] = map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "string"}}
	}
	r := resource(i)
	kind := "Thing" + strconv.Itoa(i)
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": r.Resource + "." + r.Group},
		"spec": map[string]any{"group": r.Group, "scope": "Namespaced", "names": map[string]any{"plural": r.Resource, "kind": kind},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": map[string]any{
				"type": "object", "properties": map[string]any{"spec": map[string]any{"type": "object", "properties": fields,
					"x-kubernetes-validations": []any{map[string]any{"rule": "self.number0 <= self.number1"}}}}}}}}},
	}}
}

func thing(name string) *unstructured.Unstructured {
	r := resource(7)
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": r.GroupVersion().String(), "kind": "Thing7", "metadata": map[string]any{"name": name},
		"spec": map[string]any{"text0": "a", "list0": []any{"a", "b"}, "map0": map[string]any{"a": "b"}}}}
}

// create creates the objects with four clients.
func create(t *testing.T, things dynamic.ResourceInterface) {
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for i := worker; i < objects; i += 4 {
				_, err := things.Create(t.Context(), thing(fmt.Sprint("thing-", i)), metav1.CreateOptions{})
				assert.NoError(t, err)
			}
		})
	}
	all.Wait()
}

// watch returns the seconds from the first change to the last event of the last watch.
func watch(t *testing.T, config *rest.Config) float64 {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var all sync.WaitGroup
	c, err := dynamic.NewForConfig(config)
	require.NoError(t, err)
	things := c.Resource(resource(7)).Namespace("default")
	now, err := things.List(ctx, metav1.ListOptions{Limit: 1})
	require.NoError(t, err)
	for range watches {
		w, err := things.Watch(ctx, metav1.ListOptions{ResourceVersion: now.GetResourceVersion()})
		require.NoError(t, err)
		all.Go(func() {
			defer w.Stop()
			for n := 0; n < changes; n++ {
				_, open := <-w.ResultChan()
				if !assert.True(t, open, "the watch ended after %d events", n) {
					return
				}
			}
		})
	}
	return seconds(func() {
		for i := range changes {
			_, err := things.Create(ctx, thing(fmt.Sprint("more-", i)), metav1.CreateOptions{})
			require.NoError(t, err)
		}
		all.Wait()
	})
}

// started returns the seconds of the fastest of some starts of a program, until it prints.
func started(t *testing.T, program string, flags ...string) float64 {
	best := time.Hour.Seconds()
	for range starts {
		command := exec.Command(program, flags...)
		output, err := command.StdoutPipe()
		require.NoError(t, err)
		best = min(best, seconds(func() {
			require.NoError(t, command.Start())
			_, err = bufio.NewReader(output).ReadString('\n')
		}))
		require.NoError(t, err)
		require.NoError(t, command.Process.Signal(syscall.SIGTERM))
		_ = command.Wait()
	}
	return best
}

// resident returns the resident bytes of all children of this process.
func resident(t *testing.T) (sum float64) {
	all, err := filepath.Glob("/proc/[0-9]*/status")
	require.NoError(t, err)
	for _, path := range all {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		fields := map[string]string{}
		for line := range strings.Lines(string(text)) {
			name, value, _ := strings.Cut(line, ":")
			fields[name] = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB"))
		}
		if fields["PPid"] == strconv.Itoa(os.Getpid()) {
			kilobytes, _ := strconv.ParseFloat(fields["VmRSS"], 64)
			sum += kilobytes * 1024
		}
	}
	return sum
}
