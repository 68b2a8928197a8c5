-- What of a transfer was shipped and has arrived, and what the store's own stock shows of it.
alter table stock_transfers drop constraint stock_transfers_status_check;
alter table stock_transfers
  add constraint stock_transfers_status_check
    check (status in ('draft', 'sent', 'partly_received', 'received', 'cancelled')),
  -- Days in the shop's time zone.
  add column sent_on date,
  add column received_on date,
  -- What the merchant said of it, the oldest first; the last can be undone.
  add column steps jsonb not null default '[]';

alter table stock_transfer_lines
  add column shipped_units integer not null default 0 check (shipped_units between 0 and units),
  add column received_units integer not null default 0 check (received_units between 0 and shipped_units),
  -- Shipped units that are gone from the stock of the one location, and are in that of the other.
  add column gone_units integer not null default 0,
  add column shown_units integer not null default 0,
  -- The stock of both, and when it was last looked at.
  add column from_seen integer,
  add column to_seen integer,
  add column seen_at timestamptz;

with moved as (
  select t.merchant_id, t.id, t.updated_at::date as day,
    (select json_agg(json_build_object('variantId', l.variant_id, 'units', l.units)) from stock_transfer_lines l
      where l.merchant_id = t.merchant_id and l.transfer_id = t.id and l.refused_because is null) as lines
  from stock_transfers t
)
update stock_transfers t set
  sent_on = case when t.status in ('sent', 'received') then m.day end,
  received_on = case when t.status = 'received' then m.day end,
  steps = coalesce((
    select jsonb_agg(jsonb_build_object('step', s.step, 'on', m.day, 'lines', s.lines, 'isLast', false) order by s.at)
    from (values
      (1, 'ship', m.lines, t.status in ('sent', 'received') and t.store_id is null),
      (2, 'receive', m.lines, t.status = 'received'),
      (3, 'cancel', '[]', t.status = 'cancelled')
    ) s (at, step, lines, is_taken)
    where s.is_taken), '[]')
from moved m
where m.merchant_id = t.merchant_id and m.id = t.id;
-- Whatever was said to be sent or received before is taken to be in the store's stock.
update stock_transfer_lines l set shipped_units = l.units, gone_units = l.units, shown_units = l.units,
  received_units = case when t.status = 'received' then l.units else 0 end
from stock_transfers t
where t.merchant_id = l.merchant_id and t.id = l.transfer_id and t.status in ('sent', 'received');

-- Whether a product is a part of a bundle that was changed: then `amount` is units a day, whatever the kind.
alter table forecast_override_variants add column is_part boolean not null default false;
