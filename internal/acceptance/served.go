package acceptance

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/decode"
)

// Storage is the etcd of a server, below the prefix of its keys.
type Storage interface {
	// Put writes a value and returns the revision of the write.
	Put(ctx context.Context, key, value string) (int64, error)
	// Get returns a value, or "" if there is none.
	Get(ctx context.Context, key string) (string, error)
	// Delete removes all keys with a prefix.
	Delete(ctx context.Context, prefix string) error
}

// Served is a running server.
type Served struct {
	Client  *http.Client
	URL     string
	Storage Storage
	// Webhooks is the transport of the server's calls of conversion webhooks. Their uid must be UID.
	Webhooks *Webhooks
}

// UID is the uid of each ConversionReview in the cases.
const UID = requestUID

// RunServed sends the cases to a server: every case if nth is 1, or else each nth one. It runs in the root of the
// module. Objects and definitions that a case has as stored are written to etcd. The file
// named by path has the cases that do not hold, below the reasons.
func RunServed(t *testing.T, s Served, nth int, path string) {
	cases, listed := loadAcceptance(t), loadReasons(t, path)
	var passed, failed int
	for i, c := range cases {
		reason, isListed := listed[c.name]
		delete(listed, c.name)
		if i%nth != 0 {
			continue
		}
		problem := s.problemOf(t, c)
		switch {
		case problem == "" && isListed:
			failed++
			t.Errorf("%s holds, and %s lists it: %s", c.name, path, reason)
		case problem == "":
			passed++
		case !isListed:
			failed++
			t.Errorf("%s %s: %s", c.file, c.name, problem)
		}
	}
	assert.Empty(t, listed, "%s lists unknown cases", path)
	fmt.Printf("acceptance over HTTP: cases=%d pass=%d unlisted=%d\n", (len(cases)+nth-1)/nth, passed, failed)
}

// loadReasons returns the reason of each case in a list of reasons with cases.
func loadReasons(t *testing.T, path string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	docs, err := decode.Stream(context.Background(), text)
	require.NoError(t, err)
	out := map[string]string{}
	for _, doc := range docs {
		for reason, names := range doc.Value.(map[string]any) {
			for _, name := range names.([]any) {
				require.NotContains(t, out, name, "%s lists it twice", path)
				out[name.(string)] = reason
			}
		}
	}
	return out
}

func (s Served) problemOf(t *testing.T, c acceptanceCase) string {
	on := newTrial(t, s, c)
	defer on.clean()
	got := on.perform()
	if got["call"] != nil && c.expect["call"] == nil && c.given["operation"] == "convert" {
		return "the webhook was called"
	}
	for _, key := range slices.Sorted(maps.Keys(c.expect)) {
		if on.invisible(key) {
			continue
		}
		want := c.expect[key]
		switch key {
		case "errors":
			want = asCauses(want.([]any))
		case "request", "objects", "object", "prepared", "stored":
			want = on.plain(want)
		}
		if failure, _ := got["error"].(map[string]any); key == "error" && want.(map[string]any)["reason"] == nil {
			delete(failure, "reason")
		}
		if problem := compare(key, want, got); problem != "" {
			return fmt.Sprint(problem, "\nanswer ", on.last.code, " ", on.last.text)
		}
	}
	return ""
}

// invisible reports whether no answer shows an outcome: an object before the strategy of the request and the
// storage have changed it.
func (s *trial) invisible(key string) bool {
	object, isObject := s.given["object"].(map[string]any)
	return key == "object" && isObject && slices.Contains([]any{"create", "update", "status-update"}, s.given["operation"]) &&
		(s.expect["prepared"] != nil || s.expect["accepted"] == false || s.version(object) != s.storageVersion())
}

// asCauses returns the errors of a case as the causes of an answer have them: without the detail, which is a part
// of the text.
func asCauses(errs []any) any {
	out := []any{}
	for _, e := range errs {
		e := maps.Clone(e.(map[string]any))
		delete(e, "detail")
		out = append(out, e)
	}
	return out
}
