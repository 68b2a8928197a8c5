-- What an order contributes by itself: its day, whether its lines count, and how new our copy is. No buyer data.
create table orders (
  merchant_id bigint not null references merchants (id) on delete cascade,
  order_id bigint not null,
  day date not null,
  -- False for test and cancelled orders: their lines are no demand.
  is_counted boolean not null,
  updated_at timestamptz not null,
  primary key (merchant_id, order_id)
);
select protect_tenant_table('orders');

-- What the running sync has met, so that what is gone from the shop can be removed at its end. Empty between runs.
create table sync_seen_variants (
  merchant_id bigint not null references merchants (id) on delete cascade,
  variant_id bigint not null,
  primary key (merchant_id, variant_id)
);
select protect_tenant_table('sync_seen_variants');

create table sync_seen_levels (
  merchant_id bigint not null references merchants (id) on delete cascade,
  variant_id bigint not null,
  location_id bigint not null,
  primary key (merchant_id, variant_id, location_id)
);
select protect_tenant_table('sync_seen_levels');

-- `owner` fences: a worker writes only while the run is its own, so that two never write one run.
alter table sync_runs
  add column owner uuid,
  -- Starts since the last written batch; a run that only ever dies is given up.
  add column attempts integer not null default 0;
