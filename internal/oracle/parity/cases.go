package parity

import (
	"fmt"
	"math/rand/v2"
	"os"
)

// Cases is a list of inputs that are built on demand. At may be called from
// several goroutines and returns the same input for the same index every time.
// Its label is unique in the list.
type Cases[T any] struct {
	N  int
	At func(i int) (label string, input T)
}

// List returns cases of given inputs.
func List[T any](inputs []T, label func(T) string) Cases[T] {
	return Cases[T]{N: len(inputs), At: func(i int) (string, T) {
		return label(inputs[i]), inputs[i]
	}}
}

// Generated returns n cases of the seeds 0 to n-1. The label is "seed" and the
// number.
func Generated[T any](n int, make func(seed uint64) T) Cases[T] {
	return Cases[T]{N: n, At: func(i int) (string, T) {
		return fmt.Sprint("seed ", i), make(uint64(i))
	}}
}

// Rand returns a random source for a seed.
func Rand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x0ac1e)) }

// Times returns n cases for each case of c. It passes the input and a seed that no other
// case gets to vary. vary must not write to the input.
func Times[T, U any](c Cases[T], n int, vary func(seed uint64, input T) U) Cases[U] {
	return Cases[U]{N: c.N * n, At: func(i int) (string, U) {
		label, input := c.At(i / n)
		return fmt.Sprint(label, " variant ", i%n), vary(uint64(i), input)
	}}
}

// Map returns cases whose inputs are derived from the inputs of c.
func Map[T, U any](c Cases[T], derive func(T) U) Cases[U] {
	return Cases[U]{N: c.N, At: func(i int) (string, U) {
		label, input := c.At(i)
		return label, derive(input)
	}}
}

// Join returns the cases of several lists as one list.
func Join[T any](lists ...Cases[T]) Cases[T] {
	all := Cases[T]{}
	for _, c := range lists {
		all.N += c.N
	}
	all.At = func(i int) (string, T) {
		for _, c := range lists {
			if i < c.N {
				return c.At(i)
			}
			i -= c.N
		}
		panic("parity: no such case")
	}
	return all
}

// Full returns n if ORACLE_FULL=1, otherwise a tenth of it, but at least one.
func Full(n int) int { return FullOr(n, max(1, n/10)) }

// FullOr returns n if ORACLE_FULL=1, otherwise short: for comparisons whose cases take long.
func FullOr(n, short int) int {
	if os.Getenv("ORACLE_FULL") == "1" {
		return n
	}
	return short
}

// Tenth returns all cases if ORACLE_FULL=1, otherwise every tenth.
func Tenth[T any](c Cases[T]) Cases[T] {
	n := Full(10)
	return Cases[T]{N: c.N * n / 10, At: func(i int) (string, T) { return c.At(i * 10 / n) }}
}
