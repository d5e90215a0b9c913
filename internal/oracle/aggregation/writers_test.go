package aggregation

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/dynamic"
)

// writers are clients that create objects until they are told to stop.
type writers struct {
	stop    context.CancelFunc
	running sync.WaitGroup
	mu      sync.Mutex
	created map[string]bool // answered with 201
	refused map[string]int  // other answers
}

// startWriters starts four writers.
func startWriters(t *testing.T, client dynamic.Interface, prefix string) *writers {
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	w := &writers{stop: stop, created: map[string]bool{}, refused: map[string]int{}}
	for i := range 4 {
		w.running.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				name := fmt.Sprintf("%s-%d-%d", prefix, i, n)
				_, err := client.Resource(lamps).Namespace("default").Create(ctx, lamp(name), metav1.CreateOptions{})
				if ctx.Err() == nil || err == nil {
					w.note(name, err)
				}
				if err != nil {
					time.Sleep(20 * time.Millisecond) // the server is gone
				}
			}
		})
	}
	w.awaitMore(t)
	return w
}

func (w *writers) note(name string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil {
		w.created[name] = true
		return
	}
	reason := string(apierrors.ReasonForError(err))
	w.refused[reason]++
}

// awaitMore waits until 50 more objects are created.
func (w *writers) awaitMore(t *testing.T) {
	t.Helper()
	count := func() int {
		w.mu.Lock()
		defer w.mu.Unlock()
		return len(w.created)
	}
	before := count()
	require.Eventually(t, func() bool { return count() >= before+50 }, patience, 10*time.Millisecond)
}

// end stops the writers and checks that all objects answered with 201 are stored.
func (w *writers) end(t *testing.T, client dynamic.Interface) {
	t.Helper()
	w.stop()
	w.running.Wait()
	list, err := client.Resource(lamps).Namespace("default").List(t.Context(), metav1.ListOptions{})
	require.NoError(t, err)
	stored := map[string]bool{}
	for _, item := range list.Items {
		stored[item.GetName()] = true
	}
	for name := range w.created {
		assert.True(t, stored[name], "%s was answered with 201", name)
	}
	t.Logf("created=%d stored=%d refused=%v", len(w.created), len(stored), w.refused)
}
