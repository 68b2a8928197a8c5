-- Narrows 0054_note_due_times.sql.
-- Runs alone. An older version of the program relies on the triggers for its marks.
-- Due times and `merchant_phones` replaced these two. They changed the tenant in a loop, which returns no rows once
-- tables are distributed.
drop function due_channels(timestamptz);
drop function merchants_of_phone(text);

-- Each statement that writes these tables marks the sums itself (apps/server/src/database/stale-marks.ts): a distributed table
-- has no triggers with transition tables.
drop trigger products_inserted on products;
drop trigger products_updated on products;
drop trigger products_deleted on products;
drop trigger variants_inserted on variants;
drop trigger variants_updated on variants;
drop trigger variants_deleted on variants;
drop trigger stock_projections_inserted on stock_projections;
drop trigger stock_projections_updated on stock_projections;
drop trigger stock_projections_deleted on stock_projections;
drop function mark_stale_totals();

drop trigger sales_inserted on sales_daily;
drop trigger sales_updated on sales_daily;
drop trigger sales_deleted on sales_daily;
drop function mark_stale_days();
