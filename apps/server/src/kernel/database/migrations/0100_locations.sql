-- What is sold and kept where, and moved from where to where.
alter table orders add column location_id bigint;

-- What the merchant says of a location. `warehouse`: keeps stock for the others; `external`: no stock of it is ever moved.
alter table locations add column role text not null default 'shop',
  -- In the last 90 days, as known by location; null before it was first counted.
  add column units_sold bigint,
  add constraint locations_role_check check (role in ('shop', 'warehouse', 'external'));

alter table merchants add column alerts_by_location boolean not null default false,
  add column least_transfer_minor bigint not null default 0;

-- The outlook of a product at each location that keeps it; only of shops with several.
create table location_projections (
  merchant_id bigint not null,
  variant_id bigint not null,
  location_id bigint not null,
  available integer not null,
  incoming integer not null,
  -- Null where units that no location is known of cannot be shared.
  units_sold_30 integer,
  -- Of the product's demand; null while no sale is known by location.
  demand_share real,
  expected_daily_demand real,
  status text not null check (status in ('out_of_stock', 'critical', 'warning', 'healthy')),
  projection_kind text not null
    check (projection_kind in ('out_of_stock', 'no_demand', 'unknown', 'beyond', 'days')),
  days_until_stockout integer,
  days_low integer,
  days_high integer,
  -- Since when it has been out of stock, so that its share does not fall for that.
  out_since date,
  primary key (merchant_id, variant_id, location_id),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);
create index location_projections_by_days
  on location_projections (merchant_id, location_id, days_until_stockout, variant_id) include (status);

-- Stock to move before anything is bought, derived with the projection.
create table transfer_suggestions (
  merchant_id bigint not null,
  variant_id bigint not null,
  from_location_id bigint not null,
  to_location_id bigint not null,
  units integer not null check (units > 0),
  transfer_days integer not null,
  -- In the shop's currency; null without a price.
  value_minor bigint,
  stockout_before real not null,
  stockout_after real not null,
  primary key (merchant_id, variant_id, from_location_id, to_location_id),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);

-- Ways between locations that differ from the usual one.
create table transfer_lanes (
  merchant_id bigint not null references merchants (id) on delete cascade,
  from_location_id bigint not null,
  to_location_id bigint not null,
  is_on boolean not null,
  transfer_days integer not null check (transfer_days between 0 and 60),
  minimum_units integer not null check (minimum_units >= 1),
  unit_cost_minor bigint not null check (unit_cost_minor >= 0),
  primary key (merchant_id, from_location_id, to_location_id)
);

create table stock_transfers (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  from_location_id bigint not null,
  to_location_id bigint not null,
  from_name text not null,
  to_name text not null,
  status text not null default 'draft' check (status in ('draft', 'sent', 'received', 'cancelled')),
  -- The transfer in the store, and the attempt to create it there.
  store_id bigint,
  store_name text,
  attempt jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);

create table stock_transfer_lines (
  merchant_id bigint not null,
  transfer_id bigint not null,
  variant_id bigint not null,
  title text not null,
  sku text,
  units integer not null check (units > 0),
  -- Why the store left the line out.
  refused_because text,
  primary key (merchant_id, transfer_id, variant_id),
  foreign key (merchant_id, transfer_id) references stock_transfers (merchant_id, id) on delete cascade
);
create index stock_transfer_lines_by_variant on stock_transfer_lines (merchant_id, variant_id);

alter table location_projections enable row level security;
alter table location_projections force row level security;
create policy own_rows on location_projections
  using (merchant_id = nullif(current_setting('app.merchant_id', true), '')::bigint)
  with check (merchant_id = nullif(current_setting('app.merchant_id', true), '')::bigint);
grant select, insert, update, delete on location_projections to stockcast_app;

alter table transfer_suggestions enable row level security;
alter table transfer_suggestions force row level security;
create policy own_rows on transfer_suggestions
  using (merchant_id = nullif(current_setting('app.merchant_id', true), '')::bigint)
  with check (merchant_id = nullif(current_setting('app.merchant_id', true), '')::bigint);
grant select, insert, update, delete on transfer_suggestions to stockcast_app;

alter table transfer_lanes enable row level security;
alter table transfer_lanes force row level security;
create policy own_rows on transfer_lanes
  using (merchant_id = nullif(current_setting('app.merchant_id', true), '')::bigint)
  with check (merchant_id = nullif(current_setting('app.merchant_id', true), '')::bigint);
grant select, insert, update, delete on transfer_lanes to stockcast_app;

alter table stock_transfers enable row level security;
alter table stock_transfers force row level security;
create policy own_rows on stock_transfers
  using (merchant_id = nullif(current_setting('app.merchant_id', true), '')::bigint)
  with check (merchant_id = nullif(current_setting('app.merchant_id', true), '')::bigint);
grant select, insert, update, delete on stock_transfers to stockcast_app;

alter table stock_transfer_lines enable row level security;
alter table stock_transfer_lines force row level security;
create policy own_rows on stock_transfer_lines
  using (merchant_id = nullif(current_setting('app.merchant_id', true), '')::bigint)
  with check (merchant_id = nullif(current_setting('app.merchant_id', true), '')::bigint);
grant select, insert, update, delete on stock_transfer_lines to stockcast_app;
