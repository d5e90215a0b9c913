package validation

import (
	"math"

	"github.com/seed95800270/crdschema/structural"
)

// limits are what strings, lists and objects may count.
type limits struct{ least, most int64 }

var unlimited = limits{math.MinInt64, math.MaxInt64}

func limitsOf(least int64, hasLeast bool, most int64, hasMost bool) limits {
	l := unlimited
	if hasLeast {
		l.least = least
	}
	if hasMost {
		l.most = most
	}
	return l
}

func itemLimits(s *structural.Schema) limits {
	least, hasLeast := s.MinItems()
	most, hasMost := s.MaxItems()
	return limitsOf(least, hasLeast, most, hasMost)
}

func propertyLimits(s *structural.Schema) limits {
	least, hasLeast := s.MinProperties()
	most, hasMost := s.MaxProperties()
	return limitsOf(least, hasLeast, most, hasMost)
}

func lengthLimits(s *structural.Schema) limits {
	least, hasLeast := s.MinLength()
	most, hasMost := s.MaxLength()
	return limitsOf(least, hasLeast, most, hasMost)
}

func (l limits) allow(n int) bool { return l.least <= int64(n) && int64(n) <= l.most }

// always tells whether every count is within the limits.
func (l limits) always() bool { return l.least <= 0 && l.most == math.MaxInt64 }
