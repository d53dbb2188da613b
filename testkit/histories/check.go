package histories

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/anishathalye/porcupine"

	"nemeton/play/torture"
)

// ErrIllegal is the error of a history that no log explains.
var ErrIllegal = errors.New("no order of the operations fits one log")

// Check checks the history of one table, whose log was read when all clients had ended. The error wraps ErrIllegal if the
// history is not legal, and names the first operations that no order explains.
func Check(h torture.History) error {
	end := time.Duration(0)
	for _, o := range h.Operations {
		end = max(end, o.Call, o.Return)
	}
	end++
	list := make([]porcupine.Operation, 0, len(h.Operations)+1)
	for _, o := range settle(h.Operations, h.Stored, end) {
		list = append(list, porcupine.Operation{ClientId: o.Client + 1, Input: input{operation: o}, Call: int64(o.Call), Return: int64(o.Return)})
	}
	final := h.Stored
	if final == nil { // a table that was only started
		final = []torture.StoredCommand{}
	}
	list = append(list, porcupine.Operation{Input: input{final: final}, Call: int64(end) + 1, Return: math.MaxInt64})
	if porcupine.CheckOperations(model(), list) {
		return nil
	}
	_, info := porcupine.CheckOperationsVerbose(model(), list, 0)
	return fmt.Errorf("%w: %s", ErrIllegal, blame(list, info))
}

// blame describes the operation with the earliest return that the longest explained part of the history lacks.
func blame(list []porcupine.Operation, info porcupine.LinearizationInfo) string {
	explained := map[int]bool{}
	for _, partition := range info.PartialLinearizations() {
		longest := []int{}
		for _, order := range partition {
			if len(order) > len(longest) {
				longest = order
			}
		}
		for _, i := range longest {
			explained[i] = true
		}
	}
	first := -1
	for i, o := range list {
		if !explained[i] && (first < 0 || o.Return < list[first].Return) {
			first = i
		}
	}
	if first < 0 {
		return "unknown operation"
	}
	in := list[first].Input.(input)
	if in.final != nil {
		return fmt.Sprintf("the stored log of %d entries", len(in.final)+1)
	}
	o := in.operation
	return fmt.Sprintf("%s %s by %d at %v to %v: %s %s seq %d (%d of %d operations explained)", o.Kind, o.Command, o.Client, o.Call, o.Return, o.Outcome, o.Code, o.Seq,
		len(explained), len(list))
}
