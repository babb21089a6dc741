// Package trial runs programs natively and judges them by the rules of an exercise (core/check). gopark check
// and gopark grade use it; the page does the same with its own engine.
//
// A run for a check is always in virtual time, with a memory of 256 MiB, and within check.UsualLimits. Only the
// limit of 10 minutes depends on the speed of the machine; who reaches it is told so.
package trial
