package cellib

import "strings"

// shortPattern is the length up to which package strings finds a text in linear time. It
// may compare a longer text at every offset.
const shortPattern = 64

type searcher struct {
	e    *Evaluator
	what string
	// border holds for each offset the length of the longest proper prefix of what that
	// ends there (Knuth, Morris and Pratt). It is nil for a short text.
	border []int32
}

func (e *Evaluator) searcher(what string) *searcher {
	s := &searcher{e: e, what: what}
	if len(what) <= shortPattern {
		return s
	}
	s.border = make([]int32, len(what))
	for i, k := 1, 0; i < len(what); i++ {
		s.countByte(i)
		for k > 0 && what[i] != what[k] {
			k = int(s.border[k-1])
		}
		if what[i] == what[k] {
			k++
		}
		s.border[i] = int32(k)
	}
	return s
}

func (s *searcher) countByte(i int) {
	if i%bytesPerStep == 0 {
		s.e.step(1)
	}
}

func (s *searcher) index(text string, from int) int {
	if s.border != nil {
		return s.scan(text, from, len(text), true)
	}
	i := strings.Index(text[from:], s.what)
	if i < 0 {
		s.e.step((len(text) - from) / bytesPerStep)
		return -1
	}
	s.e.step(1 + i/bytesPerStep)
	return from + i
}

func (s *searcher) lastIndex(text string, to int) int {
	if s.border != nil {
		return s.scan(text, 0, to, false)
	}
	s.e.step(1 + to/bytesPerStep)
	return strings.LastIndex(text[:to], s.what)
}

func (s *searcher) scan(text string, from, to int, first bool) int {
	found, k := -1, 0
	for i := from; i < to; i++ {
		s.countByte(i)
		for k > 0 && text[i] != s.what[k] {
			k = int(s.border[k-1])
		}
		if text[i] == s.what[k] {
			k++
		}
		if k < len(s.what) {
			continue
		}
		found = i + 1 - k
		if first {
			return found
		}
		k = int(s.border[k-1])
	}
	return found
}

func (s *searcher) offsets(text string, limit int) (found []int) {
	for from := 0; limit < 0 || len(found) < limit; {
		i := s.index(text, from)
		if i < 0 {
			break
		}
		found = append(found, i)
		from = i + len(s.what)
	}
	return found
}
