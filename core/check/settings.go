package check

// This file holds settings against the lists that the scheduler has of them.

import (
	"fmt"
	"time"

	"github.com/gopark/gopark/core/policy"
)

// check says what is wrong with s.
func (s Settings) check() error {
	if s.Policy != "" {
		if _, err := policy.Parse(s.Policy); err != nil {
			return fmt.Errorf("policy: %w", err)
		}
	}
	if _, err := policy.ParseCosts(s.Costs); err != nil {
		return fmt.Errorf("costs: %w", err)
	}
	if s.IO != "" {
		if _, err := policy.ParseIO(s.IO); err != nil {
			return fmt.Errorf("io: %w", err)
		}
	}
	if s.Until != "" {
		if _, err := policy.ParseUntil(s.Until); err != nil {
			return fmt.Errorf("until: %w", err)
		}
	}
	return nil
}

// Knobs are the settings of policy, costs and io as numbers.
func (s Settings) Knobs() ([]policy.Setting, error) {
	var all []policy.Setting
	for _, part := range []struct {
		text  string
		parse func(string) ([]policy.Setting, error)
	}{{s.Policy, policy.Parse}, {s.Costs, policy.ParseCosts}, {s.IO, policy.ParseIO}} {
		if part.text == "" {
			continue
		}
		set, err := part.parse(part.text)
		if err != nil {
			return nil, err
		}
		all = append(all, set...)
	}
	return all, nil
}

// End is the virtual time at which a run ends; 0 if it does not.
func (s Settings) End() time.Duration {
	d, _ := policy.ParseUntil(s.Until) // Set has looked at it
	return d
}
