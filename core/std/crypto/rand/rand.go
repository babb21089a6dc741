//go:build gopark

// Package rand gives the random numbers of the scheduler: in virtual time they depend on the seed,
// as everything does. They keep no secrets.
package rand

import (
	"errors"
	"io"
	"math/big"
	_ "unsafe" // for linkname
)

//go:linkname next runtime.rand
func next() uint64

type reader struct{}

func (reader) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(next() >> 32)
	}
	return len(b), nil
}

// Reader gives random bytes.
var Reader io.Reader = reader{}

// Read fills b. It never fails.
func Read(b []byte) (n int, err error) {
	if n, err = io.ReadFull(Reader, b); err != nil {
		panic("crypto/rand: failed to read random data: " + err.Error())
	}
	return n, nil
}

// Text is a random string of 26 letters and digits.
func Text() string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	b := make([]byte, 26)
	Read(b)
	for i := range b {
		b[i] = alphabet[b[i]%32]
	}
	return string(b)
}

// Int gives a number below max.
func Int(rand io.Reader, max *big.Int) (*big.Int, error) {
	if max.Sign() <= 0 {
		panic("crypto/rand: argument to Int is <= 0")
	}
	bits := new(big.Int).Sub(max, big.NewInt(1)).BitLen()
	b := make([]byte, (bits+7)/8)
	for n := new(big.Int); ; {
		if _, err := io.ReadFull(rand, b); err != nil {
			return nil, err
		}
		if extra := uint(len(b)*8 - bits); len(b) > 0 {
			b[0] &= 0xff >> extra
		}
		if n.SetBytes(b).Cmp(max) < 0 {
			return n, nil
		}
	}
}

// Prime gives a number of that many bits that is very likely a prime.
func Prime(rand io.Reader, bits int) (*big.Int, error) {
	if bits < 2 {
		return nil, errors.New("crypto/rand: prime size must be at least 2-bit")
	}
	half := new(big.Int).Lsh(big.NewInt(1), uint(bits-1))
	for {
		n, err := Int(rand, half)
		if err != nil {
			return nil, err
		}
		if n.Add(n, half); n.ProbablyPrime(20) {
			return n, nil
		}
	}
}
