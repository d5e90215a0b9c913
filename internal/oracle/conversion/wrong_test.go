package conversion

import (
	"fmt"
	"net/http"
	"strings"
)

// wrong are responses that a server does not accept, or similar ones.
var wrong = []behavior{
	// Objects.
	last("apiVersion of the input", func(obj map[string]any) { obj["apiVersion"] = "example.com/v0" }),
	last("apiVersion of another group", func(obj map[string]any) { obj["apiVersion"] = "example.org/v1" }),
	last("apiVersion without group", func(obj map[string]any) { obj["apiVersion"] = "v1" }),
	last("apiVersion malformed", func(obj map[string]any) { obj["apiVersion"] = "a/b/c" }),
	last("apiVersion empty", func(obj map[string]any) { obj["apiVersion"] = "" }),
	last("apiVersion missing", func(obj map[string]any) { delete(obj, "apiVersion") }),
	last("apiVersion a number", func(obj map[string]any) { obj["apiVersion"] = int64(1) }),
	last("kind changed", func(obj map[string]any) { obj["kind"] = "Other" }),
	last("kind missing", func(obj map[string]any) { delete(obj, "kind") }),
	last("kind a list", func(obj map[string]any) { obj["kind"] = []any{} }),
	objects("all kinds changed", func(obj map[string]any) { obj["kind"] = "other" }),
	last("items", func(obj map[string]any) { obj["items"] = []any{map[string]any{"kind": "X"}} }),
	last("only metadata", func(obj map[string]any) {
		for name := range obj {
			if name != "metadata" {
				delete(obj, name)
			}
		}
	}),
	answer("an object null", func(r *review) { setLast(r, nil) }),
	answer("an object a text", func(r *review) { setLast(r, "text") }),
	answer("an object a number", func(r *review) { setLast(r, 1.5) }),
	answer("an object a list", func(r *review) { setLast(r, []any{map[string]any{}}) }),
	answer("an object true", func(r *review) { setLast(r, true) }),
	answer("an object empty", func(r *review) { setLast(r, map[string]any{}) }),

	// How many, in which order.
	answer("too few", func(r *review) { r.response()["convertedObjects"] = r.converted()[:max(0, len(r.converted())-1)] }),
	answer("too many", func(r *review) { r.response()["convertedObjects"] = append(r.converted(), map[string]any{}) }),
	answer("none", func(r *review) { r.response()["convertedObjects"] = []any{} }),
	answer("null objects", func(r *review) { r.response()["convertedObjects"] = nil }),
	answer("no objects", func(r *review) { delete(r.response(), "convertedObjects") }),
	answer("reversed", func(r *review) { r.response()["convertedObjects"] = reversed(r.converted()) }),
	answer("the first for all", func(r *review) {
		for i := range r.converted() {
			r.converted()[i] = r.converted()[0]
		}
	}),
	answer("not converted", func(r *review) { r.response()["convertedObjects"] = r.Objects }),
	answer("the first wrong, the last missing", func(r *review) {
		if n := len(r.converted()); n > 1 {
			r.converted()[0].(map[string]any)["kind"] = "Other"
			setLast(r, nil)
		}
	}),

	// Metadata.
	last("metadata missing", func(obj map[string]any) { delete(obj, "metadata") }),
	last("metadata null", func(obj map[string]any) { obj["metadata"] = nil }),
	last("metadata a text", func(obj map[string]any) { obj["metadata"] = "x" }),
	last("metadata a list", func(obj map[string]any) { obj["metadata"] = []any{} }),
	last("metadata empty", func(obj map[string]any) { obj["metadata"] = map[string]any{} }),
	meta("no name", func(m map[string]any) { delete(m, "name") }),
	meta("no namespace", func(m map[string]any) { delete(m, "namespace") }),
	meta("no uid", func(m map[string]any) { delete(m, "uid") }),
	field("name", "other"), field("name", int64(1)), field("namespace", "other"), field("uid", "other"), field("uid", []any{}),
	field("labels", "text"), field("labels", []any{}), field("labels", 1.5), field("labels", true), field("labels", map[string]any{}),
	field("labels", map[string]any{"a": int64(1)}), field("labels", map[string]any{"a": nil}),
	field("labels", map[string]any{"a": map[string]any{}}), field("labels", map[string]any{"a": "not valid"}),
	field("labels", map[string]any{"not valid": "b"}), field("labels", map[string]any{"a/b/c": "b"}),
	field("labels", map[string]any{"": ""}), field("labels", map[string]any{"x": strings.Repeat("y", 64)}),
	field("labels", map[string]any{"not valid": "nor this"}), field("labels", map[string]any{"-a": "-", "-b": "-"}),
	field("annotations", "text"), field("annotations", []any{"x"}), field("annotations", map[string]any{"a": 2.5}),
	field("annotations", map[string]any{"Not Valid": "x"}), field("annotations", map[string]any{"a/b/c": "x", "": "y"}),
	field("annotations", map[string]any{"big": strings.Repeat("x", 256<<10)}),

	// The review around them.
	answer("other uid", func(r *review) { r.response()["uid"] = "other" }),
	answer("no uid", func(r *review) { delete(r.response(), "uid") }),
	answer("uid a number", func(r *review) { r.response()["uid"] = int64(1) }),
	answer("response missing", func(r *review) { delete(r.Answer, "response") }),
	answer("response null", func(r *review) { r.Answer["response"] = nil }),
	answer("response a text", func(r *review) { r.Answer["response"] = "x" }),
	answer("response a list", func(r *review) { r.Answer["response"] = []any{} }),
	answer("response empty", func(r *review) { r.Answer["response"] = map[string]any{} }),
	answer("objects an object", func(r *review) { r.response()["convertedObjects"] = map[string]any{} }),
	answer("objects a text", func(r *review) { r.response()["convertedObjects"] = "x" }),
	verdict("failed", map[string]any{"status": "Failed", "message": "no such host"}),
	verdict("failure", map[string]any{"status": "Failure", "message": "no such host", "code": int64(500)}),
	verdict("failed without a message", map[string]any{"status": "Failed"}),
	verdict("failed with an empty message", map[string]any{"status": "Failed", "message": ""}),
	verdict("lower case", map[string]any{"status": "success"}),
	verdict("empty", map[string]any{}),
	verdict("message alone", map[string]any{"message": "hm"}),
	verdict("null", nil), verdict("a text", "Success"), verdict("a list", []any{}),
	verdict("status a number", map[string]any{"status": int64(1)}),
	verdict("status null", map[string]any{"status": nil}),
	verdict("message an object", map[string]any{"status": "Failed", "message": map[string]any{}}),
	verdict("code a text", map[string]any{"status": "Success", "code": "200"}),
	verdict("code a fraction", map[string]any{"status": "Success", "code": 200.5}),
	verdict("code too large", map[string]any{"status": "Success", "code": int64(1) << 40}),
	verdict("reason a list", map[string]any{"status": "Success", "reason": []any{}}),
	verdict("details a text", map[string]any{"status": "Success", "details": "x"}),
	verdict("causes an object", map[string]any{"status": "Success", "details": map[string]any{"causes": map[string]any{}}}),
	verdict("metadata a text", map[string]any{"status": "Success", "metadata": "x"}),
	answer("request a text", func(r *review) { r.Answer["request"] = "x" }),
	answer("request objects a text", func(r *review) { r.Answer["request"] = map[string]any{"objects": "x"} }),
	answer("the other version", func(r *review) {
		r.Answer["apiVersion"] = map[string]string{"v1": reviews + "v1beta1", "v1beta1": reviews + "v1"}[strings.TrimPrefix(r.APIVersion, reviews)]
	}),
	set("apiVersion", nil), set("apiVersion", ""), set("apiVersion", "a/b/c"), set("apiVersion", int64(1)), set("apiVersion", []any{}),
	set("apiVersion", "apiextensions.k8s.io/v2"), set("apiVersion", "apiextensions.k8s.io/"), set("apiVersion", "v1"), set("apiVersion", "example.com/v1"),
	set("kind", nil), set("kind", ""), set("kind", "Other"), set("kind", true), set("kind", "CustomResourceDefinition"), set("kind", "CustomResourceDefinitionList"),
	answer("neither apiVersion nor kind", func(r *review) { delete(r.Answer, "apiVersion"); delete(r.Answer, "kind") }),
	answer("a Status", func(r *review) { r.Answer = map[string]any{"apiVersion": "v1", "kind": "Status", "status": "Success"} }),
	answer("a Status of another group", func(r *review) { r.Answer = map[string]any{"apiVersion": "example.com/v7", "kind": "Status"} }),
	answer("an APIGroup", func(r *review) { r.Answer = map[string]any{"apiVersion": "v1", "kind": "APIGroup"} }),
	answer("a Status of failure", func(r *review) {
		r.Answer = map[string]any{"apiVersion": "v1", "kind": "Status", "status": "Failure", "message": "no"}
	}),

	// The body.
	body("empty", ""), body("white space", " \n"), body("text", "hello"), body("null", "null"), body("list", "[1,2]"),
	body("number", "12"), body("quoted", `"text"`), body("empty object", "{}"), body("open", "{"), body("open list", "["),
	body("HTML", "<html><body>not found</body></html>"), body("twice", "{}{}"), body("rest", `{"kind":"ConversionReview"} x`),
	body("comma", `{"kind":"ConversionReview",}`), body("single quotes", `{'kind':'ConversionReview'}`), body("tab", "\t- x\n\t y"),
	body("YAML", "apiVersion: apiextensions.k8s.io/v1\nkind: ConversionReview\nresponse: {result: {status: Failed, message: in YAML}}\n"),
	body("bad YAML", "a: b: c"), body("bad YAML names", "? {a: b}\n: c"), body("control characters", "\x00\x01"),
	body("not UTF-8", "{\"kind\":\"\xff\"}"), body("byte order mark", "\xef\xbb\xbf{}"),
	body("number too large", `{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","response":{"x":1}}`),
	wire("cut in half", func(out *reply) { out.body = out.body[:len(out.body)/2] }),
	wire("cut before the end", func(out *reply) { out.body = out.body[:len(out.body)-1] }),
	wire("twice", func(out *reply) { out.body = append(out.body, out.body...) }),
	wire("less than announced", func(out *reply) {
		out.raw = []byte(fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(out.body)+9, out.body))
	}),
	wire("chunk cut off", func(out *reply) {
		out.raw = []byte("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n{")
	}),
	wire("connection closed", func(out *reply) { out.raw = []byte{} }),
	wire("no HTTP", func(out *reply) { out.raw = []byte("hello\r\n\r\n") }),
	wire("headers cut off", func(out *reply) { out.raw = []byte("HTTP/1.1 200 OK\r\nContent-Ty") }),

	// HTTP.
	wire("content type malformed", func(out *reply) { out.header.Set("Content-Type", "application/json; =") }),
	wire("content type of nothing", func(out *reply) { out.header.Set("Content-Type", ";") }),
	wire("500 with the right body", func(out *reply) { out.status = 500 }),
	wire("503 again at once", func(out *reply) { out.status = 503; out.header.Set("Retry-After", "0") }),
	wire("204", func(out *reply) { out.status, out.body = 204, nil }),
	wire("207 with the right body", func(out *reply) { out.status = 207 }),
	wire("304", func(out *reply) { out.status, out.body = 304, nil }),
	status(500, "application/json", `{"apiVersion":"v1","kind":"Status","status":"Failure","message":"in a status"}`),
	status(500, "application/json", `{"kind":"Status","status":"Failure","message":"without a version"}`),
	status(400, "application/json", `{"apiVersion":"v1","kind":"Status","status":"Success","message":"success"}`),
	status(500, "application/json", `{"apiVersion":"v1","kind":"Status","status":"Failure"}`),
	status(500, "application/json", `{"apiVersion":"v2","kind":"Status","status":"Failure","message":"x"}`),
	status(500, "text/plain", "it broke \n"), status(500, "text/plain", ""), status(500, "text/plain", strings.Repeat("long ", 1000)),
	status(500, "application/json", "it broke"), status(502, "text/html", "<html>"), status(599, "text/plain", "x"),
	status(403, "text/plain", "not you"), status(403, "application/json", "{}"), status(406, "text/plain", "not that"), status(406, "application/json", ""),
	status(415, "text/plain", "not this"), status(300, "text/plain", "choose"), status(418, "text/plain", "tea"),
	status(400, "text/plain", "x"), status(401, "text/plain", "x"), status(404, "text/plain", "x"), status(405, "text/plain", "x"),
	status(409, "text/plain", "x"), status(413, "text/plain", "x"), status(422, "text/plain", "x"), status(429, "text/plain", "x"),
	status(503, "text/plain", "x"), status(504, "text/plain", "x"),
}

const reviews = "apiextensions.k8s.io/"

func verdict(name string, value any) behavior {
	return answer("result: "+name, func(r *review) { r.response()["result"] = value })
}

func set(name string, value any) behavior {
	return answer(fmt.Sprintf("%s %v", name, value), func(r *review) {
		if r.Answer[name] = value; value == nil {
			delete(r.Answer, name)
		}
	})
}

func setLast(r *review, v any) {
	if n := len(r.converted()); n > 0 {
		r.converted()[n-1] = v
	}
}

// redirects are responses that redirect the caller to a valid response.
var redirects = []behavior{redirect(http.StatusTemporaryRedirect), redirect(http.StatusPermanentRedirect)}

func redirect(code int) behavior {
	return wire(fmt.Sprint("redirect ", code), func(out *reply) { out.status = code; out.header.Set("Location", "/0") })
}
