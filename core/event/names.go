// This file holds the names of the numbers in package kind. A test compares the two.
package event

import (
	"fmt"
	"slices"

	"github.com/gopark/gopark/core/event/kind"
)

// KindName is the name of a kind, as in package kind.
func KindName(k kind.Kind) string { return name(kindNames[:], int(k)) }

// RuleName is the name of a rule, as in package kind.
func RuleName(r kind.Rule) string { return name(ruleNames[:], int(r)) }

func name(names []string, i int) string {
	if i < len(names) && names[i] != "" {
		return names[i]
	}
	return fmt.Sprintf("number %d", i)
}

// String is one line for people: time, who, what, by which rule, and the numbers.
func (r Record) String() string {
	rule := ""
	if r.Rule != kind.NoRule {
		rule = "/" + RuleName(r.Rule)
	}
	return fmt.Sprintf("%9d %-6s %-4s %-22s g=%d n=%d a=%d b=%d", r.Time, mname(r.M), pname(r.P), KindName(r.Kind)+rule, r.G, r.N, r.A, r.B)
}

var kindNames = [...]string{
	kind.None:          "None",
	kind.Begin:         "Begin",
	kind.ProcsChange:   "ProcsChange",
	kind.Exit:          "Exit",
	kind.Deadlock:      "Deadlock",
	kind.Output:        "Output",
	kind.Setting:       "Setting",
	kind.Until:         "Until",
	kind.GoCreate:      "GoCreate",
	kind.GoStart:       "GoStart",
	kind.GoPark:        "GoPark",
	kind.GoReady:       "GoReady",
	kind.GoStop:        "GoStop",
	kind.GoExit:        "GoExit",
	kind.GoLine:        "GoLine",
	kind.GoTarget:      "GoTarget",
	kind.GoWire:        "GoWire",
	kind.GoUnwire:      "GoUnwire",
	kind.GoHand:        "GoHand",
	kind.RunqPut:       "RunqPut",
	kind.RunnextPut:    "RunnextPut",
	kind.RunqOverflow:  "RunqOverflow",
	kind.GlobPut:       "GlobPut",
	kind.GlobPutHead:   "GlobPutHead",
	kind.GlobGet:       "GlobGet",
	kind.Steal:         "Steal",
	kind.StealRunnext:  "StealRunnext",
	kind.StealPass:     "StealPass",
	kind.RunqDrainTail: "RunqDrainTail",
	kind.RunnextDrop:   "RunnextDrop",
	kind.RunqDrain:     "RunqDrain",
	kind.PIdle:         "PIdle",
	kind.PGet:          "PGet",
	kind.PStart:        "PStart",
	kind.PStop:         "PStop",
	kind.PDead:         "PDead",
	kind.PNew:          "PNew",
	kind.MNew:          "MNew",
	kind.MWake:         "MWake",
	kind.MPark:         "MPark",
	kind.MPoll:         "MPoll",
	kind.MPollEnd:      "MPollEnd",
	kind.SpinBegin:     "SpinBegin",
	kind.SpinEnd:       "SpinEnd",
	kind.MLocked:       "MLocked",
	kind.TimerFire:     "TimerFire",
	kind.Sysmon:        "Sysmon",
	kind.STWBegin:      "STWBegin",
	kind.STWDone:       "STWDone",
	kind.STWEnd:        "STWEnd",
	kind.GCBegin:       "GCBegin",
	kind.GCEnd:         "GCEnd",
	kind.GCWorker:      "GCWorker",
	kind.AssistBegin:   "AssistBegin",
	kind.AssistEnd:     "AssistEnd",
	kind.GCSweep:       "GCSweep",
	kind.LockWait:      "LockWait",
	kind.SyscallEnter:  "SyscallEnter",
	kind.SyscallExit:   "SyscallExit",
	kind.SyscallPark:   "SyscallPark",
	kind.Retake:        "Retake",
	kind.Handoff:       "Handoff",
	kind.NetReady:      "NetReady",
	kind.MExit:         "MExit",
}

var ruleNames = [...]string{
	kind.NoRule:        "NoRule",
	kind.FromRunnext:   "FromRunnext",
	kind.FromLocal:     "FromLocal",
	kind.FromGlob61:    "FromGlob61",
	kind.FromGlob:      "FromGlob",
	kind.FromGlobIdl:   "FromGlobIdl",
	kind.FromSteal:     "FromSteal",
	kind.FromTimer:     "FromTimer",
	kind.FromPark:      "FromPark",
	kind.FromTail:      "FromTail",
	kind.FromGCWorker:  "FromGCWorker",
	kind.FromSyscall:   "FromSyscall",
	kind.FromNet:       "FromNet",
	kind.FromWired:     "FromWired",
	kind.ByGo:          "ByGo",
	kind.ByReady:       "ByReady",
	kind.ByTimer:       "ByTimer",
	kind.ByGosched:     "ByGosched",
	kind.ByYield:       "ByYield",
	kind.ByPreempt:     "ByPreempt",
	kind.ByStop:        "ByStop",
	kind.ByKick:        "ByKick",
	kind.ByFull:        "ByFull",
	kind.ByResize:      "ByResize",
	kind.ByUnlockf:     "ByUnlockf",
	kind.ByGC:          "ByGC",
	kind.ByShare:       "ByShare",
	kind.ByTaken:       "ByTaken",
	kind.ByEvict:       "ByEvict",
	kind.BySyscall:     "BySyscall",
	kind.ByNet:         "ByNet",
	kind.ByWakep:       "ByWakep",
	kind.BySpin:        "BySpin",
	kind.ByNeed:        "ByNeed",
	kind.ByFound:       "ByFound",
	kind.ByNothing:     "ByNothing",
	kind.ByRecheck:     "ByRecheck",
	kind.ByStartm:      "ByStartm",
	kind.ByStopm:       "ByStopm",
	kind.ByPoll:        "ByPoll",
	kind.ByPollLate:    "ByPollLate",
	kind.BySTW:         "BySTW",
	kind.BySTWEnd:      "BySTWEnd",
	kind.ByBoot:        "ByBoot",
	kind.ByHandoff:     "ByHandoff",
	kind.BySyscallExit: "BySyscallExit",
	kind.ByCall:        "ByCall",
	kind.ByWired:       "ByWired",
	kind.ByRetake:      "ByRetake",
	kind.ByBusy:        "ByBusy",
	kind.ByBackoff:     "ByBackoff",
	kind.ByDeep:        "ByDeep",
	kind.ByDeepWake:    "ByDeepWake",
	kind.ForGC:         "ForGC",
	kind.ForProcs:      "ForProcs",
	kind.ForStats:      "ForStats",
	kind.ForSweepTerm:  "ForSweepTerm",
	kind.ForMarkTerm:   "ForMarkTerm",
}

// KindNamed finds a kind by its name.
func KindNamed(s string) (kind.Kind, bool) {
	i, ok := number(kindNames[:], s)
	return kind.Kind(i), ok
}

// RuleNamed finds a rule by its name.
func RuleNamed(s string) (kind.Rule, bool) {
	i, ok := number(ruleNames[:], s)
	return kind.Rule(i), ok
}

func number(names []string, s string) (int, bool) {
	i := slices.Index(names, s)
	return i, i >= 0 && s != ""
}
