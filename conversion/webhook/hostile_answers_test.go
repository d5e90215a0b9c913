package webhook_test

import (
	"compress/gzip"
	"fmt"
	"strings"
)

const (
	ok       = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
	tooLarge = "the response is longer than 1048576 bytes"
	tooMuch  = "server response headers exceeded"
)

// says returns a webhook that writes text and then nothing until the client hangs up.
func says(text string) func(*peer) {
	return func(p *peer) { p.write(text); p.wait() }
}

func closes(text string) func(*peer) {
	return func(p *peer) { p.write(text); p.Close() }
}

// repeats returns a webhook that writes head and then text without end.
func repeats(head, text string) func(*peer) {
	return func(p *peer) { p.write(head); p.repeat(text) }
}

const switching = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"

// hostileStatuses answer with status lines that no answer should have.
var hostileStatuses = []badWebhook{
	{name: "101", serve: says(switching)},
	{name: "101 and a text without end", serve: repeats(switching, "x"), want: tooLarge},
	{name: "101 slowly", serve: func(p *peer) { p.write(switching); p.slowly(strings.Repeat("x", 1000)) }},
	{name: "101 and a close", serve: closes(switching), want: "0-length response with status code: 101"},
	{name: "101 without a protocol", serve: closes("HTTP/1.1 101 Switching\r\n\r\n"), want: "0-length response with status code: 101"},
	{name: "100 without end", serve: repeats("", "HTTP/1.1 100 Continue\r\n\r\n"), want: tooMuch},
	{name: "103 without end", serve: repeats("", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"), want: tooMuch},
	{name: "199 without end", serve: repeats("", "HTTP/1.1 199 X\r\n\r\n"), want: tooMuch},
	{name: "100 slowly", serve: func(p *peer) { p.slowly(strings.Repeat("HTTP/1.1 100 Continue\r\n\r\n", 50)) }},
	{name: "100 and silence", serve: says("HTTP/1.1 100 Continue\r\n\r\n")},
	{name: "a status without end", serve: repeats("HTTP/1.1 200 ", "x"), want: tooMuch},
	{name: "status 99", serve: closes("HTTP/1.1 099 X\r\n\r\n"), want: "status code 99 "},
	{name: "status 1000", serve: closes("HTTP/1.1 1000 X\r\n\r\n"), want: "malformed HTTP status code"},
	{name: "status -1", serve: closes("HTTP/1.1 -1 X\r\n\r\n"), want: "malformed HTTP status code"},
	{name: "status 999", serve: closes("HTTP/1.1 999 X\r\n\r\n"), want: `an error on the server ("")`},
	{name: "HTTP/0.9", serve: closes("{}\r\n"), want: "malformed HTTP response"},
	{name: "HTTP/9.9", serve: closes("HTTP/9.9 200 OK\r\n\r\n"), want: "0-length response"},
	{name: "another protocol", serve: closes("SSH-2.0-x\r\n"), want: "malformed HTTP"},
	{name: "HTTP/2", serve: says("\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x08\x07\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\r\n"), want: "malformed HTTP"},
	redirecting(300), redirecting(301), redirecting(302), redirecting(303), redirecting(307), redirecting(308),
}

// redirecting returns a webhook that redirects to itself.
func redirecting(status int) badWebhook {
	answer := fmt.Sprintf("HTTP/1.1 %d X\r\nLocation: /\r\nContent-Length: 0\r\n\r\n", status)
	return badWebhook{name: fmt.Sprint("redirect ", status), serve: func(p *peer) { p.write(answer) }, want: fmt.Sprint("status code ", status)}
}

// hostileHeads are headers without end or sense.
var hostileHeads = []badWebhook{
	{name: "headers without end", serve: repeats(ok, "X: y\r\n"), want: tooMuch},
	{name: "different headers without end", serve: func(p *peer) {
		p.write(ok)
		for block := 0; ; block++ {
			var lines strings.Builder
			for i := range 1000 {
				fmt.Fprintf(&lines, "X%d-%d: y\r\n", block, i)
			}
			if !p.write(lines.String()) {
				return
			}
		}
	}, want: tooMuch},
	{name: "a header of 1 GB", serve: repeats(ok+"X: ", "y"), want: tooMuch},
	{name: "a name of 1 GB", serve: repeats(ok, "y"), want: tooMuch},
	{name: "folded lines without end", serve: repeats(ok+"X: y\r\n", " y\r\n"), want: tooMuch},
	{name: "headers slowly", serve: func(p *peer) { p.slowly(ok + "\r\n") }},
	{name: "half a header", serve: says(ok + "X: y")},
	{name: "no name", serve: closes(ok + ": y\r\n\r\n"), want: "malformed MIME header"},
	{name: "control characters", serve: closes(ok + "X: \x00\x01\r\n\r\n"), want: "malformed MIME header"},
	{name: "two lengths", serve: closes(ok + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}"), want: "multiple Content-Length headers"},
	{name: "a negative length", serve: closes(ok + "Content-Length: -1\r\n\r\n{}"), want: "bad Content-Length"},
	{name: "a length beyond int64", serve: closes(ok + "Content-Length: 99999999999999999999\r\n\r\n{}"), want: "bad Content-Length"},
	{name: "an unknown transfer encoding", serve: closes(ok + "Transfer-Encoding: x\r\n\r\n{}"), want: "unsupported transfer encoding"},
	{name: "a media type without sense", serve: closes("HTTP/1.1 200 OK\r\nContent-Type: a;=\r\n\r\n{}"), want: "mime: invalid media parameter"},
	{name: "a media type of 1 MB", serve: closes("HTTP/1.1 200 OK\r\nContent-Type: a" + strings.Repeat(";b=c", 1<<18) + "\r\n\r\n{}"), want: "got /, Kind="},
}

// hostileRetries ask the client to send the request again.
var hostileRetries = []badWebhook{
	{name: "Retry-After 0", serve: retryAfter("0", "Content-Length: 0\r\n\r\n"), want: "currently unable to handle"},
	{name: "Retry-After 0 and a body without end", serve: func(p *peer) { retryAfter("0", "\r\n")(p); p.repeat("x") }, want: tooLarge},
	{name: "Retry-After 3600", serve: func(p *peer) { retryAfter("3600", "Content-Length: 0\r\n\r\n")(p); p.wait() }},
	{name: "Retry-After 3600 and a body without end", serve: func(p *peer) { retryAfter("3600", "\r\n")(p); p.soon(); p.repeat("x") }},
	{name: "Retry-After 1 and a body without end", serve: func(p *peer) { retryAfter("1", "\r\n")(p); p.soon(); p.repeat("x") }, limit: 64 << 20},
	{name: "Retry-After 0 and a slow body", serve: func(p *peer) { retryAfter("0", "\r\n")(p); p.slowly(strings.Repeat("x", 1000)) }},
	{name: "Retry-After 0 and half a body", serve: func(p *peer) { retryAfter("0", "Content-Length: 9\r\n\r\nx")(p); p.wait() }},
	{name: "Retry-After 0 without end", serve: func(p *peer) { retryAfter("0", "Content-Length: 0\r\n\r\n")(p) }, want: "currently unable"},
	{name: "Retry-After -1", serve: retryAfter("-1", "Content-Length: 0\r\n\r\n"), want: "currently unable"},
	{name: "Retry-After beyond a duration", serve: retryAfter("9223372037", "Content-Length: 0\r\n\r\n"), want: "currently unable"},
	{name: "Retry-After beyond int64", serve: retryAfter("99999999999999999999", "Content-Length: 0\r\n\r\n"), want: "currently unable"},
	{name: "Retry-After a date", serve: retryAfter("Fri, 31 Dec 2100 23:59:59 GMT", "Content-Length: 0\r\n\r\n"), want: "currently unable"},
	{name: "Retry-After of 1 MB", serve: retryAfter(strings.Repeat("9", 1<<20), "Content-Length: 0\r\n\r\n"), want: "currently unable"},
}

func retryAfter(value, rest string) func(*peer) {
	return func(p *peer) { p.write("HTTP/1.1 503 X\r\nRetry-After: " + value + "\r\n" + rest) }
}

// bomb writes 1 GiB of zeros, compressed, in a gzip stream that does not end.
func bomb(p *peer) {
	p.write(ok + "Content-Encoding: gzip\r\n\r\n")
	z, _ := gzip.NewWriterLevel(p.Conn, gzip.BestCompression)
	zeros := make([]byte, 1<<20)
	for range 1 << 10 {
		if _, err := z.Write(zeros); err != nil {
			return
		}
	}
}
