package main

// summary counts verdicts.
type summary struct{ accepted, rejected, none int }

func (s *summary) add(o outcome) {
	switch o {
	case accepted:
		s.accepted++
	case rejected:
		s.rejected++
	case none:
		s.none++
	}
}

func (s *summary) total() int { return s.accepted + s.rejected + s.none }

func (s *summary) exitCode() int {
	switch {
	case s.none > 0:
		return exitNoVerdict
	case s.rejected > 0:
		return exitRejected
	default:
		return exitAccepted
	}
}
