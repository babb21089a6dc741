//go:build gopark

package constanttime

// boolToUint8 is made by gc itself, without a branch; here time is no secret.
func boolToUint8(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
