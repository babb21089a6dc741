// Dates: arithmetic, formatting, parsing, all in UTC.
package main

import (
	"fmt"
	"time"
)

func main() {
	t := time.Date(2009, time.November, 10, 23, 0, 0, 123456789, time.UTC)
	fmt.Println(t, t.Weekday(), t.YearDay(), t.Unix(), t.UnixNano())
	for _, layout := range []string{time.RFC3339, time.RFC3339Nano, time.Kitchen, time.RFC1123, "2006-01-02 15:04:05.000", "Jan _2, 06 at 3pm"} {
		fmt.Println(t.Format(layout))
	}
	leap := time.Date(2024, 2, 28, 12, 0, 0, 0, time.UTC)
	fmt.Println(leap.AddDate(0, 0, 2).Format(time.DateOnly), leap.AddDate(1, 0, 1).Format(time.DateOnly), leap.AddDate(0, -13, 0).Format(time.DateOnly))
	fmt.Println(time.Date(2023, 14, 35, 25, 61, 0, 0, time.UTC))
	u, err := time.Parse("2006-01-02 15:04 -0700", "2026-11-29 18:30 +0200")
	fmt.Println(u.UTC(), err, u.Sub(t).Round(time.Hour), t.Before(u), u.After(t), u.Equal(u.UTC()))
	_, err = time.Parse(time.DateOnly, "2026-13-01")
	fmt.Println(err)
	fmt.Println(t.Truncate(time.Hour).Format(time.TimeOnly), t.Round(24*time.Hour).Format(time.DateTime))
	y, w := t.ISOWeek()
	fmt.Println(y, w, time.Unix(0, 0).UTC(), time.UnixMilli(1700000000123).UTC())
	zone := time.FixedZone("TST", 3*3600)
	fmt.Println(t.In(zone), t.In(zone).Location(), time.Time{}, time.Time{}.IsZero())
	days := 0
	for d := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC); d.Year() == 2020; d = d.AddDate(0, 0, 1) {
		if d.Weekday() == time.Friday && d.Day() == 13 {
			fmt.Print(d.Month(), " ")
		}
		days++
	}
	fmt.Println(days)
}

// Output:
// 2009-11-10 23:00:00.123456789 +0000 UTC Tuesday 314 1257894000 1257894000123456789
// 2009-11-10T23:00:00Z
// 2009-11-10T23:00:00.123456789Z
// 11:00PM
// Tue, 10 Nov 2009 23:00:00 UTC
// 2009-11-10 23:00:00.123
// Nov 10, 09 at 11pm
// 2024-03-01 2025-03-01 2023-01-28
// 2024-03-07 02:01:00 +0000 UTC
// 2026-11-29 16:30:00 +0000 UTC <nil> 149465h0m0s true true true
// parsing time "2026-13-01": month out of range
// 23:00:00 2009-11-11 00:00:00
// 2009 46 1970-01-01 00:00:00 +0000 UTC 2023-11-14 22:13:20.123 +0000 UTC
// 2009-11-11 02:00:00.123456789 +0300 TST TST 0001-01-01 00:00:00 +0000 UTC true
// March November 366
