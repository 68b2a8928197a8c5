-- Where stock comes from that moves between two locations of the shop: the way says when it arrives.
alter table scheduled_receipts add column from_location_id bigint;
-- Whatever was created in the store before is taken to be in its stock.
update stock_transfer_lines l set gone_units = l.shipped_units, shown_units = l.shipped_units
from stock_transfers t
where t.merchant_id = l.merchant_id and t.id = l.transfer_id and t.store_id is not null;
