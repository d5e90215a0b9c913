package format

import (
	"errors"
	"io"
	"mime"
	"strings"
)

// encoding says what a word of a display name is to a decoder of RFC 2047
// encoded words, which look like "=?utf-8?q?text?=".
type encoding int

const (
	notEncoded     encoding = iota // also what is encoded wrongly
	encodedText                    // at least one character
	encodedNothing                 // no character at all
	encodedUnknown                 // well encoded, in an unknown character set
)

var errCharset = errors.New("unknown character set")

func encodingOf(word string) encoding {
	if !strings.HasPrefix(word, "=?") {
		return notEncoded
	}
	decoder := mime.WordDecoder{CharsetReader: func(string, io.Reader) (io.Reader, error) {
		return nil, errCharset
	}}
	text, err := decoder.Decode(word)
	switch {
	case errors.Is(err, errCharset):
		return encodedUnknown
	case err != nil:
		return notEncoded
	case text == "":
		return encodedNothing
	default:
		return encodedText
	}
}

// isDecodable reports whether no word of a comment is in an unknown character
// set. A backslash in comments escapes the next byte.
func isDecodable(comment string) bool {
	if strings.Count(comment, "?") < 4 {
		return true // no encoded word
	}
	for word := range strings.FieldsFuncSeq(unescaped(comment), isBlank) {
		if encodingOf(word) == encodedUnknown {
			return false
		}
	}
	return true
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' }

// unescaped is a comment without the backslashes that escape something.
func unescaped(comment string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(comment, `\`)
		out.WriteString(before)
		if !found || after == "" {
			return out.String()
		}
		out.WriteByte(after[0])
		comment = after[1:]
	}
}
