package live_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/valuetext"
)

// rejected is a request with our Status and the server's answer.
type rejected struct {
	ours   *crdschema.Status
	theirs live.Answer
	send   func() live.Answer // sends the request again
	// rows are the rows that apply to the body of this request, besides those that
	// apply to all.
	rows []parity.Allowed
	// asStatus sends an update of the status without the fields that it cannot change.
	// It is nil for other requests.
	asStatus func() live.Answer
}

// exchanged returns a request's answers. It reports false, and what is wrong if
// something is, if they cannot be compared.
type exchanged func(c *parity.Check) (rejected, bool)

// TestStatus compares the whole Status of rejected requests: of the comparisons of
// objects, bodies, addresses, crds and storage, and of fixed requests for those that
// are rare there. That the same requests are rejected is compared there.
func TestStatus(t *testing.T) {
	kinds := addressedKinds(t)
	cases := parity.Join(
		statusCases("object", exchanges(t), exchange.rejected),
		statusCases("body", bodyCases(t, parity.Full(6_000)), bodyCase.rejected),
		statusCases("address", addressedCases(), func(a addressed, c *parity.Check) (rejected, bool) { return kinds[a.Cluster].rejected(a, c) }),
		statusCases("crd", sentDefinitions(t), sentDefinition.rejected),
		statusCases("write", writes(t, "s", parity.Full(1_000)), write.rejected),
		statusCases("fixed", parity.List(fixedRejections(t), func(f fixedRejection) string { return f.what }), fixedRejection.rejected),
	)
	var mu sync.Mutex
	codes := map[int]int{}
	parity.Run(t, "status", cases, func(c *parity.Check, answers exchanged) {
		r, ok := answers(c)
		if !ok || r.ours == nil && r.theirs.Accepted() {
			c.Void()
			return
		}
		if r.ours == nil || r.theirs.Accepted() {
			r.compareVerdicts(c)
			return
		}
		r.compare(c)
		mu.Lock()
		codes[r.theirs.Code]++
		mu.Unlock()
	})
	t.Log("codes:", codes)
	for code, least := range map[int]int{400: 100, 403: 2, 404: 3, 409: 3, 413: 10, 415: 10, 422: 100, 500: 5} {
		assert.GreaterOrEqual(t, codes[code], least, code)
	}
}

// statusCases returns cases with the answers of the requests of a comparison.
func statusCases[T any](name string, cases parity.Cases[T], answers func(T, *parity.Check) (rejected, bool)) parity.Cases[exchanged] {
	return parity.Cases[exchanged]{N: cases.N, At: func(i int) (string, exchanged) {
		label, in := cases.At(i)
		return name + " " + label, func(c *parity.Check) (rejected, bool) { return answers(in, c) }
	}}
}

// compareVerdicts compares verdicts of which only one is a rejection.
func (r rejected) compareVerdicts(c *parity.Check) {
	c.Equal("rejected", r.ours != nil, !r.theirs.Accepted(),
		parity.Row("D21", func() any { return !isNoList(r.theirs) }),
		parity.Row("D43", func() any { return r.asStatus != nil && !r.asStatus().Accepted() }))
}

// isNoList reports whether the server has stored an object and then failed to return
// it, because it takes it for a list of objects.
func isNoList(a live.Answer) bool {
	return a.Message() == "*unstructured.Unstructured is not a list: no Items field in this object"
}

// compare compares the bodies. All fields are compared; of an invalid object, the order
// of the causes may differ, and with it that of the texts in the message.
func (r rejected) compare(c *parity.Check) {
	ours := r.ours.Object()
	if text, err := json.Marshal(r.ours); err != nil || !parity.Equal(decoded(text), ours) {
		c.Fail("JSON", string(text), ours, "%v", err)
	}
	if got, want := int64(r.theirs.Code), r.theirs.Body["code"]; r.theirs.Body != nil && want != got {
		c.Fail("code", got, want, "the code of the response is not that of the Status")
	}
	r.compareTyped(c, ours)
	body := comparable(c, r.theirs.Body)
	again := func() any { return r.again(c, comparable(c, ours)) }
	c.Equal("status", comparable(c, ours), body, append(r.rows,
		parity.Row("D22", func() any { return causesOnce(body) }),
		parity.Row("D2", again), parity.Row("D4", again),
		parity.Row("D49", func() any { return notFound(r.theirs) }))...)
	if r.ours.Code != http.StatusUnprocessableEntity && parity.Equal(ours, r.theirs.Body) { // the text, too
		text, _ := json.Marshal(r.ours)
		c.Equal("text", string(text)+"\n", strings.ReplaceAll(string(r.theirs.Text), `\ufffd`, "\ufffd"))
	}
}

// predicates are what programs ask about the errors of clients.
var predicates = map[string]func(error) bool{
	"not found": apierrors.IsNotFound, "already exists": apierrors.IsAlreadyExists, "conflict": apierrors.IsConflict, "invalid": apierrors.IsInvalid,
	"bad request": apierrors.IsBadRequest, "forbidden": apierrors.IsForbidden, "internal error": apierrors.IsInternalError,
	"too large": apierrors.IsRequestEntityTooLargeError, "media type": apierrors.IsUnsupportedMediaType, "method": apierrors.IsMethodNotSupported,
	"unexpected": apierrors.IsUnexpectedServerError, "unavailable": apierrors.IsServiceUnavailable, "timeout": apierrors.IsServerTimeout,
}

// compareTyped compares our Status as an error of apimachinery with the one that a client
// makes of the answer, and with the untyped Status.
func (r rejected) compareTyped(c *parity.Check, untyped map[string]any) {
	ours := apimachinery.StatusError(r.ours).(*apierrors.StatusError)
	typed := ours.Status()
	typed.Kind, typed.APIVersion = "Status", "v1"
	m, err := apimachinery.ToMap(context.Background(), &typed)
	c.Equal("typed", err == nil, true)
	c.Equal("typed status", m, untyped)
	if r.theirs.Body == nil {
		return
	}
	var answer metav1.Status
	if err := json.Unmarshal(r.theirs.Text, &answer); err != nil {
		c.Fail("answer", nil, nil, "%v", err)
		return
	}
	theirs := apierrors.FromObject(&answer)
	c.Equal("reason for the error", apierrors.ReasonForError(ours), apierrors.ReasonForError(theirs))
	for what, holds := range predicates {
		c.Equal(what, holds(ours), holds(theirs))
	}
}

// again returns the body of one of 30 answers: the wanted one if it is among them.
func (r rejected) again(c *parity.Check, wanted any) any {
	body, _ := parity.Repeat30(func() any { return comparable(c, r.send().Body) }, func(body any) bool { return parity.Equal(body, wanted) })
	return body
}

// decoded returns the object in a text.
func decoded(text []byte) map[string]any {
	doc, err := document.DecodeJSON(context.Background(), text)
	if err != nil {
		return nil
	}
	return doc.Object
}

// comparable returns the body of a Status with sorted causes and, instead of the texts
// in the message of an invalid object, whether they are those of the causes in their
// order. Names of types, which are different every time, are replaced.
func comparable(c *parity.Check, body map[string]any) map[string]any {
	details, _ := body["details"].(map[string]any)
	causes, _ := details["causes"].([]any)
	if body["reason"] != "Invalid" || len(causes) == 0 { // of a patch that does not apply
		return body
	}
	out, details := maps.Clone(body), maps.Clone(details)
	of := schema.GroupKind{Group: text(details, "group"), Kind: text(details, "kind")} // neither for a patch
	head, texts := fmt.Sprintf("%v %q is invalid: ", of, text(details, "name")), []string{}
	for _, cause := range causes {
		texts = append(texts, causeText(cause))
	}
	if message := text(body, "message"); message != head+valuetext.Aggregate(texts) {
		c.Fail("message", message, head+valuetext.Aggregate(texts), "the message is not made of the causes")
	}
	out["message"], out["details"] = head, details
	causes = slices.Clone(causes)
	for i, cause := range causes {
		cause := maps.Clone(cause.(map[string]any))
		cause["message"] = selfTypes.ReplaceAllString(text(cause, "message"), "selfType#")
		causes[i] = cause
	}
	slices.SortStableFunc(causes, func(a, b any) int { return strings.Compare(causeKey(a), causeKey(b)) })
	details["causes"] = causes
	return out
}

func text(m map[string]any, name string) string {
	s, _ := m[name].(string)
	return s
}

// causeText returns the error of which a cause was made.
func causeText(cause any) string {
	fields := cause.(map[string]any)
	if fields["field"] == nil {
		return text(fields, "message")
	}
	return text(fields, "field") + ": " + text(fields, "message")
}

func causeKey(cause any) string {
	return causeText(cause) + text(cause.(map[string]any), "reason")
}

// causesOnce returns a body with each error of metadata once.
func causesOnce(body map[string]any) map[string]any {
	details, _ := body["details"].(map[string]any)
	causes, _ := details["causes"].([]any)
	seen := map[string]bool{}
	causes = slices.DeleteFunc(slices.Clone(causes), func(cause any) bool {
		again := seen[causeKey(cause)] && strings.HasPrefix(causeKey(cause), "metadata")
		seen[causeKey(cause)] = true
		return again
	})
	return withCauses(body, causes)
}

func withCauses(body map[string]any, causes []any) map[string]any {
	details, found := body["details"].(map[string]any)
	if !found {
		return body
	}
	out, details := maps.Clone(body), maps.Clone(details)
	details["causes"], out["details"] = causes, details
	return out
}

// notFound returns what clients make of an answer about a path that is not served.
func notFound(a live.Answer) map[string]any {
	if a.Code != http.StatusNotFound || string(a.Text) != "404 page not found\n" {
		return a.Body
	}
	return map[string]any{"kind": "Status", "apiVersion": "v1", "metadata": map[string]any{}, "status": "Failure",
		"message": "the server could not find the requested resource", "reason": "NotFound", "code": int64(404)}
}
