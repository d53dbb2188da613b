package wiring

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"
)

// stopTimeout is the longest time for open requests and sockets to end. The promise is ten seconds, and closing the store takes time too.
const stopTimeout = 8 * time.Second

// Run serves until ctx ends or serving fails. Then it stops: no new connections, commands in flight finish, and sockets are closed with a
// code that means reconnect. It closes the app.
func (a *App) Run(ctx context.Context) error {
	defer a.Close()
	defer a.sweepSessions(ctx)()
	defer a.sweepRecoveries(ctx)()
	defer a.sweepArchive(ctx)()
	a.log.Info().Str("addr", a.Addr().String()).Msg("serving")
	select {
	case err := <-a.failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	a.log.Info().Msg("stopping")
	return a.stop()
}

func (a *App) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	a.health.Drain()
	a.drain(ctx)
	a.bots.Close()
	a.notify.Close()
	a.playerSockets.Drain()
	a.playerEvents.Drain()
	a.Registry.Drain()
	err := a.Public.Shutdown(ctx)
	if err != nil {
		err = errors.Join(fmt.Errorf("requests did not finish before the timeout: %w", err), a.Public.Close())
	}
	// No new request starts from here on, so the number of sockets only falls.
	gone := make(chan struct{})
	go func() {
		a.sockets.Wait()
		close(gone)
	}()
	select {
	case <-gone:
	case <-ctx.Done():
		a.log.Warn().Msg("some sockets did not close before the timeout")
	}
	return err
}

// drain continues to serve for a while, but reports not ready, so that a proxy in front sends new requests elsewhere.
func (a *App) drain(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, a.drainWait)
	defer cancel()
	<-ctx.Done()
}

func (a *App) Close() {
	a.TLS.close()
	if a.Public != nil {
		_ = a.Public.Close()
	}
	if a.Admin != nil {
		_ = a.Admin.Close()
	}
	for _, l := range []net.Listener{a.listener, a.AdminListener} {
		if l != nil {
			_ = l.Close()
		}
	}
	if a.stopRetention != nil {
		a.stopRetention()
	}
	if a.stopAdmin != nil {
		a.stopAdmin()
	}
	if a.health != nil {
		a.health.Close()
	}
	if a.bots != nil {
		a.bots.Close()
	}
	a.tells.Wait()
	if a.notify != nil {
		a.notify.Close()
		a.turnFeed.Close()
	}
	if a.chat != nil {
		a.chat.Close()
	}
	if a.Registry != nil {
		a.Registry.Close()
	}
	if a.bus != nil {
		a.bus.Close()
	}
	if a.closeStandby != nil {
		if err := a.closeStandby(); err != nil {
			a.log.Error().Err(err).Msg("close the standby")
		}
	}
	if a.store != nil {
		if err := a.store.Close(); err != nil {
			a.log.Error().Err(err).Msg("close the store")
		}
	}
}
