package contrary

import (
	"encoding/binary"
	"math/rand/v2"
)

// Steered returns a source of random numbers that a fuzzer can control. Each two bytes of
// steps are the leading bits of a number. They determine a choice among a few values. After
// the last step the numbers are generated.
func Steered(steps []byte) *rand.Rand { return rand.New(&choices{left: steps}) }

type choices struct {
	left []byte
	rest rand.PCG
}

func (c *choices) Uint64() uint64 {
	if len(c.left) < 2 {
		return c.rest.Uint64()
	}
	front := binary.BigEndian.Uint16(c.left)
	c.left = c.left[2:]
	return uint64(front)<<48 | c.rest.Uint64()>>16
}

// Steps returns seeds for a fuzzer: n times bytes for many choices.
func Steps(n uint64) [][]byte {
	out := make([][]byte, n)
	for seed := range n {
		r := rand.New(rand.NewPCG(seed, 0x0ac1e))
		out[seed] = make([]byte, 400)
		for i := range out[seed] {
			out[seed][i] = byte(r.Uint32())
		}
	}
	return out
}
