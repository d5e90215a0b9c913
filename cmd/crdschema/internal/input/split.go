package input

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"unicode"
)

// maxText is the number of bytes of the largest text that is read: a server takes 3 MiB.
const maxText = 256 << 20

var errTooLarge = fmt.Errorf("the document exceeds %d MiB", maxText>>20)

// Text is a part of a source with whole documents, usually one.
type Text struct {
	File string
	// Before is the number of lines of the source before Bytes.
	Before int
	Bytes  []byte
	// Err says why the text cannot be read.
	Err error
}

// Texts returns the texts of a source. It holds one of them at a time. JSON of less than 32 MiB is
// one text.
func (s Source) Texts() iter.Seq[Text] {
	return func(yield func(Text) bool) {
		from, err := s.Open()
		if err != nil {
			yield(Text{File: s.Name, Err: withoutPath(err)})
			return
		}
		defer func() { _ = from.Close() }() // it was only read
		p := splitter{from: bufio.NewReaderSize(from, 64<<10), file: s.Name, yield: yield}
		if err := p.split(); err != nil && !errors.Is(err, io.EOF) {
			p.emit(withoutPath(err))
		}
	}
}

type splitter struct {
	from   *bufio.Reader
	file   string
	before int // lines before text
	text   []byte
	lines  int // lines in text
	large  bool
	yield  func(Text) bool
	done   bool
}

var errPacked = errors.New("it is compressed or an archive: name a file that ends in .tar, .tar.gz, .tgz or .zip")

// isPacked reports whether a text begins as gzip or zip files do.
func isPacked(from *bufio.Reader) bool {
	start, _ := from.Peek(4) // the error comes again
	return bytes.HasPrefix(start, []byte("\x1f\x8b")) || bytes.HasPrefix(start, []byte("PK\x03\x04"))
}

func (p *splitter) split() error {
	if isPacked(p.from) {
		return errPacked
	}
	if !beginsWithBrace(p.from) {
		return p.splitYAML()
	}
	start, err := io.ReadAll(io.LimitReader(p.from, rereadable))
	if err == nil && len(start) == rereadable {
		p.from = bufio.NewReaderSize(io.MultiReader(bytes.NewReader(start), p.from), 64<<10)
		return p.splitJSON()
	}
	p.add(start)
	p.emitWhole(err)
	return err
}

// beginsWithBrace reports whether the first character is a brace, white space aside.
func beginsWithBrace(from *bufio.Reader) bool {
	start, _ := from.Peek(4 << 10) // the error comes again
	return bytes.HasPrefix(bytes.TrimLeftFunc(start, unicode.IsSpace), []byte("{"))
}

func (p *splitter) add(text []byte) {
	p.lines += bytes.Count(text, []byte("\n"))
	if p.large = p.large || len(p.text)+len(text) > maxText; p.large {
		p.text = nil
		return
	}
	p.text = append(p.text, text...)
}

// emit yields the text that was added, and starts the next one.
func (p *splitter) emit(err error) {
	if p.large {
		err = errTooLarge
	}
	if (len(p.text) > 0 || err != nil) && !p.done {
		p.done = !p.yield(Text{File: p.file, Before: p.before, Bytes: p.text, Err: err})
	}
	p.before += p.lines
	p.text, p.lines, p.large = nil, 0, false
}

// emitWhole yields the text that was added unless an error cut it off.
func (p *splitter) emitWhole(err error) {
	if err == nil || errors.Is(err, io.EOF) {
		p.emit(nil)
	}
}

// splitYAML yields the texts between markers, the lines of ---. It leaves to the parser a marker at
// the beginning, and a line that only resembles one.
func (p *splitter) splitYAML() error {
	for starts := true; !p.done; {
		if starts {
			p.addBuffered()
		}
		line, err := p.from.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			err = nil
		}
		rest, isMarker := bytes.CutPrefix(line, []byte("---"))
		if isMarker = isMarker && starts && (len(p.text) > 0 || p.large) && !onlyDirectives(p.text); isMarker {
			p.emit(nil)
		}
		if isMarker && isComment(rest) {
			p.before++
		} else {
			p.add(line)
		}
		if starts = bytes.HasSuffix(line, []byte("\n")); err != nil {
			p.emitWhole(err)
			return err
		}
	}
	return nil
}

// addBuffered adds the buffered lines before the next one that begins like a marker: one line at a time
// is slower.
func (p *splitter) addBuffered() {
	text, _ := p.from.Peek(p.from.Buffered()) // so much is buffered
	if bytes.HasPrefix(text, []byte("---")) {
		return
	}
	end := bytes.Index(text, []byte("\n---"))
	if end < 0 {
		end = bytes.LastIndexByte(text, '\n') // the next line may be a marker
	}
	p.add(text[:end+1])
	_, _ = p.from.Discard(end + 1) // it was peeked
}

func isComment(text []byte) bool {
	text = bytes.TrimSpace(text)
	return len(text) == 0 || text[0] == '#'
}

// onlyDirectives reports whether a text has directives, and else only comments: they belong to the
// document after the next marker.
func onlyDirectives(text []byte) bool {
	directives := false
	for line := range bytes.Lines(text) {
		if line[0] != '%' && !isComment(line) {
			return false
		}
		directives = directives || line[0] == '%'
	}
	return directives
}

// splitJSON yields one object after the other. From other text on, it reads YAML.
func (p *splitter) splitJSON() error {
	for !p.done {
		if err := p.skipSpace(); err != nil {
			return err
		}
		if next, _ := p.from.Peek(1); next[0] != '{' {
			return p.splitYAML()
		}
		err := p.readObject()
		p.emitWhole(err)
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *splitter) skipSpace() error {
	for {
		next, err := p.from.Peek(1)
		if err != nil || !unicode.IsSpace(rune(next[0])) {
			return err
		}
		if next[0] == '\n' {
			p.before++
		}
		_, _ = p.from.Discard(1) // it was peeked
	}
}

// readObject adds the text up to the brace that closes the first one.
func (p *splitter) readObject() error {
	depth, inString, escaped := 0, false, false
	for {
		text, err := p.from.Peek(max(1, p.from.Buffered()))
		if err != nil {
			return err
		}
		for i, c := range text {
			switch {
			case escaped:
				escaped = false
			case inString:
				escaped, inString = c == '\\', c != '"'
			case c == '"':
				inString = true
			case c == '{':
				depth++
			case c == '}':
				depth--
			}
			if depth == 0 {
				text = text[:i+1]
				break
			}
		}
		p.add(text)
		_, _ = p.from.Discard(len(text)) // it was peeked
		if depth == 0 {
			return nil
		}
	}
}
