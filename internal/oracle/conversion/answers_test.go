package conversion

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/seed95800270/crdschema/structural"
)

// review is the request of a ConversionReview as the webhook received it, and a
// valid response.
type review struct {
	APIVersion string
	UID, To    string
	Objects    []any
	Answer     map[string]any
}

func (r *review) response() map[string]any { return r.Answer["response"].(map[string]any) }
func (r *review) converted() []any         { return r.response()["convertedObjects"].([]any) }

// reply is the HTTP response.
type reply struct {
	status int
	header http.Header
	body   []byte
	// raw, if set, replaces the whole response; the connection is closed after it.
	raw []byte
	// pause is the time to wait before the body is written, and again in the
	// middle of it.
	pause time.Duration
}

// behavior is one way to respond.
type behavior struct {
	name  string
	reply func(r *review) reply
}

func ok(r *review) reply {
	text, err := json.Marshal(r.Answer)
	if err != nil {
		panic(err)
	}
	return reply{status: http.StatusOK, header: http.Header{"Content-Type": {"application/json"}}, body: text}
}

// answer returns a behavior that changes the valid response.
func answer(name string, change func(r *review)) behavior {
	return behavior{name, func(r *review) reply { change(r); return ok(r) }}
}

// objects returns a behavior that changes each converted object.
func objects(name string, change func(obj map[string]any)) behavior {
	return answer(name, func(r *review) {
		for _, v := range r.converted() {
			change(v.(map[string]any))
		}
	})
}

// last returns a behavior that changes the last converted object.
func last(name string, change func(obj map[string]any)) behavior {
	return answer(name, func(r *review) {
		if n := len(r.converted()); n > 0 {
			change(r.converted()[n-1].(map[string]any))
		}
	})
}

// meta returns a behavior that changes the metadata of the last converted object.
func meta(name string, change func(meta map[string]any)) behavior {
	return last("metadata: "+name, func(obj map[string]any) {
		if m, ok := obj["metadata"].(map[string]any); ok {
			change(m)
		}
	})
}

// field returns a behavior that sets a metadata field of the last object.
func field(name string, value any) behavior {
	text, _ := json.Marshal(value)
	return meta(name+" "+string(text[:min(len(text), 60)]), func(m map[string]any) { m[name] = structural.Clone(value) })
}

// body returns a behavior that writes a body.
func body(name string, text string) behavior {
	return behavior{"body: " + name, func(r *review) reply { out := ok(r); out.body = []byte(text); return out }}
}

// wire returns a behavior that changes the HTTP response.
func wire(name string, change func(out *reply)) behavior {
	return behavior{name, func(r *review) reply { out := ok(r); change(&out); return out }}
}

// status returns a behavior that responds with an HTTP status and a body.
func status(code int, contentType, body string) behavior {
	return wire("status "+strconv.Itoa(code)+" "+contentType+" "+body[:min(len(body), 80)], func(out *reply) {
		out.status, out.body = code, []byte(body)
		out.header.Set("Content-Type", contentType)
	})
}

// well are responses that a server accepts.
var well = []behavior{
	answer("well", func(*review) {}),
	objects("well: labels and annotations changed", func(obj map[string]any) {
		if m, ok := obj["metadata"].(map[string]any); ok {
			m["labels"] = map[string]any{"new": "label", "a": "c"}
			m["annotations"] = map[string]any{"Upper.example.com/Case": "any value: ok"}
		}
	}),
	objects("well: labels removed", func(obj map[string]any) {
		if m, ok := obj["metadata"].(map[string]any); ok {
			delete(m, "labels")
			m["annotations"] = nil
		}
	}),
	objects("well: other metadata changed", func(obj map[string]any) {
		if m, ok := obj["metadata"].(map[string]any); ok {
			m["finalizers"], m["generation"], m["new"] = []any{}, int64(99), "x"
			m["creationTimestamp"], m["ownerReferences"] = "never", "none"
		}
	}),
	objects("well: everything else replaced", func(obj map[string]any) {
		for name := range obj {
			if name != "apiVersion" && name != "kind" && name != "metadata" {
				delete(obj, name)
			}
		}
		obj["spec"] = map[string]any{"float": 1.5, "int": int64(1 << 53), "text": "<&>\u2028ä"}
	}),
	wire("well: chunked and slow", func(out *reply) { out.pause = 20 * time.Millisecond }),
	wire("well: compressed", func(out *reply) {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write(out.body)
		w.Close()
		out.body = b.Bytes()
		out.header.Set("Content-Encoding", "gzip")
	}),
	wire("well: white space", func(out *reply) { out.body = []byte(" \n\t" + string(out.body) + "\n \n") }),
	wire("well: 201", func(out *reply) { out.status = 201 }),
	wire("well: 206", func(out *reply) { out.status = 206 }),
	wire("well: text/html", func(out *reply) { out.header.Set("Content-Type", "text/html; charset=utf-8") }),
	wire("well: application/octet-stream", func(out *reply) { out.header.Set("Content-Type", "application/octet-stream") }),
	wire("well: no content type", func(out *reply) { out.header["Content-Type"] = nil }),
	answer("well: with the request", func(r *review) { r.Answer["request"] = map[string]any{"uid": "x", "objects": []any{int64(1)}} }),
	answer("well: unknown fields", func(r *review) { r.Answer["more"] = "x"; r.response()["more"] = []any{} }),
	answer("well: request null", func(r *review) { r.Answer["request"] = nil }),
	answer("well: full status", func(r *review) {
		r.response()["result"] = map[string]any{"kind": "Status", "apiVersion": "v1", "metadata": map[string]any{}, "status": "Success",
			"message": "m", "reason": "r", "code": int64(200), "details": map[string]any{"name": "n", "causes": []any{}}}
	}),
}

// numbers is a response with numbers in several notations.
var numbers = behavior{"well: numbers", func(r *review) reply {
	for _, v := range r.converted() {
		v.(map[string]any)["numbers"] = []any{json.Number("1.0"), json.Number("1e2"), json.Number("-0"),
			json.Number("9223372036854775808"), json.Number("0.1"), json.Number("9007199254740993")}
	}
	return ok(r)
}}

func reversed(values []any) []any {
	out := slices.Clone(values)
	slices.Reverse(out)
	return out
}
