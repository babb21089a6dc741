// Package trial runs programs natively and judges them by the rules of an exercise (core/check). gopark check
// and gopark grade use it; the page does the same with its own engine.
//
// A run for a check is always in virtual time, and within limits that do not depend on the speed of the
// machine, so that the verdict does not either:
//
//	virtual time   10 s, unless the lesson or the rule sets until: then the run ends there, and is judged
//	events         4,000,000
//	output         1 MiB, of standard output and standard error each
//	memory         256 MiB
//
// Only the limit of 10 minutes of real time does; who reaches it is told so.
package trial
