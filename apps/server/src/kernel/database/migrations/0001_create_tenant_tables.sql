-- Tenancy ---------------------------------------------------------------------------------------------

-- SET LOCAL by EXECUTE is the one form that works unchanged on PostgreSQL and on Citus.
create function set_tenant(id bigint) returns void
  language plpgsql as
$$ begin execute format('set local app.merchant_id = %L', id); end $$;

-- Puts the wall around a table: only rows of the current tenant are seen or written, by the owner too.
create function protect_tenant_table(name regclass, tenant_column text default 'merchant_id') returns void
  language plpgsql as
$$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format(
    'create policy own_rows on %s using (%I = nullif(current_setting(''app.merchant_id'', true), '''')::bigint) '
    'with check (%I = nullif(current_setting(''app.merchant_id'', true), '''')::bigint)',
    name, tenant_column, tenant_column);
  execute format('grant select, insert, update, delete on %s to stockcast_app', name);
end
$$;

-- The one place of global uniqueness; it holds no business data and is outside the wall.
create table merchant_directory (
  merchant_id bigint generated always as identity primary key,
  user_id uuid not null unique,
  email text not null unique check (email = lower(email)),
  shop_domain text unique,
  created_at timestamptz not null
);
grant select, insert, update, delete on merchant_directory to stockcast_app;

create table clock_offset (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null
);
grant select, insert, update on clock_offset to stockcast_app;

-- Merchants ---------------------------------------------------------------------------------------------

create table merchants (
  id bigint primary key references merchant_directory (merchant_id) on delete cascade,
  email text not null,
  shop_domain text not null,
  shop_name text,
  time_zone text not null default 'UTC',
  currency text not null default 'USD',
  subscription_status text not null default 'trial'
    check (subscription_status in ('trial', 'active', 'past_due', 'expired', 'cancelled')),
  stripe_status text,
  stripe_customer_id text,
  plan_name text,
  trial_ends_at timestamptz not null,
  trial_extended boolean not null default false,
  current_period_end timestamptz,
  stock_as_of timestamptz,
  forecast_as_of timestamptz,
  created_at timestamptz not null
);
select protect_tenant_table('merchants', 'id');

create table settings (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  default_safety_stock integer not null check (default_safety_stock >= 0),
  default_lead_time_days integer not null check (default_lead_time_days >= 0)
);
select protect_tenant_table('settings');

create table merchant_keys (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  wrapped_key text not null
);
select protect_tenant_table('merchant_keys');

-- Store connection -------------------------------------------------------------------------------------

create table shop_connections (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  shop_domain text not null,
  shop_gid text not null,
  access_token text not null,
  access_token_expires_at timestamptz,
  refresh_token text,
  refresh_token_expires_at timestamptz,
  scopes text[] not null,
  status text not null check (status in ('connected', 'needs_reconnect')),
  connected_at timestamptz not null
);
select protect_tenant_table('shop_connections');

create table oauth_states (
  merchant_id bigint not null references merchants (id) on delete cascade,
  state_hash text not null,
  shop_domain text not null,
  expires_at timestamptz not null,
  primary key (merchant_id, state_hash)
);
select protect_tenant_table('oauth_states');

create table sync_runs (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('first', 'full')),
  status text not null check (status in ('running', 'succeeded', 'failed')),
  phase text not null,
  method text not null check (method in ('bulk', 'paged')),
  cursor jsonb not null default '{}',
  products integer not null default 0,
  variants integer not null default 0,
  orders integer not null default 0,
  order_lines integer not null default 0,
  expected_variants integer,
  expected_orders integer,
  message text,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, id)
);
create unique index sync_runs_one_running on sync_runs (merchant_id) where status = 'running';
select protect_tenant_table('sync_runs');

-- Catalogue and stock ----------------------------------------------------------------------------------

create table locations (
  merchant_id bigint not null references merchants (id) on delete cascade,
  location_id bigint not null,
  name text not null,
  is_active boolean not null,
  primary key (merchant_id, location_id)
);
select protect_tenant_table('locations');

create table products (
  merchant_id bigint not null references merchants (id) on delete cascade,
  product_id bigint not null,
  title text not null,
  vendor text,
  product_type text,
  status text not null check (status in ('active', 'archived', 'draft', 'unlisted')),
  updated_at timestamptz not null,
  primary key (merchant_id, product_id)
);
select protect_tenant_table('products');

create table variants (
  merchant_id bigint not null,
  variant_id bigint not null,
  product_id bigint not null,
  inventory_item_id bigint,
  shop_domain text not null,
  -- Product and variant title in one, as the merchant would say it.
  title text not null,
  sku text,
  barcode text,
  price numeric(14, 2),
  position integer not null default 1,
  is_tracked boolean not null,
  first_seen_on date not null,
  updated_at timestamptz not null,
  primary key (merchant_id, variant_id),
  foreign key (merchant_id, product_id) references products (merchant_id, product_id) on delete cascade
);
create index variants_by_product on variants (merchant_id, product_id);
create index variants_by_inventory_item on variants (merchant_id, inventory_item_id);
select protect_tenant_table('variants');

create table variant_overrides (
  merchant_id bigint not null,
  variant_id bigint not null,
  safety_stock integer check (safety_stock >= 0),
  lead_time_days integer check (lead_time_days >= 0),
  primary key (merchant_id, variant_id),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);
select protect_tenant_table('variant_overrides');

create table inventory_levels (
  merchant_id bigint not null,
  variant_id bigint not null,
  location_id bigint not null,
  on_hand integer not null,
  available integer not null,
  committed integer not null,
  incoming integer not null,
  updated_at timestamptz not null,
  primary key (merchant_id, variant_id, location_id),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);
select protect_tenant_table('inventory_levels');

-- Sales --------------------------------------------------------------------------------------------------

-- What each order line contributes to demand. Kept as state, so that an event may arrive twice, late or out of order.
create table order_lines (
  merchant_id bigint not null references merchants (id) on delete cascade,
  order_id bigint not null,
  line_id bigint not null,
  variant_id bigint not null,
  day date not null,
  units integer not null check (units > 0),
  primary key (merchant_id, order_id, line_id)
);
create index order_lines_by_variant_day on order_lines (merchant_id, variant_id, day) include (units);
select protect_tenant_table('order_lines');

-- Sparse: a day without sales has no row.
create table sales_daily (
  merchant_id bigint not null,
  variant_id bigint not null,
  day date not null,
  units_sold integer not null check (units_sold > 0),
  primary key (merchant_id, variant_id, day) include (units_sold),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);
select protect_tenant_table('sales_daily');

create table stock_daily (
  merchant_id bigint not null,
  variant_id bigint not null,
  day date not null,
  closing_stock integer not null,
  primary key (merchant_id, variant_id, day) include (closing_stock),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);
select protect_tenant_table('stock_daily');

-- Forecasts and alerts ------------------------------------------------------------------------------------

create table forecasts (
  merchant_id bigint not null,
  variant_id bigint not null,
  -- Last day of data used.
  origin date not null,
  basis text not null check (basis in ('forecast', 'too_little_data', 'no_demand')),
  model text not null,
  demand_class text not null,
  -- The law of cumulative demand (encodeLaw).
  law real[] not null,
  evidence jsonb not null,
  accuracy jsonb,
  computed_at timestamptz not null,
  primary key (merchant_id, variant_id),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);
select protect_tenant_table('forecasts');

-- What the lists show and sort by: derived from stock, forecast, settings and the day; never edited by hand.
create table stock_outlooks (
  merchant_id bigint not null,
  variant_id bigint not null,
  is_quiet boolean not null,
  available integer,
  incoming integer not null,
  units_sold_30 integer not null,
  average_daily_sales real not null,
  status text not null check (status in ('out_of_stock', 'critical', 'warning', 'healthy')),
  outlook_kind text not null check (outlook_kind in ('out_of_stock', 'no_demand', 'unknown', 'beyond', 'days')),
  days_source text not null check (days_source in ('forecast', 'mean')),
  -- Null where unknown; 999 for no demand.
  days_until_stockout integer,
  days_low integer,
  days_high integer,
  need jsonb,
  order_quantity integer,
  order_by date,
  reorder_point integer,
  stockout_before_arrival real,
  value_at_risk real,
  computed_for date not null,
  primary key (merchant_id, variant_id),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);
select protect_tenant_table('stock_outlooks');

create table alerts (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  variant_id bigint not null,
  type text not null check (type in ('low_stock', 'stockout_risk')),
  severity integer not null,
  resolved boolean not null default false,
  triggered_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text check (resolved_by in ('merchant', 'system')),
  resolved_reason text,
  -- After a resolve by hand: when the condition was first seen cleared. Until then the same alert is not raised again.
  cleared_at timestamptz,
  meta jsonb not null,
  primary key (merchant_id, id),
  check (resolved = (resolved_at is not null))
);
create unique index alerts_one_active on alerts (merchant_id, variant_id, type) where not resolved;
create index alerts_newest_first on alerts (merchant_id, triggered_at desc, id desc);
select protect_tenant_table('alerts');
