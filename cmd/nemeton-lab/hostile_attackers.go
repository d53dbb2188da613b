package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"nemeton/bench/hostile"
	"nemeton/play/process"
)

// attackOrder tells the attackers' process to attack, or to send probes.
type attackOrder struct {
	Attacks []string      `json:"attacks,omitempty"`
	Lasts   time.Duration `json:"lasts,omitempty"`
	Probe   string        `json:"probe,omitempty"`
	Long    bool          `json:"long,omitempty"`
	Count   int           `json:"count,omitempty"`
}

// attackAnswer reports on one order.
type attackAnswer struct {
	Report hostile.Report `json:"report"`
	Error  string         `json:"error,omitempty"`
}

// takeOrders runs in the attackers' process. It reads a target and then orders until the end of in, and answers each.
func takeOrders(ctx context.Context, in io.Reader, out io.Writer) error {
	orders, answers := json.NewDecoder(in), json.NewEncoder(out)
	var target hostile.Target
	if err := orders.Decode(&target); err != nil {
		return err
	}
	swarm, err := hostile.NewSwarm(ctx, target)
	answer := attackAnswer{}
	if err != nil {
		answer.Error = err.Error()
	} else {
		defer swarm.Close()
	}
	for {
		if err := answers.Encode(answer); err != nil || answer.Error != "" {
			return err
		}
		var order attackOrder
		if err := orders.Decode(&order); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		answer = attackAnswer{}
		if order.Probe == "" {
			answer.Report = swarm.Attack(ctx, attacksNamed(order.Attacks), order.Lasts)
		} else if answer.Report, err = swarm.Probe(ctx, order.Probe, order.Long, order.Count); err != nil {
			answer.Error = err.Error()
		}
	}
}

func attacksNamed(names []string) []hostile.Attack {
	return slices.DeleteFunc(hostile.Attacks(), func(kind hostile.Attack) bool { return !slices.Contains(names, kind.Name) })
}

// attackerProcess is the attackers' process, seen from outside.
type attackerProcess struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	orders  *json.Encoder
	answers *json.Decoder
	errors  lockedBuffer
}

// startAttackers starts the process with the lowest priority and waits until its guests have their tables.
func startAttackers(target hostile.Target) (*attackerProcess, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{"bench", "hostile", "--attackers"}
	p := &attackerProcess{cmd: process.Command(self, ".", args...)}
	if nice, err := exec.LookPath("nice"); err == nil {
		p.cmd = process.Command(nice, ".", append([]string{"-n", "19", self}, args...)...)
	}
	p.cmd.Stderr = &p.errors
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.orders, p.answers = in, json.NewEncoder(in), json.NewDecoder(out)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	if _, err := p.order(target); err != nil {
		p.end()
		return nil, err
	}
	return p, nil
}

func (p *attackerProcess) attack(kinds []hostile.Attack, lasts time.Duration) (hostile.Report, error) {
	order := attackOrder{Lasts: lasts}
	for _, kind := range kinds {
		order.Attacks = append(order.Attacks, kind.Name)
	}
	return p.order(order)
}

func (p *attackerProcess) probe(name string, long bool, n int) (hostile.Report, error) {
	return p.order(attackOrder{Probe: name, Long: long, Count: n})
}

// order sends a message and waits for its answer.
func (p *attackerProcess) order(message any) (hostile.Report, error) {
	if err := p.orders.Encode(message); err != nil {
		return hostile.Report{}, fmt.Errorf("attackers: %w: %s", err, p.errors.String())
	}
	var answer attackAnswer
	if err := p.answers.Decode(&answer); err != nil {
		return hostile.Report{}, fmt.Errorf("attackers: %w: %s", err, p.errors.String())
	}
	if answer.Error != "" {
		return hostile.Report{}, errors.New("attackers: " + answer.Error)
	}
	return answer.Report, nil
}

// end ends the process and waits for it. Its answers are all read, so its exit code adds nothing.
func (p *attackerProcess) end() {
	_ = p.in.Close()
	_ = p.cmd.Wait()
}

// lockedBuffer collects the error output of a process that is still running.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(raw []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(raw)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
