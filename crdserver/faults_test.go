package crdserver_test

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/util/retry"

	"github.com/seed95800270/crdschema/crdserver"
)

// tracing keeps the exchanges of a server.
type tracing struct {
	mu  sync.Mutex
	all []crdserver.Exchange
}

func (t *tracing) add(x crdserver.Exchange) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, x)
}

// codes returns the codes of the requests with a method, in order.
func (t *tracing) codes(method string) (out []int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, x := range t.all {
		if x.Method == method {
			out = append(out, x.Code)
		}
	}
	return out
}

// TestFaultCodes compares what client-go makes of each code with the error that the code means.
func TestFaultCodes(t *testing.T) {
	for code, is := range map[int]func(error) bool{
		409: apierrors.IsConflict, 500: apierrors.IsInternalError, 503: apierrors.IsServiceUnavailable, 504: apierrors.IsTimeout,
	} {
		trace := &tracing{}
		server := start(t, "lamps.yaml", crdserver.WithTrace(trace.add),
			crdserver.WithFaults(1, crdserver.Fault{Verbs: []string{"create"}, Resources: []string{"lamps.example.com"}, Code: code}))
		_, err := dynamicClient(t, server).Resource(lamps).Namespace("default").Create(t.Context(), lamp("a", "red"), metav1.CreateOptions{})
		assert.True(t, is(err), "%d: %v", code, err)
		_, err = dynamicClient(t, server).Resource(lamps).Namespace("default").Get(t.Context(), "a", metav1.GetOptions{})
		assert.True(t, apierrors.IsNotFound(err), err)
		assert.NoError(t, server.Close()) // and with it all exchanges are in the trace
		assert.Equal(t, []int{code}, trace.codes("POST"))
	}
}

// TestTooManyRequests has client-go send the request again after a second.
func TestTooManyRequests(t *testing.T) {
	trace := &tracing{}
	server := start(t, "lamps.yaml", crdserver.WithTrace(trace.add), crdserver.WithFaults(1, crdserver.Fault{Verbs: []string{"create"}, Code: 429, Times: 1}))
	_, err := dynamicClient(t, server).Resource(lamps).Namespace("default").Create(t.Context(), lamp("a", "red"), metav1.CreateOptions{})
	require.NoError(t, err)
	require.NoError(t, server.Close())
	assert.Equal(t, []int{429, 201}, trace.codes("POST"))
}

// TestConflictsAreRetried updates a status through two conflicts, as controllers do.
func TestConflictsAreRetried(t *testing.T) {
	trace := &tracing{}
	server := start(t, "lamps.yaml", crdserver.WithTrace(trace.add),
		crdserver.WithFaults(1, crdserver.Fault{Verbs: []string{"update"}, Resources: []string{"lamps.example.com/status"}, Code: 409, Times: 2}))
	objects := dynamicClient(t, server).Resource(lamps).Namespace("default")
	created, err := objects.Create(t.Context(), lamp("a", "red"), metav1.CreateOptions{})
	require.NoError(t, err)
	require.NoError(t, unstructured.SetNestedField(created.Object, true, "status", "lit"))
	_, conflict := objects.UpdateStatus(t.Context(), created, metav1.UpdateOptions{})
	var status apierrors.APIStatus
	require.ErrorAs(t, conflict, &status)
	assert.Equal(t, &metav1.StatusDetails{Group: "example.com", Kind: "lamps", Name: "a"}, status.Status().Details)
	require.NoError(t, retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := objects.UpdateStatus(t.Context(), created, metav1.UpdateOptions{})
		return err
	}))
	require.NoError(t, server.Close())
	assert.Equal(t, []int{409, 409, 200}, trace.codes("PUT"))
	for _, x := range trace.all {
		assert.Equal(t, x.Code == 409, x.Fault != nil, x.URL)
		assert.Empty(t, x.Header.Get("Authorization"))
		if x.Method == "POST" {
			assert.Contains(t, string(x.Request), `"color":"red"`)
			assert.Contains(t, string(x.Answer), `"generation":1`)
		}
	}
}

// TestDisconnect breaks connections before and after a write: the client knows of neither.
func TestDisconnect(t *testing.T) {
	for when, written := range map[crdserver.Disconnect]bool{crdserver.BeforeRequest: false, crdserver.BeforeAnswer: true} {
		trace := &tracing{}
		server := start(t, "lamps.yaml", crdserver.WithTrace(trace.add), crdserver.WithFaults(1, crdserver.Fault{Verbs: []string{"create"}, Disconnect: when}))
		objects := dynamicClient(t, server).Resource(lamps).Namespace("default")
		_, err := objects.Create(t.Context(), lamp("a", "red"), metav1.CreateOptions{})
		require.Error(t, err)
		var answered apierrors.APIStatus
		assert.False(t, errors.As(err, &answered), err)
		_, err = objects.Get(t.Context(), "a", metav1.GetOptions{})
		assert.Equal(t, written, err == nil, err)
		require.NoError(t, server.Close())
		for _, code := range trace.codes("POST") { // client-go may send a request again on a new connection
			assert.Zero(t, code)
		}
	}
}

// TestWatchIsCut ends a watch after its events.
func TestWatchIsCut(t *testing.T) {
	server := start(t, "lamps.yaml", crdserver.WithFaults(1, crdserver.Fault{Verbs: []string{"watch"}, Delay: time.Second, Disconnect: crdserver.BeforeAnswer, Times: 1}))
	objects := dynamicClient(t, server).Resource(lamps).Namespace("default")
	_, err := objects.Create(t.Context(), lamp("a", "red"), metav1.CreateOptions{})
	require.NoError(t, err)
	w, err := objects.Watch(t.Context(), metav1.ListOptions{})
	require.NoError(t, err)
	var got []string
	for event := range w.ResultChan() { // ends
		got = append(got, string(event.Type))
	}
	assert.Contains(t, got, "ADDED")
}

// TestDelayEndsWithTheClient waits for the client, not for the delay.
func TestDelayEndsWithTheClient(t *testing.T) {
	ended := make(chan crdserver.Exchange, 1)
	server := start(t, "lamps.yaml", crdserver.WithTrace(func(x crdserver.Exchange) { ended <- x }), crdserver.WithFaults(1, crdserver.Fault{Delay: time.Hour}))
	config, err := clientcmd.RESTConfigFromKubeConfig(server.Kubeconfig)
	require.NoError(t, err)
	config.Timeout = time.Second
	client, err := dynamic.NewForConfig(config)
	require.NoError(t, err)
	_, err = client.Resource(lamps).List(t.Context(), metav1.ListOptions{})
	require.Error(t, err)
	x := <-ended // before the server is closed
	assert.Zero(t, x.Code)
	assert.NotNil(t, x.Fault)
}

// TestRateIsRepeated draws the same requests again for a seed, and others for another one.
func TestRateIsRepeated(t *testing.T) {
	draw := func(seed uint64) (failed []bool) {
		server := start(t, "lamps.yaml", crdserver.WithFaults(seed, crdserver.Fault{Resources: []string{"lamps.example.com"}, Rate: 0.5, Code: 500}))
		objects := dynamicClient(t, server).Resource(lamps).Namespace("default")
		for range 40 {
			_, err := objects.List(t.Context(), metav1.ListOptions{})
			failed = append(failed, apierrors.IsInternalError(err))
		}
		return failed
	}
	first := draw(1)
	assert.Equal(t, first, draw(1))
	assert.NotEqual(t, first, draw(2))
	assert.Contains(t, first, true)
	assert.Contains(t, first, false)
}

// TestFaultsThatCannotBe compares the errors of Start.
func TestFaultsThatCannotBe(t *testing.T) {
	for want, f := range map[string]crdserver.Fault{
		`the verb "PUT" is not one of`:           {Verbs: []string{"PUT"}},
		"the rate 2 is not between 0 and 1":      {Rate: 2},
		"negative times or delay":                {Delay: -1},
		"there is no answer with the code 418":   {Code: http.StatusTeapot},
		"an unknown value of Disconnect: 7":      {Disconnect: 7},
		"a code and a broken connection exclude": {Code: 500, Disconnect: crdserver.BeforeAnswer},
	} {
		_, err := crdserver.Start(t.Context(), crdserver.WithFaults(1, crdserver.Fault{}, f))
		require.Error(t, err)
		assert.True(t, strings.HasPrefix(err.Error(), "crdserver: fault 1: "+want), err)
	}
}

// TestDisconnectText reads the texts of all values.
func TestDisconnectText(t *testing.T) {
	for _, d := range []crdserver.Disconnect{crdserver.Connected, crdserver.BeforeRequest, crdserver.BeforeAnswer} {
		text, err := d.MarshalText()
		require.NoError(t, err)
		got := crdserver.Disconnect(9)
		require.NoError(t, got.UnmarshalText(text))
		assert.Equal(t, d, got)
	}
	_, err := crdserver.Disconnect(9).MarshalText()
	assert.Error(t, err)
	assert.Error(t, new(crdserver.Disconnect).UnmarshalText([]byte("later")))
}
