package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/etcd"
)

// TestOutage stops etcd while clients write, and starts it again: whatever was answered with 201 is stored, the server
// writes and watches again, and its end takes no longer than without an outage.
func TestOutage(t *testing.T) {
	dir := t.TempDir()
	address, stopEtcd, err := etcd.Start(t.Context(), dir)
	require.NoError(t, err)
	gate := newGate(t, address)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	s, client := startAt(ctx, t, "http://"+gate.address)
	objects := client.Resource(lamps).Namespace("default")

	writing, stopWriting := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	var mu sync.Mutex
	created, failed := map[string]bool{}, 0
	for w := range 4 {
		writers.Go(func() {
			for i := 0; writing.Err() == nil; i++ {
				name := fmt.Sprintf("lamp-%d-%d", w, i)
				short, cancel := context.WithTimeout(writing, time.Second)
				_, err := objects.Create(short, lamp(name, "red"), metav1.CreateOptions{})
				cancel()
				mu.Lock()
				if err == nil {
					created[name] = true
				} else {
					failed++
				}
				mu.Unlock()
			}
		})
	}
	time.Sleep(500 * time.Millisecond)
	gate.to("")
	stopEtcd()
	time.Sleep(2 * time.Second)
	address, stopEtcd, err = etcd.Start(t.Context(), dir)
	require.NoError(t, err)
	defer stopEtcd()
	gate.to(address)

	assert.Eventually(t, func() bool {
		_, err := objects.Create(t.Context(), lamp("after", "red"), metav1.CreateOptions{})
		return err == nil
	}, 20*time.Second, 100*time.Millisecond)
	stopWriting()
	writers.Wait()
	assert.Positive(t, failed)
	assert.NotEmpty(t, created)
	revision := checkStored(t, objects, created)
	events, err := objects.Watch(t.Context(), metav1.ListOptions{ResourceVersion: revision})
	require.NoError(t, err)
	_, err = objects.Create(t.Context(), lamp("watched", "red"), metav1.CreateOptions{})
	require.NoError(t, err)
	event := <-events.ResultChan()
	require.NotNil(t, event.Object)

	stop()
	endsWithin(t, 20*time.Second, s.Wait)
}

// TestEndWithoutEtcd ends a server while etcd is stopped and clients watch.
func TestEndWithoutEtcd(t *testing.T) {
	address, stopEtcd, err := etcd.Start(t.Context(), t.TempDir())
	require.NoError(t, err)
	gate := newGate(t, address)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	s, client := startAt(ctx, t, "http://"+gate.address)
	_, err = client.Resource(lamps).Watch(t.Context(), metav1.ListOptions{})
	require.NoError(t, err)
	gate.to("")
	stopEtcd()
	short, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, err = client.Resource(lamps).Namespace("default").Create(short, lamp("lost", "red"), metav1.CreateOptions{})
	require.Error(t, err)
	stop()
	endsWithin(t, 30*time.Second, s.Wait)
}

// TestEndWithRequests ends a server while requests wait for etcd, because it is stopped: the end waits for their timeout,
// 60 s.
func TestEndWithRequests(t *testing.T) {
	if os.Getenv("ORACLE_FULL") != "1" {
		t.Skip("takes a minute: ORACLE_FULL=1")
	}
	address, stopEtcd, err := etcd.Start(t.Context(), t.TempDir())
	require.NoError(t, err)
	gate := newGate(t, address)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	s, client := startAt(ctx, t, "http://"+gate.address)
	gate.to("")
	stopEtcd()
	var requests sync.WaitGroup
	requests.Go(func() {
		_, err := client.Resource(lamps).Namespace("default").Create(t.Context(), lamp("lost", "red"), metav1.CreateOptions{})
		assert.Error(t, err)
	})
	requests.Go(func() {
		assert.Error(t, client.Resource(crds).Delete(t.Context(), "lamps.example.com", metav1.DeleteOptions{}))
	})
	time.Sleep(time.Second)
	stop()
	endsWithin(t, 80*time.Second, s.Wait)
	requests.Wait()
}

// endsWithin runs a function. It must not take longer, and leave no goroutine of the example.
func endsWithin(t *testing.T, limit time.Duration, f func() error) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		require.NoError(t, err)
	case <-time.After(limit):
		require.Fail(t, "it has not ended", leftovers())
	}
	if !assert.Eventually(t, func() bool { return leftovers() == "" }, 10*time.Second, 100*time.Millisecond) {
		t.Log(leftovers())
	}
}

// gate forwards connections to an address that may change.
type gate struct {
	address string

	mu     sync.Mutex
	target string // empty if it is shut
	conns  []net.Conn
}

func newGate(t *testing.T, url string) *gate {
	t.Helper()
	out := &gate{}
	out.address = listen(t, out.forward).Addr().String()
	out.to(url)
	return out
}

func (g *gate) forward(from net.Conn) {
	g.mu.Lock()
	to, err := net.Dial("tcp", g.target)
	if err == nil {
		g.conns = append(g.conns, from, to)
	}
	g.mu.Unlock()
	if err == nil {
		go pipe(from, to)
		pipe(to, from)
	}
}

// to ends all connections, and forwards others to a URL.
func (g *gate) to(url string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.target = strings.TrimPrefix(url, "http://")
	for _, conn := range g.conns {
		_ = conn.Close()
	}
	g.conns = nil
}
