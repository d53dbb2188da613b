-- expands
-- The first entry of a table empties contributions and answers, which it has itself. Programs that do not know this need neither for a started table. So rows
-- are a quarter of their former size, and pages of tables on Postgres can be fuller.

-- +goose Up

-- 15 rows of 0.44 KB in a page leave room for two new versions. Measured with 400 and 4,000 rows that change at random: of 80,000 changes, 5 left their page. At
-- 90 %, 1 in 37 did.
ALTER TABLE tables SET (fillfactor = 85); -- Postgres
