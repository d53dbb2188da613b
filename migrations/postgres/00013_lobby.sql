-- Keep the confirmations of a rematch, and the changes of a table's settings before the start.
--   - confirm is "asked" if a rematch seated the player, "confirmed" once the player has agreed, and empty for all others. Tables that were open before ask nobody.
--   - changes is a JSON list, the oldest first. It is empty without changes.

-- +goose Up
ALTER TABLE places ADD COLUMN confirm text NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN changes text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE tables DROP COLUMN changes;
ALTER TABLE places DROP COLUMN confirm;
