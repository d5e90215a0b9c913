package versionpriority

import (
	"math"
	"strings"
)

// stage says how stable a version is; smaller is offered earlier.
type stage uint8

const (
	stable stage = iota
	beta
	alpha
)

// version is a kube-like version name taken apart. minor is 0 if it is stable.
type version struct {
	stage        stage
	major, minor int64
}

// parse takes a kube-like name apart; ok is false for an ordinary name. It is
// written by hand because it runs for each comparison: a regular expression
// allocates its matches.
func parse(name string) (v version, ok bool) {
	rest, ok := strings.CutPrefix(name, "v")
	if !ok {
		return version{}, false
	}
	if v.major, rest, ok = number(rest); !ok || rest == "" {
		return v, ok
	}
	if v.stage, rest, ok = stageWord(rest); !ok {
		return version{}, false
	}
	v.minor, rest, ok = number(rest)
	return v, ok && rest == ""
}

// stageWord takes the word off the front of s.
func stageWord(s string) (word stage, rest string, ok bool) {
	if rest, ok = strings.CutPrefix(s, "beta"); ok {
		return beta, rest, true
	}
	rest, ok = strings.CutPrefix(s, "alpha")
	return alpha, rest, ok
}

// number takes the digits off the front of s. It fails if there are none or
// if they mean more than an int64 holds; leading zeros mean nothing.
func number(s string) (n int64, rest string, ok bool) {
	i := 0
	for ; i < len(s) && '0' <= s[i] && s[i] <= '9'; i++ {
		digit := int64(s[i] - '0')
		if n > (math.MaxInt64-digit)/10 {
			return 0, "", false
		}
		n = n*10 + digit
	}
	return n, s[i:], i > 0
}
