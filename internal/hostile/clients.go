package hostile

import (
	"fmt"
	"strings"
	"time"
)

const (
	start    = "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	chunked  = start + "Transfer-Encoding: chunked\r\n\r\n"
	aMillion = 1 << 20
)

func post(body string) string {
	return fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", start, len(body), body)
}

func text(name string, status int, request string) Client {
	return Client{name, status, func(s *sender) { s.write(request) }}
}

func stalls(name, request string) Client {
	return Client{name, 503, func(s *sender) { s.write(request); s.soon() }}
}

func repeats(name string, status int, request, more string) Client {
	more = strings.Repeat(more, 1+4096/len(more))
	return Client{name, status, func(s *sender) { s.write(request); s.repeat(more) }}
}

func leaves(name, request string) Client {
	return Client{name, 0, func(s *sender) { s.write(request); s.Close() }}
}

// Clients returns clients of a handler that reads at most a million bytes; valid is a body that
// it answers with 200.
func Clients(valid string) []Client {
	half := valid[:len(valid)/2]
	unfinished := fmt.Sprintf("%sContent-Length: %d\r\n\r\n", start, len(valid))
	out := []Client{
		text("a valid request", 200, post(valid)),
		{"a slow request", 200, func(s *sender) {
			s.write(unfinished + half)
			time.Sleep(50 * time.Millisecond)
			s.write(valid[len(half):])
		}},
		{"a request byte by byte", 503, slowly(unfinished, valid)},
		stalls("half a body", unfinished+half), stalls("no body", unfinished), stalls("half a chunk", chunked+"ff\r\n{"),
		stalls("a chunk of no size", chunked+"0"),
		repeats("a body without end", 413, chunked, "4\r\n    \r\n"),
		repeats("the longest length", 413, start+"Content-Length: 9223372036854775807\r\n\r\n", " "),
		text("the longest length and silence", 413, start+"Content-Length: 9223372036854775807\r\n\r\n"),
		repeats("the longest chunk", 413, chunked+"7fffffffffffffff\r\n", " "),
		leaves("aborts in the body", unfinished+half), leaves("aborts before the body", unfinished), leaves("aborts in the headers", start),
		leaves("does not wait", post(valid)),
		text("a length beyond int64", 400, start+"Content-Length: 99999999999999999999\r\n\r\n"),
		text("a negative length", 400, start+"Content-Length: -1\r\n\r\n"),
		text("two lengths", 400, start+"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}"),
		text("a shorter length", 400, fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", start, len(half), valid)),
		text("a length of 0", 400, start+"Content-Length: 0\r\n\r\n"+valid),
		text("no chunk", 400, chunked+"zz\r\n{}"),
		text("a chunk beyond int64", 400, chunked+"fffffffffffffffff\r\n{}"),
		repeats("an extension without end", 400, chunked+"1;", "x"),
		repeats("chunks of one byte", 400, chunked, "1;"+strings.Repeat("x", 100)+"\r\n \r\n"),
		text("another transfer encoding", 501, start+"Transfer-Encoding: x\r\n\r\n"),
		text("gzip", 400, start+encoded(Zipped(valid))),
		text("a gzip bomb", 400, start+encoded(Zipped(strings.Repeat(" ", 100*aMillion)))),
		text("continues", 200, strings.Replace(post(valid), "\r\n", "\r\nExpect: 100-continue\r\n", 1)),
		text("waits to continue with another type", 415, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\nExpect: 100-continue\r\n\r\n"),
		stalls("continues and stalls", strings.Replace(unfinished, "\r\n", "\r\nExpect: 100-continue\r\n", 1)),
		text("another expectation", 417, start+"Expect: x\r\n\r\n"),
		repeats("headers without end", 431, start, "X: y\r\n"), repeats("a header of 1 GB", 431, start+"X: ", "y"),
		text("no host", 400, "POST / HTTP/1.1\r\n\r\n"), text("another protocol", 400, "\x16\x03\x01\x00\x01\r\n\r\n"),
	}
	return append(append(out, wrongHeads(valid)...), bodies()...)
}

// slowly sends a body byte by byte, and ends the context after the third.
func slowly(head, body string) func(*sender) {
	return func(s *sender) {
		s.write(head)
		for i := range len(body) {
			if i == 3 {
				s.end()
			}
			time.Sleep(20 * time.Millisecond)
			if i > 100 || !s.write(body[i:i+1]) {
				return
			}
		}
	}
}

func wrongHeads(valid string) []Client {
	var out []Client
	for _, method := range []string{"GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "POSTS", "post"} {
		request := strings.Replace(post(valid), "POST", method, 1)
		// The server closes, since an answer to HEAD has the length of a body and no body.
		out = append(out, text(method, 405, strings.Replace(request, "\r\n", "\r\nConnection: close\r\n", 1)))
	}
	for _, media := range []string{"", "text/plain", "application/yaml", "application/vnd.kubernetes.protobuf", "multipart/form-data; boundary=x", ";", "application/json;;", "*/*"} {
		out = append(out, text("type "+media, 415, strings.Replace(post(valid), "application/json", media, 1)))
	}
	return append(out, text("a type of 512 KiB", 200, strings.Replace(post(valid), "/json", "/json; a="+strings.Repeat("b", aMillion/2), 1)))
}

func bodies() []Client {
	var out []Client
	for name, body := range map[string]string{
		"null": "null", "a list": "[]", "a number": "1e999999999", "NaN": "NaN", "a byte order mark": "\xef\xbb\xbf{}", "HTML": "<html>",
		"two values": "{}{}", "not UTF-8": "{\"kind\":\"\xff\xfe\"}", "a zero byte": "{}\x00", "names twice": `{"kind":"a","kind":"b"}`,
		"deep lists": strings.Repeat("[", aMillion/2), "deep objects": strings.Repeat(`{"a":`, aMillion/8),
		"deep": `{"a":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}", "a long text": `{"a":"` + strings.Repeat("x", aMillion-100) + `"}`,
		"many lists": `{"request":[` + strings.Repeat("[],", aMillion/4) + "[]]}", "white space": strings.Repeat(" ", aMillion),
		"many names": `{"request":{` + strings.Repeat(`"a":1,`, aMillion/8) + `"a":1}}`,
	} {
		out = append(out, text("a body of "+name, 400, post(body)))
	}
	return out
}

func encoded(body string) string {
	return fmt.Sprintf("Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
}
