package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/seed95800270/crdschema/crdserver"
)

func TestReadFaults(t *testing.T) {
	for text, want := range map[string][]crdserver.Fault{
		"":   nil,
		"[]": nil,
		"- {verbs: [watch], delay: 10s, disconnect: before-answer}\n- {resources: [lamps.example.com/status], rate: 0.2, times: 3, code: 409}": {
			{Verbs: []string{"watch"}, Delay: 10 * time.Second, Disconnect: crdserver.BeforeAnswer},
			{Resources: []string{"lamps.example.com/status"}, Rate: 0.2, Times: 3, Code: 409},
		},
	} {
		name := filepath.Join(t.TempDir(), "faults.yaml")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		got, err := readFaults(name)
		require.NoError(t, err)
		assert.ElementsMatch(t, want, got)
	}
	for _, text := range []string{"- {verb: get}", "- {delay: soon}", "- {disconnect: never}", "{}: ["} {
		name := filepath.Join(t.TempDir(), "faults.yaml")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		_, err := readFaults(name)
		assert.Error(t, err, text)
	}
}

// TestProgram starts the program with a fault and a trace, and ends it.
func TestProgram(t *testing.T) {
	dir := t.TempDir()
	faults, trace := filepath.Join(dir, "faults.yaml"), filepath.Join(dir, "trace.json")
	require.NoError(t, os.WriteFile(faults, []byte("- {verbs: [get], code: 503, times: 1}"), 0o600))
	ctx, stop := context.WithCancel(t.Context())
	ended, out := make(chan error, 1), make(chan []byte, 1)
	go func() {
		ended <- run(ctx, []string{"-crd", "../../testdata/lamps.yaml", "-faults", faults, "-trace", trace}, writer(out), io.Discard)
	}()
	var kubeconfig []byte
	select {
	case kubeconfig = <-out:
	case err := <-ended:
		t.Fatal("ended at once: ", err)
	}
	config, err := clientcmd.RESTConfigFromKubeConfig(kubeconfig)
	require.NoError(t, err)
	client, err := dynamic.NewForConfig(config)
	require.NoError(t, err)
	lamps := client.Resource(schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "lamps"}).Namespace("default")
	_, err = lamps.Get(ctx, "a", metav1.GetOptions{})
	assert.True(t, apierrors.IsServiceUnavailable(err), err)
	_, err = lamps.Get(ctx, "a", metav1.GetOptions{})
	assert.True(t, apierrors.IsNotFound(err), err)
	stop()
	require.NoError(t, <-ended)
	text, err := os.ReadFile(trace)
	require.NoError(t, err)
	var codes []int
	for line := range bytes.Lines(text) {
		var x traceLine
		require.NoError(t, json.Unmarshal(line, &x))
		codes = append(codes, x.Code)
		assert.Contains(t, x.Answer, `"kind":"Status"`)
	}
	assert.Equal(t, []int{503, 404}, codes)
}

// TestTraceOfBytes writes bodies that are not text in base64.
func TestTraceOfBytes(t *testing.T) {
	line := newTraceLine(crdserver.Exchange{Request: []byte("k8s\x00\xff"), Answer: []byte("{}")})
	assert.Equal(t, []byte("k8s\x00\xff"), line.RequestBase64)
	assert.Empty(t, line.Request)
	assert.Equal(t, "{}", line.Answer)
	assert.Empty(t, line.AnswerBase64)
}

// writer sends what is written.
type writer chan<- []byte

func (w writer) Write(p []byte) (int, error) {
	w <- bytes.Clone(p)
	return len(p), nil
}
