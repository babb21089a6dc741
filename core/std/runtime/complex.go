//go:build gopark

package runtime

// This file divides complex numbers, by Smith's method; where that gives NaN the
// rules of C99 annex G decide, as in Go's complex.go.

func isNaN(f float64) bool    { return f != f }
func isFinite(f float64) bool { return !isNaN(f - f) }
func isInf(f float64) bool    { return !isNaN(f) && !isFinite(f) }

func abs(f float64) float64 {
	if f < 0 {
		return -f
	}
	return f
}

// withSign gives |size| with the sign of s.
func withSign(size, s float64) float64 {
	if s < 0 || s == 0 && 1/s < 0 {
		return -size
	}
	return size
}

// unit gives 1 for an infinity and 0 for all else, with the sign of f.
func unit(f float64) float64 {
	if isInf(f) {
		return withSign(1, f)
	}
	return withSign(0, f)
}

func complex128div(n, m complex128) complex128 {
	a, b := real(n), imag(n)
	c, d := real(m), imag(m)
	var e, f float64
	if abs(c) >= abs(d) {
		ratio := d / c
		denom := c + ratio*d
		e, f = (a+b*ratio)/denom, (b-a*ratio)/denom
	} else {
		ratio := c / d
		denom := d + ratio*c
		e, f = (a*ratio+b)/denom, (b*ratio-a)/denom
	}
	if !isNaN(e) || !isNaN(f) {
		return complex(e, f)
	}
	zero := 0.0
	inf := 1 / zero
	switch {
	case m == 0 && (!isNaN(a) || !isNaN(b)):
		e, f = withSign(inf, c)*a, withSign(inf, c)*b
	case (isInf(a) || isInf(b)) && isFinite(c) && isFinite(d):
		a, b = unit(a), unit(b)
		e, f = inf*(a*c+b*d), inf*(b*c-a*d)
	case (isInf(c) || isInf(d)) && isFinite(a) && isFinite(b):
		c, d = unit(c), unit(d)
		e, f = 0*(a*c+b*d), 0*(b*c-a*d)
	}
	return complex(e, f)
}
