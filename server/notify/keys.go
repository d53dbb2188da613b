package notify

import (
	"context"
	"encoding/json"
	"fmt"

	"nemeton/server/notify/push"
	"nemeton/server/store"
)

// serverKeys returns the push keys of the server. The first node that needs them makes them.
func serverKeys(ctx context.Context, s store.Notifications) (keys push.ServerKeys, err error) {
	fresh, err := push.NewServerKeys()
	if err != nil {
		return keys, fmt.Errorf("make push keys: %w", err)
	}
	raw, err := json.Marshal(fresh)
	if err != nil {
		return keys, err
	}
	if raw, err = s.ServerKey(ctx, serverKeyName, raw); err != nil {
		return keys, fmt.Errorf("read the push keys: %w", err)
	}
	if err := json.Unmarshal(raw, &keys); err != nil {
		return keys, fmt.Errorf("%w: push keys: %w", store.ErrDamaged, err)
	}
	return keys, nil
}
