-- Received units that the store does not show yet: when they were last looked for, since when they count again, how many of them
-- were booked into the store, and the last booking of an order.
alter table purchase_order_lines
  add column stock_seen_at timestamptz,
  add column counted_again_on date,
  add column booked_units integer not null default 0 check (booked_units >= 0);
alter table purchase_orders add column booking jsonb;
alter table stock_projections
  add column not_in_store integer not null default 0,
  add column previous_not_in_store integer not null default 0;
