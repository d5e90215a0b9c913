package requests

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apiserver/pkg/endpoints/filters"
	"k8s.io/apiserver/pkg/warning"

	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// warned has the warnings of a request, and headers to read.
type warned struct {
	Texts   []string
	Warning utilnet.WarningHeader
	Headers []string
}

// TestWarnings compares the headers that the server sends for the warnings of a request, the
// writer of one header, and the reader.
func TestWarnings(t *testing.T) {
	parity.Run(t, "request-warnings", parity.Generated(parity.Full(200_000), newWarned), func(c *parity.Check, in warned) {
		c.Equal("sent", httpapi.WarningHeaders(registry.RecordWarnings(in.Texts)), in.sent())
		header, err := httpapi.Warning(in.Warning).Header()
		c.Coded(structural.ErrorsOf(err)...)
		theirHeader, theirErr := utilnet.NewWarningHeader(in.Warning.Code, in.Warning.Agent, in.Warning.Text)
		c.Equal("header", fmt.Sprint(header, " ", err), fmt.Sprint(theirHeader, " ", theirErr))

		read, errs := httpapi.ParseWarnings(in.Headers)
		for _, err := range errs {
			c.Coded(structural.ErrorsOf(err)...)
		}
		theirs, theirErrs := utilnet.ParseWarningHeaders(in.Headers)
		c.Equal("read", fmt.Sprintf("%#v %v", pairsOf(read), errs), fmt.Sprintf("%#v %v", theirs, theirErrs))
	})
}

// sent returns the headers with which the reference sends the texts.
func (in warned) sent() []string {
	w := httptest.NewRecorder()
	handler := filters.WithWarningRecorder(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		for _, text := range in.Texts {
			warning.AddWarning(req.Context(), "", text)
		}
	}))
	handler.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	return append([]string{}, w.Header().Values("Warning")...)
}

func newWarned(seed uint64) warned {
	r := parity.Rand(seed)
	in := warned{Texts: make([]string, r.IntN(8)), Warning: utilnet.WarningHeader{Code: pick(r, 299, 299, 100, 0, 7, -1, 999, 1000), Agent: pick(r, "", "-", "a", "a b", "a\"", "é", "\xff", "a\u00a0b", "\x7f"), Text: warningText(r)}}
	if r.IntN(4) == 0 {
		in.Texts = make([]string, r.IntN(60)) // of which many are truncated
	}
	for i := range in.Texts {
		in.Texts[i] = warningText(r)
		if i > 0 && r.IntN(8) == 0 {
			in.Texts[i] = in.Texts[r.IntN(i)]
		}
	}
	for range r.IntN(4) {
		in.Headers = append(in.Headers, warningHeader(r))
	}
	return in
}

func warningText(r *rand.Rand) string {
	text := pick(r, "", "unknown field \"spec.x\"", `a\b"c\`, "é漢👍", "=?utf-8?q?=41=C3?=", "=?UTF-8?B?w6k=?= b", "a, b", "a\nb", "\xff", "\u2028", strings.Repeat("漢", 256), fmt.Sprint("text ", r.IntN(1000)))
	if r.IntN(4) == 0 {
		text = fmt.Sprint(r.IntN(1000), strings.Repeat(pick(r, "a", "ü", `"`, "漢"), pick(r, 200, 252, 253, 254, 255, 256, 300, 1000, 4096)))
	}
	return text
}

// warningHeader returns a header of up to three warnings, often spoiled.
func warningHeader(r *rand.Rand) string {
	parts := make([]string, 1+r.IntN(3))
	for i := range parts {
		header, err := utilnet.NewWarningHeader(pick(r, 299, 199, 5), pick(r, "-", "agent"), warningText(r))
		if err != nil {
			header = `299 - "x"`
		}
		if r.IntN(4) == 0 {
			header += pick(r, ` "Mon, 02 Jan 2006 15:04:05 GMT"`, ` "`, `"date"`, " ")
		}
		parts[i] = header
	}
	text := strings.Join(parts, pick(r, ", ", ",", " , ", ";"))
	if r.IntN(2) == 0 {
		text = spoiled(r, text)
	}
	return pick(r, text, " "+text, strings.Join(slices.Repeat([]string{text}, 2), ","))
}

// pairsOf returns warnings as the reference has them.
func pairsOf(warnings []httpapi.Warning) (out []utilnet.WarningHeader) {
	for _, w := range warnings {
		out = append(out, utilnet.WarningHeader(w))
	}
	return out
}
