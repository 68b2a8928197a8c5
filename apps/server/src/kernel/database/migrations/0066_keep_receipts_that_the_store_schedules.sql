-- Units on their way to the shop by lines of the store's shipments, transfers and purchase orders, as last read. What the
-- store's `incoming` says beyond them has no day.
create table scheduled_receipts (
  merchant_id bigint not null,
  -- The line: `shipment_line/7`, `transfer_line/7` or `purchase_order_line/7`.
  external_id text not null,
  variant_id bigint not null,
  -- What is read and replaced as a whole: `transfer/3` or `purchase_order/3`.
  source text not null,
  source_name text not null,
  kind text not null check (kind in ('shipment', 'transfer', 'purchase_order')),
  -- Between two locations of the shop: nothing is bought.
  is_internal boolean not null,
  location_id bigint,
  units integer not null check (units > 0),
  expected_on date,
  ordered_on date,
  supplier_name text,
  read_at timestamptz not null,
  primary key (merchant_id, external_id, variant_id)
);
create index scheduled_receipts_by_variant on scheduled_receipts (merchant_id, variant_id);
create index scheduled_receipts_by_source on scheduled_receipts (merchant_id, source);
select protect_tenant_table('scheduled_receipts');
alter table scheduled_receipts
  add foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade;

-- Which purchase order of the store a transfer belongs to: only the order names its transfers.
create table store_order_transfers (
  merchant_id bigint not null,
  transfer_id bigint not null,
  order_id bigint not null,
  order_name text not null,
  supplier_name text,
  ordered_on date,
  -- The transfer has ended, so that it need not be read again.
  is_done boolean not null default false,
  primary key (merchant_id, transfer_id)
);
select protect_tenant_table('store_order_transfers');

-- How long each received shipment of a purchase order of the store took.
create table store_lead_times (
  merchant_id bigint not null,
  -- The shipment: `shipment/7`.
  external_id text not null,
  -- The order: `purchase_order/3`. An order of several shipments has a row for each.
  source text not null,
  supplier_name text not null,
  ordered_on date not null,
  received_on date not null,
  -- The shipment's accepted units, to know by when half an order was there.
  units integer not null check (units > 0),
  days integer not null generated always as (received_on - ordered_on) stored,
  primary key (merchant_id, external_id),
  check (received_on >= ordered_on)
);
create index store_lead_times_by_supplier on store_lead_times (merchant_id, lower(supplier_name), received_on);
select protect_tenant_table('store_lead_times');

-- Lines of the merchant's orders that are the same units as a transfer or an order of the store. A row that the merchant undid
-- stays, so that it is not matched again.
create table store_order_matches (
  merchant_id bigint not null,
  order_id bigint not null,
  line_id bigint not null,
  source text not null,
  matched_by text not null check (matched_by in ('link', 'likeness')),
  matched_at timestamptz not null,
  undone_at timestamptz,
  primary key (merchant_id, order_id, line_id, source)
);
select protect_tenant_table('store_order_matches');
alter table store_order_matches
  add foreign key (merchant_id, order_id, line_id)
    references purchase_order_lines (merchant_id, order_id, id) on delete cascade;
