-- Runs alone. The tables of version 0.1.0.

-- SET LOCAL by EXECUTE is the one form that works unchanged on PostgreSQL and on Citus.
create function set_tenant(id bigint) returns void
  language plpgsql as
$$ begin execute format('set local app.merchant_id = %L', id); end $$;

-- Turns row-level security on for a table: only rows of the current tenant can be read or written, even by the owner.
-- In a cluster whose tables are distributed, a new table is distributed at once. Its foreign keys to other tables of
-- merchants are added after this call: a plain table cannot refer to a distributed one.
create function protect_tenant_table(name regclass, tenant_column text default 'merchant_id') returns void
  language plpgsql as
$$
declare
  is_distributed boolean := false;
begin
  if exists (select from pg_extension where extname = 'citus') then
    execute $query$select exists (select from pg_dist_partition where logicalrelid = 'merchants'::regclass)$query$
      into is_distributed;
  end if;
  if is_distributed then
    execute format('select create_distributed_table(%L, %L, colocate_with => ''merchants'')', name, tenant_column);
  end if;
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format(
    'create policy own_rows on %s using (%I = nullif(current_setting(''app.merchant_id'', true), '''')::bigint) '
    'with check (%I = nullif(current_setting(''app.merchant_id'', true), '''')::bigint)',
    name, tenant_column, tenant_column);
  execute format('grant select, insert, update, delete on %s to stockcast_app', name);
end
$$;

-- A sum of units as a column of units can keep it: no product has more than 2,147,483,647.
create function to_units(total bigint) returns integer
  language sql immutable parallel safe
  return greatest(least(total, 2147483647), -2147483648)::integer;

-- The steps of an order plan's `terms`. Each is three float8 in network order: units, cost and value.
create function order_steps(terms jsonb) returns bytea
  language sql immutable strict parallel safe as
$$
  select string_agg(
    float8send((step ->> 'units')::float8) || float8send((step ->> 'cost')::float8) || float8send((step ->> 'value')::float8),
    ''::bytea order by place)
  from jsonb_array_elements(terms -> 'steps') with ordinality as each (step, place)
$$;

-- A session ends 30 days after sign-in, however much it is used and whoever writes the row.
create function limit_session_life() returns trigger
  language plpgsql as
$$ begin
  new.expires_at := least(new.expires_at, new.created_at + interval '30 days');
  return new;
end $$;

-- Makes users, addresses and shop domains unique across all tenants. It holds no business data and has no row-level security.
create table merchant_directory (
  merchant_id bigint primary key generated always as identity,
  user_id uuid not null unique,
  email text not null unique check (email = lower(email)),
  shop_domain text unique,
  created_at timestamptz not null,
  -- Whose customer a webhook of the payment provider is about.
  stripe_customer_id text unique,
  -- When our own clock must look at the merchant's billing next.
  billing_due_at timestamptz
);
create index merchant_directory_by_billing_due on merchant_directory (billing_due_at);
grant select, insert, update, delete on merchant_directory to stockcast_app;

create table clock_offset (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null
);
grant select, insert, update on clock_offset to stockcast_app;

-- Without a foreign key: removing the directory row must not remove everything else in the same statement.
create table merchants (
  id bigint primary key,
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
  created_at timestamptz not null,
  -- When the welcome mail was taken on; it is sent once per merchant.
  welcome_mail_at timestamptz,
  -- Sample data is in it. Beside the rule by the shop's name.
  is_demo boolean not null default false,
  -- The service level that alerts and order dates run at; null: the default.
  service_level real check (service_level > 0 and service_level < 1),
  -- Of the shop's address: numbers and dates are written as there. Null while it is not known.
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  -- Sales by SKU and day that were imported; null: not counted yet.
  imported_sales bigint,
  -- Since when no order is sent by mail, because several recipients reported the merchant; null once the operator has
  -- looked.
  order_mails_paused_at timestamptz
);
select protect_tenant_table('merchants', 'id');

create table settings (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  default_safety_stock integer not null check (default_safety_stock >= 0),
  default_lead_time_days integer not null check (default_lead_time_days >= 0),
  -- How many days of demand an order covers after it has arrived. A supplier and a product may have their own.
  default_cover_days integer not null default 30 check (default_cover_days between 1 and 365)
);
select protect_tenant_table('settings');

create table merchant_keys (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  wrapped_key text not null
);
select protect_tenant_table('merchant_keys');

create table shop_connections (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  shop_domain text not null,
  shop_gid text not null,
  -- After an uninstall the connection is kept without tokens, so that a reinstall goes on with the data.
  access_token text,
  access_token_expires_at timestamptz,
  refresh_token text,
  refresh_token_expires_at timestamptz,
  scopes text[] not null,
  status text not null check (status in ('connected', 'needs_reconnect', 'disconnected')),
  connected_at timestamptz not null,
  -- Why the merchant must act, in a sentence.
  message text,
  -- Who renews the tokens of a shop at this moment, and until when nobody else does. Both are null in between.
  renewal_id uuid,
  renewing_until timestamptz
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
  -- `owner` fences: a worker writes only while the run is its own, so that two never write one run.
  owner uuid,
  -- Starts since the last written batch; a run that only ever dies is given up.
  attempts integer not null default 0,
  message_code text check (message_code in ('short_history', 'interrupted', 'ended')),
  primary key (merchant_id, id)
);
create unique index sync_runs_one_running on sync_runs (merchant_id) where status = 'running';
select protect_tenant_table('sync_runs');

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
  is_gift_card boolean not null default false,
  primary key (merchant_id, product_id)
);
create index products_off_sale on products (merchant_id, product_id) where status in ('archived', 'draft');
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
  -- "Continue selling when out of stock": a day without stock is no day without sales.
  sells_without_stock boolean not null default false,
  -- What lists by title sort by; 256 characters fit an index in any script. A column of its own, since an index on
  -- lower(title) does not serve behind row-level security: the function might tell of rows that the policy hides, so it
  -- is asked only after the policy.
  title_key text not null generated always as (left(lower(title), 256)) stored,
  -- What the merchant pays for one unit, as the store says: whole minor units of a currency. Null: unknown, never zero.
  unit_cost_minor bigint,
  unit_cost_currency text,
  -- A search reads every variant of a shop; lowering the SKU of each took a third of its time.
  sku_key text generated always as (lower(sku)) stored,
  primary key (merchant_id, variant_id),
  foreign key (merchant_id, product_id) references products (merchant_id, product_id) on delete cascade,
  constraint variants_unit_cost check ((unit_cost_minor is null) = (unit_cost_currency is null) and unit_cost_minor >= 0
    and unit_cost_currency ~ '^[A-Z]{3}$')
);
create index variants_by_inventory_item on variants (merchant_id, inventory_item_id);
create index variants_by_product on variants (merchant_id, product_id);
-- Pages of products are read in the order of this index, which also finds the product, whose status decides whether a
-- variant is on sale.
create index variants_by_title on variants (merchant_id, title_key, variant_id) include (product_id);
-- Every page asks whether a catalogue has sample data.
create index variants_of_example_stores on variants (merchant_id) where shop_domain like '%example%';
select protect_tenant_table('variants');

create table variant_overrides (
  merchant_id bigint not null,
  variant_id bigint not null,
  safety_stock integer check (safety_stock >= 0),
  lead_time_days integer check (lead_time_days >= 0),
  cover_days integer check (cover_days between 1 and 365),
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
  -- When Shopify triggered the webhook that wrote the row; null when the store was read. Decides between two deliveries
  -- of the same second.
  event_at timestamptz,
  primary key (merchant_id, variant_id, location_id),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);
select protect_tenant_table('inventory_levels');

-- What each order line contributes to demand. Kept as state, so that an event may arrive twice, late or out of order.
-- Without foreign keys, as `sales_daily`: checking each of half a million rows against its parent costs several times
-- the insert. What removes variants removes their sales.
create table order_lines (
  merchant_id bigint not null,
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
  primary key (merchant_id, variant_id, day) include (units_sold)
);
select protect_tenant_table('sales_daily');

-- A row says the closing stock of all days from `day` to `last_day`, and of `day` alone while `last_day` is null.
create table stock_daily (
  merchant_id bigint not null,
  variant_id bigint not null,
  day date not null,
  closing_stock integer not null,
  -- What the store knew to be on the way at the end of the day; null: not recorded.
  incoming integer,
  last_day date,
  primary key (merchant_id, variant_id, day) include (closing_stock),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade,
  constraint stock_daily_last_day check (last_day >= day)
);
-- The days without stock of some variants are a small part of their days, most of which are in stock.
create index stock_daily_empty on stock_daily (merchant_id, variant_id, day) include (last_day)
  where closing_stock <= 0;
-- Days are appended to rows in place, which needs free space on their page.
alter table stock_daily set (fillfactor = 90);
select protect_tenant_table('stock_daily');

create table forecasts (
  merchant_id bigint not null,
  variant_id bigint not null,
  -- Last day of data used.
  origin date not null,
  basis text not null check (basis in ('forecast', 'too_little_data', 'no_demand')),
  model text not null,
  demand_class text not null,
  -- The distribution of cumulative demand (encodeDistribution).
  distribution real[] not null,
  evidence jsonb not null,
  accuracy jsonb,
  computed_at timestamptz not null,
  -- How even the weekly sales are, and whether nothing was sold on the last 90 days in stock, as of `origin`.
  xyz text,
  is_dead boolean not null default false,
  primary key (merchant_id, variant_id),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade,
  constraint forecasts_xyz check (xyz in ('x', 'y', 'z'))
);
select protect_tenant_table('forecasts');

-- What the lists show and sort by: derived from stock, forecast, settings and the day; never edited by hand.
create table stock_projections (
  merchant_id bigint not null,
  variant_id bigint not null,
  is_quiet boolean not null,
  available integer,
  incoming integer not null,
  units_sold_30 integer not null,
  average_daily_sales real not null,
  status text not null check (status in ('out_of_stock', 'critical', 'warning', 'healthy')),
  projection_kind text not null check (projection_kind in ('out_of_stock', 'no_demand', 'unknown', 'beyond', 'days')),
  days_source text not null check (days_source in ('forecast', 'mean')),
  -- Null where unknown; 999 for no demand.
  days_until_stockout integer,
  days_low integer,
  days_high integer,
  recommendation jsonb,
  order_quantity integer,
  order_by date,
  reorder_point integer,
  lead_time_stockout_probability real,
  expected_lost_sales real,
  computed_for date not null,
  -- What trends rank by, derived with the projection: expected units a day over the next 30 days, and the sales value
  -- expected to be missed in the next 7, 14, 30 and 90 days if nothing is ordered.
  expected_daily_demand real not null default 0,
  expected_lost_sales_7 real,
  expected_lost_sales_14 real,
  expected_lost_sales_30 real,
  expected_lost_sales_90 real,
  -- Units of the stock beyond what demand needs; null without a forecast.
  excess_units integer,
  -- The settings that an answer was derived with, and the last answer of the day before with what it was derived from,
  -- so that a page can say why an answer moved overnight.
  lead_time_days integer,
  safety_stock integer,
  service_level real,
  previous_for date,
  previous_days_until_stockout integer,
  previous_order_by date,
  previous_available integer,
  previous_incoming integer,
  previous_daily_demand real,
  previous_lead_time_days integer,
  previous_safety_stock integer,
  previous_service_level real,
  -- What each variant contributes a day, and its class of importance; null without a price.
  daily_contribution double precision,
  abc text,
  not_in_store integer not null default 0,
  previous_not_in_store integer not null default 0,
  primary key (merchant_id, variant_id),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade,
  constraint stock_projections_abc check (abc in ('a', 'b', 'c')),
  constraint stock_projections_excess_units check (excess_units >= 0)
);
create index stock_projections_by_days on stock_projections (merchant_id, days_until_stockout, variant_id);
select protect_tenant_table('stock_projections');

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
  -- Why the system resolved an alert, with the numbers that `resolved_reason` has in words.
  resolved_cause jsonb,
  primary key (merchant_id, id),
  check (resolved = (resolved_at is not null))
);
create index alerts_newest_first on alerts (merchant_id, triggered_at desc, id desc);
-- Alerts resolved by hand whose condition has not cleared since: read at every decision.
create index alerts_not_cleared on alerts (merchant_id, variant_id, type)
  where resolved_by = 'merchant' and cleared_at is null;
create unique index alerts_one_active on alerts (merchant_id, variant_id, type) where not resolved;
-- For the cooldown: what the system resolved lately.
create index alerts_resolved_lately on alerts (merchant_id, resolved_at) where resolved_by = 'system';
select protect_tenant_table('alerts');

-- Who may sign in. These tables have no row-level security: a session is looked up before its merchant is known.
create table auth_users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null,
  image text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp,
  -- The second step of sign-in. Secret and backup codes are encrypted with the server's secret.
  two_factor_enabled boolean not null default false
);
grant select, insert, update, delete on auth_users to stockcast_app;

create table auth_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null,
  -- Moved with each access token; `updated_at` moves once a day.
  last_seen_at timestamptz
);
create index auth_sessions_by_user on auth_sessions (user_id);
grant select, insert, update, delete on auth_sessions to stockcast_app;
create trigger auth_sessions_limit_life before insert or update of expires_at on auth_sessions
  for each row execute function limit_session_life();

create table auth_accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null
);
create index auth_accounts_by_user on auth_accounts (user_id);
grant select, insert, update, delete on auth_accounts to stockcast_app;

-- Single-use tokens of the confirmation and reset links.
create table auth_verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
create index auth_verifications_by_identifier on auth_verifications (identifier);
grant select, insert, update, delete on auth_verifications to stockcast_app;

-- Key pairs that sign access tokens; the private half is encrypted with the server's secret.
create table auth_jwks (
  id uuid primary key default gen_random_uuid(),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  alg text,
  crv text
);
grant select, insert, update, delete on auth_jwks to stockcast_app;

-- What an order contributes by itself: its day, whether its lines count, and how new our copy is. No buyer data.
create table orders (
  merchant_id bigint not null references merchants (id) on delete cascade,
  order_id bigint not null,
  day date not null,
  -- False for test and cancelled orders: their lines are no demand.
  is_counted boolean not null,
  updated_at timestamptz not null,
  event_at timestamptz,
  -- The instant behind `day`, so that a shop that moves to another time zone keeps its history.
  placed_at timestamptz,
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

-- What the whole shop is expected to sell: the distribution of its total, fitted as a series of its own.
create table shop_forecasts (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  origin date not null,
  distribution real[] not null
);
select protect_tenant_table('shop_forecasts');

-- What the store told, as far as we need it: ids, quantities and instants. No buyer data.
create table webhook_inbox (
  merchant_id bigint not null references merchants (id) on delete cascade,
  topic text not null,
  event_id text not null,
  -- What it is about, such as an order or the level of an item at a location.
  resource text not null,
  state jsonb not null,
  triggered_at timestamptz not null,
  received_at timestamptz not null,
  -- `unread`: applied as far as told, the rest is still to be read from the store.
  status text not null default 'waiting' check (status in ('waiting', 'unread', 'applied')),
  -- The trace context of the request that delivered the webhook, while tracing is on.
  trace_context text,
  primary key (merchant_id, topic, event_id)
);
create index webhook_inbox_open on webhook_inbox (merchant_id, status, triggered_at) where status <> 'applied';
select protect_tenant_table('webhook_inbox');

-- Requests of Shopify's three mandatory privacy webhooks, kept as proof. There is no row-level security: a request
-- outlives the shop's data, and names the shop by a hash only.
create table compliance_requests (
  topic text not null,
  event_id text not null,
  shop_hash text not null,
  triggered_at timestamptz not null,
  received_at timestamptz not null,
  -- When the data of the shop was deleted at a `shop/redact`: only then is what was triggered before it left out.
  deleted_at timestamptz,
  primary key (topic, event_id)
);
create index compliance_requests_by_shop on compliance_requests (shop_hash);
grant select, insert on compliance_requests to stockcast_app;
grant update (deleted_at) on compliance_requests to stockcast_app;

-- Each comparison with the store: what was looked at, and what differed and was repaired.
create table reconcile_runs (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('recent', 'full')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  checked integer not null,
  differences jsonb not null,
  primary key (merchant_id, id)
);
select protect_tenant_table('reconcile_runs');

-- An uploaded file and what became of it. `report` has the preview, the totals and the first faults.
create table imports (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('products', 'sales')),
  status text not null check (status in ('uploaded', 'checking', 'ready', 'faulty', 'applying', 'applied', 'failed')),
  file_name text not null,
  stored_as text not null,
  -- As given with the file; null leaves what the shop has.
  time_zone text,
  currency text,
  -- Checked against the products of a connected store.
  is_for_store boolean not null default false,
  bytes bigint not null,
  bytes_read bigint not null default 0,
  attempts integer not null default 0,
  layout text,
  encoding text,
  report jsonb not null default '{}',
  faults_total integer not null default 0,
  message text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, id)
);
select protect_tenant_table('imports');

-- The checked rows of a file until they are written: thousands a row, so that staging costs little.
create table import_sales (
  merchant_id bigint not null,
  import_id bigint not null,
  chunk integer not null,
  variant_ids bigint[] not null,
  -- Days since 1970-01-01.
  days integer[] not null,
  units integer[] not null,
  primary key (merchant_id, import_id, chunk),
  foreign key (merchant_id, import_id) references imports (merchant_id, id) on delete cascade
);
select protect_tenant_table('import_sales');

create table import_items (
  merchant_id bigint not null,
  import_id bigint not null,
  chunk integer not null,
  items jsonb not null,
  primary key (merchant_id, import_id, chunk),
  foreign key (merchant_id, import_id) references imports (merchant_id, id) on delete cascade
);
select protect_tenant_table('import_items');

-- The latest change of many products' settings, as it was before and after, so that it can be undone.
create table override_changes (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  id bigint not null generated always as identity,
  changed_at timestamptz not null,
  variant_ids bigint[] not null,
  safety_stock_before integer[] not null,
  lead_time_before integer[] not null,
  safety_stock_after integer[] not null,
  lead_time_after integer[] not null,
  -- Null: written by a version that did not know them.
  cover_days_before integer[],
  cover_days_after integer[]
);
select protect_tenant_table('override_changes');

create table auth_two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth_users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
grant select, insert, update, delete on auth_two_factors to stockcast_app;

-- What was last seen at the payment provider, and what it has still to be told.
create table billing_accounts (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  -- Grows with every write: what was fetched before another write is not written over it.
  version integer not null,
  subscription_id text,
  -- Until when a cancelled plan may be used, or since when it may not.
  access_until timestamptz,
  -- It ends with its trial or period, and runs until then.
  is_ending boolean not null default false,
  -- When the merchant cancelled a trial that the provider knows nothing of.
  trial_cancelled_at timestamptz,
  -- The end of the trial that the provider was asked for first: the same in every try.
  asked_trial_end timestamptz,
  -- The later end that the provider has still to be told.
  extended_trial_end timestamptz,
  customers_made integer not null default 0,
  checkouts_made integer not null default 0,
  has_payment_method boolean not null default false,
  card jsonb,
  open_invoice jsonb
);
select protect_tenant_table('billing_accounts');

-- Visits to the provider's pages that were started, each completed once.
create table checkout_sessions (
  merchant_id bigint not null references merchants (id) on delete cascade,
  session_id text not null,
  purpose text not null check (purpose in ('trial', 'update_payment', 'subscription')),
  -- Of subscriptions: the how-manieth; tabs that ask at the same time share one session.
  attempt integer,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  created_at timestamptz not null,
  primary key (merchant_id, session_id)
);
select protect_tenant_table('checkout_sessions');

-- That something happened at the payment provider. What, is fetched afresh when it is looked at.
create table billing_events (
  merchant_id bigint not null references merchants (id) on delete cascade,
  event_id text not null,
  type text not null,
  object_id text,
  created_at timestamptz not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  primary key (merchant_id, event_id)
);
create index billing_events_open on billing_events (merchant_id) where applied_at is null;
select protect_tenant_table('billing_events');

-- Billing mails, each queued once. `reference` is what a mail is about, such as an invoice.
create table billing_mails (
  merchant_id bigint not null references merchants (id) on delete cascade,
  kind text not null,
  reference text not null,
  queued_at timestamptz not null,
  primary key (merchant_id, kind, reference)
);
select protect_tenant_table('billing_mails');

create table cancellations (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  subscription_id text,
  feedback text not null,
  requested_at timestamptz not null,
  primary key (merchant_id, id)
);
select protect_tenant_table('cancellations');

-- Where and when alerts are told.
create table notification_channels (
  merchant_id bigint not null references merchants (id) on delete cascade,
  channel text not null check (channel in ('slack', 'email', 'sms')),
  is_on boolean not null default false,
  -- Why it was switched off without the merchant, in a sentence.
  off_reason text,
  -- The webhook's address in an envelope, the mail address, or the phone number.
  target text,
  types text[] not null,
  urgency text not null check (urgency in ('all', 'likely', 'out_of_stock')),
  timing text not null check (timing in ('at_once', 'daily', 'weekly')),
  -- Times of day are HH:MM in the shop's time zone; weekdays are 1 Monday to 7 Sunday.
  at_time text not null,
  weekday integer not null,
  -- Of SMS: no message between the two; how many a day.
  quiet_from text,
  quiet_to text,
  daily_limit integer,
  -- The person at the phone replied STOP.
  stopped_at timestamptz,
  -- When the last message about alerts was taken.
  last_sent_at timestamptz,
  -- An address that is entered but not confirmed. `target` is only ever written to when somebody confirmed it.
  pending_target text,
  pending_since timestamptz,
  primary key (merchant_id, channel)
);
select protect_tenant_table('notification_channels');

-- Who agreed to messages to which phone, when, and to which words; kept when it ends. The code itself is not stored.
create table sms_consents (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  phone text not null,
  consent_text text not null,
  ip text not null,
  given_at timestamptz not null,
  code_nonce text,
  code_sent_at timestamptz,
  code_tries integer not null default 0,
  confirmed_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('merchant', 'stop')),
  primary key (merchant_id, id)
);
create unique index sms_consents_one_current on sms_consents (merchant_id) where ended_at is null;
select protect_tenant_table('sms_consents');

-- A message to one channel and what became of it. Content is that of the last try.
create table deliveries (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  channel text not null check (channel in ('slack', 'email', 'sms')),
  kind text not null
    check (kind in ('alerts', 'digest', 'test', 'code', 'account', 'billing', 'confirm', 'purchase_order')),
  status text not null default 'queued'
    check (status in ('queued', 'sending', 'sent', 'retrying', 'failed', 'off', 'left_out')),
  -- The same in every try: receivers tell repeated mails by it.
  message_key uuid not null,
  content jsonb,
  summary text,
  alerts integer not null default 0,
  left_out integer not null default 0,
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_at timestamptz not null,
  attempted_at timestamptz,
  -- An earlier try ended without an answer: the provider may have the content already.
  is_uncertain boolean not null default false,
  give_up_at timestamptz not null,
  sent_at timestamptz,
  provider_id text,
  provider_words text,
  -- What was or will be sent, in an envelope: it holds links that act. The column `content` is no longer written.
  sealed_content text,
  -- From then on the mail would mislead, such as by a link that has expired.
  useful_until timestamptz,
  -- Programs decide by this code; `provider_words` are for people.
  reason text
    check (reason in ('accepted', 'carried', 'delivered', 'not_delivered', 'no_answer', 'wait', 'provider_fault',
      'refused', 'not_accepted', 'channel_not_set_up', 'sms_not_set_up', 'unanswered', 'given_up', 'daily_limit',
      'all_resolved', 'outdated', 'channel_off', 'switched_off', 'subscription_ended', 'unsubscribed', 'stopped',
      'address_unused', 'address_confirmed', 'asked_again', 'other')),
  primary key (merchant_id, id)
);
create index deliveries_by_provider_id on deliveries (merchant_id, provider_id) where provider_id is not null;
create index deliveries_open on deliveries (merchant_id, channel, id) where status in ('queued', 'sending', 'retrying');
select protect_tenant_table('deliveries');

-- Amounts are whole minor units of the currency beside them, such as cents; null means unknown, never zero.
create table suppliers (
  merchant_id bigint not null,
  id bigint generated always as identity,
  name text not null check (name = btrim(name) and name <> ''),
  name_key text not null generated always as (lower(name)) stored,
  email text,
  language text not null default 'en',
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  stated_lead_time_days integer check (stated_lead_time_days between 1 and 365),
  worst_lead_time_days integer check (worst_lead_time_days between 1 and 365),
  -- Days on which orders are placed: any, some weekdays (1 is Monday), or every `review_weeks` weeks from
  -- `review_from`.
  review_kind text not null default 'any_day' check (review_kind in ('any_day', 'weekdays', 'weeks')),
  review_weekdays integer[] check (review_weekdays <@ array[1, 2, 3, 4, 5, 6, 7] and cardinality(review_weekdays) > 0),
  review_weeks integer check (review_weeks between 1 and 52),
  review_from date,
  minimum_kind text not null default 'none' check (minimum_kind in ('none', 'value', 'units')),
  -- Minor units or units, as `minimum_kind` says.
  minimum_amount bigint check (minimum_amount > 0),
  -- A list of {"from": day, "to": day}, both inclusive, in order.
  shutdowns jsonb not null default '[]' check (jsonb_typeof(shutdowns) = 'array'),
  replaces_rejected boolean not null default false,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- More addresses of a supplier that orders may go to, after `email`.
  other_emails text[] not null default '{}' check (cardinality(other_emails) <= 9),
  -- Whom an order is addressed to.
  contact_name text not null default '',
  address text not null default '',
  cover_days integer check (cover_days between 1 and 365),
  primary key (merchant_id, id),
  unique (merchant_id, name_key),
  check ((review_kind = 'weekdays') = (review_weekdays is not null)),
  check ((review_kind = 'weeks') = (review_weeks is not null)),
  check ((review_kind = 'weeks') = (review_from is not null)),
  check ((minimum_kind = 'none') = (minimum_amount is null))
);
select protect_tenant_table('suppliers');

create table purchase_orders (
  merchant_id bigint not null,
  id bigint generated always as identity,
  number integer not null check (number >= 1),
  -- Null in a noted order.
  supplier_id bigint,
  -- What the order says of its supplier once it is ordered; changes of the supplier no longer change it.
  supplier_snapshot jsonb,
  -- An order of one product that the merchant placed elsewhere and noted here. Rises in stock show how much has arrived.
  is_noted boolean not null default false,
  status text not null default 'draft'
    check (status in ('draft', 'ordered', 'partly_received', 'received', 'closed', 'cancelled')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Units of the shop's currency for one of the order's, fixed when it is ordered; null while unknown.
  fx_rate numeric(20, 10) check (fx_rate > 0),
  ordered_on date,
  expected_on date,
  -- True where the supplier confirmed `expected_on`.
  is_confirmed boolean not null default false,
  location_id bigint,
  location_name text,
  freight_minor bigint not null default 0 check (freight_minor >= 0),
  duty_minor bigint not null default 0 check (duty_minor >= 0),
  other_minor bigint not null default 0 check (other_minor >= 0),
  cost_sharing text not null default 'value' check (cost_sharing in ('value', 'units', 'none')),
  source text not null default 'own' check (source in ('own', 'shopify', 'import')),
  external_id text,
  note text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ordered_at timestamptz,
  closed_at timestamptz,
  closed_because text check (closed_because in ('arrived', 'overdue', 'removed', 'closed', 'cancelled')),
  -- When the alert of its delay was raised, once.
  late_alert_at timestamptz,
  -- A late order is an alert: open until the order arrives, ends or has another day.
  -- The last day on which the order would not have been late.
  late_after date,
  late_resolved_at timestamptz,
  late_resolved_because text check (late_resolved_because in ('arrived', 'ended', 'new_day')),
  -- As the merchant's prefix was when the order was made.
  number_prefix text not null default 'PO-',
  written_number text not null
    generated always as
      (number_prefix || case when number < 10000 then lpad(number::text, 4, '0') else number::text end) stored,
  -- The last booking of the order's units into the store.
  booking jsonb,
  primary key (merchant_id, id),
  unique (merchant_id, number),
  foreign key (merchant_id, supplier_id) references suppliers (merchant_id, id),
  check (supplier_id is not null or is_noted or source <> 'own'),
  check ((status in ('draft', 'cancelled')) or ordered_on is not null),
  check ((status in ('received', 'closed', 'cancelled')) = (closed_at is not null)),
  check ((closed_at is null) = (closed_because is null))
);
create index purchase_orders_by_supplier on purchase_orders (merchant_id, supplier_id, id);
create index purchase_orders_drafts on purchase_orders (merchant_id, id) where status = 'draft';
create unique index purchase_orders_external on purchase_orders (merchant_id, source, external_id)
  where external_id is not null;
create index purchase_orders_late on purchase_orders (merchant_id, id)
  where late_alert_at is not null and late_resolved_at is null;
create index purchase_orders_open on purchase_orders (merchant_id, id) where status in ('ordered', 'partly_received');
select protect_tenant_table('purchase_orders');

-- The outbox: one row for an alert, the class it reached and a channel, written with the alert itself.
create table pending_notifications (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  alert_id bigint,
  severity integer not null,
  channel text not null check (channel in ('slack', 'email', 'sms')),
  status text not null default 'waiting' check (status in ('waiting', 'assigned', 'sent', 'left_out')),
  -- Why it was left out, in a sentence.
  reason text,
  created_at timestamptz not null,
  due_at timestamptz not null,
  delivery_id bigint,
  -- The correlation id, or the trace context, of what opened the alert: its message may be sent much later.
  origin text,
  -- A pending notification is about an alert of a product or about an order.
  order_id bigint,
  primary key (merchant_id, id),
  foreign key (merchant_id, alert_id) references alerts (merchant_id, id) on delete cascade,
  foreign key (merchant_id, delivery_id) references deliveries (merchant_id, id) on delete cascade,
  foreign key (merchant_id, order_id) references purchase_orders (merchant_id, id) on delete cascade,
  constraint pending_notifications_subject_check check (coalesce(alert_id, order_id) is not null)
);
create index pending_notifications_by_delivery on pending_notifications (merchant_id, delivery_id);
create unique index pending_notifications_once on pending_notifications (merchant_id, channel, alert_id, severity);
create unique index pending_notifications_once_an_order on pending_notifications (merchant_id, channel, order_id)
  where order_id is not null;
create index pending_notifications_waiting on pending_notifications (merchant_id, channel, due_at)
  where status = 'waiting';
select protect_tenant_table('pending_notifications');

-- A product that a person wants to hear nothing of: until a time, until its stock rises, or for good.
create table alert_snoozes (
  merchant_id bigint not null,
  variant_id bigint not null,
  kind text not null check (kind in ('until_restock', 'until_time', 'muted')),
  until timestamptz,
  available_then integer not null,
  created_at timestamptz not null,
  primary key (merchant_id, variant_id),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade,
  check ((kind = 'until_time') = (until is not null))
);
select protect_tenant_table('alert_snoozes');

-- What a link in a message may do, once: the same act of the same alert is one link, whatever channel it went out by.
create table action_links (
  merchant_id bigint not null,
  id bigint generated always as identity,
  alert_id bigint not null,
  variant_id bigint not null,
  action text not null check (action in ('ordered', 'snooze', 'mute')),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (merchant_id, id),
  unique (merchant_id, alert_id, action),
  foreign key (merchant_id, alert_id) references alerts (merchant_id, id) on delete cascade
);
select protect_tenant_table('action_links');

-- The latest simulation of a shop's alerts, with all that it was made from, so that it can be made again elsewhere.
create table scorecards (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  computed_at timestamptz not null,
  -- Last day of data used.
  origin date not null,
  -- Of the lead times used: with others the card is made anew.
  lead_times_digest text not null,
  -- First day whose stock was recorded.
  recorded_since date,
  products jsonb not null,
  result jsonb not null,
  -- The file of inputs, compressed with gzip.
  inputs bytea not null
);
select protect_tenant_table('scorecards');

-- Sums of one variant over the last 7, 14, 30 and 90 days to yesterday, in this order, as of `computed_for`.
create table variant_trends (
  merchant_id bigint not null,
  variant_id bigint not null,
  units_sold integer[] not null,
  -- Over as many days before.
  units_sold_before integer[] not null,
  days_out_of_stock integer[] not null,
  -- Days whose closing stock is known.
  days_known integer[] not null,
  computed_for date not null,
  primary key (merchant_id, variant_id),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);
select protect_tenant_table('variant_trends');

-- One day of the whole shop. Sums are null until the day is over and derived; stock is null where it is not known.
create table shop_days (
  merchant_id bigint not null references merchants (id) on delete cascade,
  day date not null,
  units_sold integer,
  -- Of variants on sale with tracked stock, as are the next three.
  units_from_stock integer,
  closing_stock bigint,
  variants_known integer,
  variants_out_of_stock integer,
  -- As seen on that day, for the next 7, 14, 30 and 90 days.
  expected_lost_sales real[],
  primary key (merchant_id, day)
);
select protect_tenant_table('shop_days');

-- Days whose sales were written since they were summed. Many marks of a day are as good as one: without a unique key,
-- writers never wait for each other here.
create table stale_days (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  day date not null,
  primary key (merchant_id, id)
);
create index stale_days_by_day on stale_days (merchant_id, day);
select protect_tenant_table('stale_days');

-- Numbers that replied STOP, by keyed hash, until START comes from them.
create table sms_stops (
  phone_hash text primary key,
  stopped_at timestamptz not null
);
grant select, insert, update, delete on sms_stops to stockcast_app;

-- Trials from their start, by keyed hash of the mail address and of each store that they were used with, so that the
-- next account goes on with what is left. Kept while an account that had it exists, afterwards until `forget_at`.
create table ended_trials (
  subject_hash text primary key,
  trial_ends_at timestamptz not null,
  trial_extended boolean not null,
  forget_at timestamptz
);
create index ended_trials_by_time on ended_trials (forget_at);
grant select, insert, update, delete on ended_trials to stockcast_app;

-- Codes of authenticator apps that were taken, for as long as they would be right again.
create table auth_used_codes (
  user_id uuid not null references auth_users (id) on delete cascade,
  code text not null,
  used_at timestamptz not null default current_timestamp,
  primary key (user_id, code)
);
grant select, insert, update, delete on auth_used_codes to stockcast_app;

-- Customers of the payment provider whose account here is deleted, until they are deleted there too. They name no
-- merchant: there is none any more.
create table billing_closings (
  customer_id text primary key,
  asked_at timestamptz not null,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  fault text
);
create index billing_closings_by_time on billing_closings (next_try_at);
grant select, insert, update, delete on billing_closings to stockcast_app;

-- Deliveries that could not be applied, each set aside alone so that the others go on. Gone with the next comparison of
-- the whole store.
create table webhook_faults (
  merchant_id bigint not null references merchants (id) on delete cascade,
  topic text not null,
  event_id text not null,
  -- What the database or the program said, for the operator.
  fault text not null,
  found_at timestamptz not null,
  primary key (merchant_id, topic, event_id)
);
select protect_tenant_table('webhook_faults');

-- What matters for the safety of an account. The app adds and reads rows and can neither change nor remove them.
create table audit_log (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null,
  event text not null,
  -- Null where no request caused it, such as a message of the payment provider.
  address text,
  user_agent text,
  detail jsonb not null default '{}',
  primary key (merchant_id, id)
);
select protect_tenant_table('audit_log');
revoke update, delete on audit_log from stockcast_app;

-- Links that change the address of an account: one to take the new address, and one that puts the former one back.
-- Tokens are kept as hashes only.
create table auth_email_changes (
  token_hash text primary key,
  user_id uuid not null references auth_users (id) on delete cascade,
  kind text not null check (kind in ('change', 'undo')),
  -- The address that the link leads to.
  email text not null check (email = lower(email)),
  -- For an undo: the second step that was on before the change, so that one set up afterwards goes.
  two_factor_id uuid,
  expires_at timestamptz not null
);
create index auth_email_changes_by_user on auth_email_changes (user_id);
grant select, insert, update, delete on auth_email_changes to stockcast_app;

-- Keys that the whole server uses, wrapped in the secret of the environment. They outlive a change of that secret.
create table server_keys (
  purpose text primary key,
  wrapped_key text not null
);
grant select, insert, update, delete on server_keys to stockcast_app;

-- Mails that will not be sent any more, for the operator.
create table mail_failures (
  kind text not null,
  -- 'refused' by the mail server, 'given_up' after three days, or 'outdated' before the mail could be sent.
  outcome text not null check (outcome in ('refused', 'given_up', 'outdated')),
  count bigint not null,
  last_at timestamptz not null,
  primary key (kind, outcome)
);
grant select, insert, update, delete on mail_failures to stockcast_app;

-- Demos that were begun, by the address of the demo account. Older ones go once their account has gone or was kept.
create table demo_starts (
  email text primary key,
  started_at timestamptz not null default current_timestamp
);
grant select, insert, update, delete on demo_starts to stockcast_app;

-- When the planner's statistics were last refreshed by the app. One row: who locks it refreshes, everybody else goes
-- on.
create table statistics_refreshes (
  is_only boolean primary key default true check (is_only),
  refreshed_at timestamptz not null
);
insert into statistics_refreshes (refreshed_at) values ('-infinity');

-- The names, as keyed hashes, under which the trial of a merchant is remembered. Without a foreign key, so that an
-- account can be deleted while an import holds the merchant's row.
create table trial_subjects (
  merchant_id bigint not null,
  subject_hash text not null,
  primary key (merchant_id, subject_hash)
);
select protect_tenant_table('trial_subjects');

-- Accounts that were deleted and whose rows are still being removed. The directory row, the user and the sessions go at
-- once; `id` is the merchant, who is in no other list by then.
create table account_erasures (
  id bigint primary key,
  user_id uuid not null,
  asked_at timestamptz not null
);
grant select, insert, delete on account_erasures to stockcast_app;

-- Sums over all variants of a merchant, which screens show. They are derived after each refresh of the stock projection
-- and hold while the merchant has no row in `stale_totals`.
create table catalog_totals (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  -- Variants by stock status.
  counts jsonb not null,
  summary jsonb not null,
  stock jsonb not null
);
select protect_tenant_table('catalog_totals');

-- Writes since the totals were derived. Each statement that writes what they sum marks them itself
-- (kernel/database/stale-marks.ts): a distributed table has no triggers with transition tables. Many marks are as good
-- as one: without a unique key, writers never wait for each other here.
create table stale_totals (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  primary key (merchant_id, id)
);
select protect_tenant_table('stale_totals');

-- Counts everything that is limited by time in one table, which all merchants share. A key is a keyed hash if it would
-- hold an address, and otherwise what is done and the merchant's number.
create table limit_counts (
  key text primary key,
  -- When the uses that count began: each, the first, or the last of them, as the rule says.
  times timestamptz[] not null,
  uses integer not null,
  forget_at timestamptz not null
);
grant select, insert, update, delete on limit_counts to stockcast_app;

-- When the background work of each merchant is due, so that no schedule reads every merchant. Without row-level
-- security, because a schedule takes the due rows of all merchants at once. Without a foreign key, because its lock on
-- the directory would make transactions of one merchant wait for each other.
create table due_times (
  kind text not null check (kind in ('comparison', 'delivery', 'forecast', 'phone', 'retention', 'simulation')),
  merchant_id bigint not null,
  -- Which of several works of one kind, such as a channel of messages; empty when there is one.
  lane text not null default '',
  due_at timestamptz not null,
  -- Since when the work has been due. Taking work moves `due_at`, which makes another try due if this one is lost;
  -- `wanted_at` stays until the work is done, so that its oldest value tells how late the work is.
  wanted_at timestamptz not null default now(),
  primary key (kind, merchant_id, lane)
);
create index due_times_by_due on due_times (kind, due_at);
create index due_times_by_wanted on due_times (kind, wanted_at);
grant select, insert, update, delete on due_times to stockcast_app;

-- Who is notified at a phone number, by hash: a reply names only the number.
create table merchant_phones (
  merchant_id bigint primary key,
  phone_hash text not null
);
create index merchant_phones_by_hash on merchant_phones (phone_hash);
grant select, insert, update, delete on merchant_phones to stockcast_app;

-- Uploaded files, in pieces, until they are checked: any worker can read them, on whatever machine it runs.
create table upload_chunks (
  merchant_id bigint not null references merchants (id) on delete cascade,
  upload_id text not null,
  chunk integer not null,
  content bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, upload_id, chunk)
);
-- Most files are compressed already, and none stays for long.
alter table upload_chunks alter column content set storage external;
select protect_tenant_table('upload_chunks');

create table supplier_variants (
  merchant_id bigint not null,
  supplier_id bigint not null,
  variant_id bigint not null,
  supplier_sku text,
  unit_cost_minor bigint check (unit_cost_minor >= 0),
  pack_size integer not null default 1 check (pack_size >= 1),
  minimum_units integer check (minimum_units >= 1),
  maximum_units integer check (maximum_units >= 1),
  -- A list of {"fromUnits": units, "unitCostMinor": amount}, with rising units.
  price_breaks jsonb not null default '[]' check (jsonb_typeof(price_breaks) = 'array'),
  lead_time_days integer check (lead_time_days between 1 and 365),
  -- 1 is the preferred supplier of the variant.
  rank integer not null default 1 check (rank >= 1),
  updated_at timestamptz not null,
  primary key (merchant_id, supplier_id, variant_id),
  foreign key (merchant_id, supplier_id) references suppliers (merchant_id, id) on delete cascade,
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);
create index supplier_variants_by_variant on supplier_variants (merchant_id, variant_id, rank);
create unique index supplier_variants_one_preferred on supplier_variants (merchant_id, variant_id) where rank = 1;
select protect_tenant_table('supplier_variants');

-- The last number that was given to an order: none is used twice.
create table purchase_order_numbers (
  merchant_id bigint primary key,
  last_number integer not null check (last_number >= 0),
  prefix text not null default 'PO-' check (char_length(prefix) <= 10)
);
select protect_tenant_table('purchase_order_numbers');

create table purchase_order_lines (
  merchant_id bigint not null,
  order_id bigint not null,
  id bigint generated always as identity,
  position integer not null,
  -- No foreign key: a line outlives its product, with the title and SKU of that time.
  variant_id bigint not null,
  title text not null,
  sku text,
  supplier_sku text,
  pack_size integer not null default 1 check (pack_size >= 1),
  unit_cost_minor bigint check (unit_cost_minor >= 0),
  ordered_units integer not null check (ordered_units >= 1),
  confirmed_units integer check (confirmed_units >= 0),
  received_units integer not null default 0 check (received_units >= 0),
  rejected_units integer not null default 0 check (rejected_units >= 0),
  -- Rejected units that the supplier sends again.
  replaced_units integer not null default 0,
  cancelled_units integer not null default 0 check (cancelled_units >= 0),
  expected_on date,
  -- Units still to come, as far as the order knows.
  remaining_units integer not null
    generated always as (greatest(0, coalesce(confirmed_units, ordered_units) - received_units
      - (rejected_units - replaced_units) - cancelled_units)) stored,
  -- Of the remaining units, those that the store already counts, in its stock or as incoming.
  seen_units integer not null default 0 check (seen_units >= 0),
  -- Received units that the stock does not show yet.
  awaited_units integer not null default 0 check (awaited_units >= 0),
  -- The stock and the incoming units of the variant when they were last compared.
  available_seen integer,
  incoming_seen integer,
  -- A line's share of its order's freight, duty and other costs, in minor units of the order's currency. The shares of
  -- an order add up to these costs, unless they are not shared out.
  shared_cost_minor bigint not null default 0 check (shared_cost_minor >= 0),
  -- Received units that the store does not show yet: when they were last looked for, since when they count again, and
  -- how many of them were booked into the store.
  stock_seen_at timestamptz,
  counted_again_on date,
  booked_units integer not null default 0 check (booked_units >= 0),
  primary key (merchant_id, order_id, id),
  unique (merchant_id, order_id, variant_id),
  foreign key (merchant_id, order_id) references purchase_orders (merchant_id, id) on delete cascade,
  check (replaced_units between 0 and rejected_units)
);
create index purchase_order_lines_by_variant on purchase_order_lines (merchant_id, variant_id, order_id);
create index purchase_order_lines_open on purchase_order_lines (merchant_id, variant_id)
  where remaining_units > 0 or awaited_units > 0;
create index purchase_order_lines_shared on purchase_order_lines (merchant_id, variant_id, order_id)
  where shared_cost_minor > 0;
select protect_tenant_table('purchase_order_lines');

-- Receipts are only added. One is undone by another that `reverses` it and has its units with the opposite sign.
create table receipts (
  merchant_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  received_on date not null,
  recorded_at timestamptz not null,
  recorded_by text,
  idempotency_key text not null,
  reverses bigint,
  note text,
  primary key (merchant_id, id),
  unique (merchant_id, idempotency_key),
  unique (merchant_id, reverses),
  foreign key (merchant_id, order_id) references purchase_orders (merchant_id, id) on delete cascade
);
create index receipts_by_order on receipts (merchant_id, order_id, id);
select protect_tenant_table('receipts');

create table receipt_lines (
  merchant_id bigint not null,
  receipt_id bigint not null,
  line_id bigint not null,
  accepted_units integer not null,
  rejected_units integer not null default 0,
  replaced_units integer not null default 0,
  primary key (merchant_id, receipt_id, line_id),
  foreign key (merchant_id, receipt_id) references receipts (merchant_id, id) on delete cascade,
  check (accepted_units <> 0 or rejected_units <> 0),
  check (sign(accepted_units) * sign(rejected_units) >= 0 and abs(replaced_units) <= abs(rejected_units))
);
select protect_tenant_table('receipt_lines');

-- Mails of an order to its supplier. The same press of the button in the same version of an order is one mail.
create table purchase_order_mails (
  merchant_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  order_version integer not null,
  press_key text not null,
  recipient text not null,
  delivery_id bigint not null,
  asked_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed', 'uncertain')),
  status_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, order_id, order_version, press_key),
  foreign key (merchant_id, order_id) references purchase_orders (merchant_id, id) on delete cascade
);
create index purchase_order_mails_by_delivery on purchase_order_mails (merchant_id, delivery_id);
select protect_tenant_table('purchase_order_mails');

-- Units on their way to the shop by lines of the store's shipments, transfers and purchase orders, as last read. What
-- the store's `incoming` says beyond them has no day.
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
  primary key (merchant_id, external_id, variant_id),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);
create index scheduled_receipts_by_source on scheduled_receipts (merchant_id, source);
create index scheduled_receipts_by_variant on scheduled_receipts (merchant_id, variant_id);
select protect_tenant_table('scheduled_receipts');

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

-- Lines of the merchant's orders that are the same units as a transfer or an order of the store. A row that the
-- merchant undid stays, so that it is not matched again.
create table store_order_matches (
  merchant_id bigint not null,
  order_id bigint not null,
  line_id bigint not null,
  source text not null,
  matched_by text not null check (matched_by in ('link', 'likeness')),
  matched_at timestamptz not null,
  undone_at timestamptz,
  primary key (merchant_id, order_id, line_id, source),
  foreign key (merchant_id, order_id, line_id)
    references purchase_order_lines (merchant_id, order_id, id) on delete cascade
);
select protect_tenant_table('store_order_matches');

-- What to order of each variant that a supplier sells, derived with its stock projection. `terms` holds what the budget
-- and the suppliers' minimums need, `details` what a row of the list says.
create table order_plans (
  merchant_id bigint not null,
  variant_id bigint not null,
  supplier_id bigint not null,
  due text not null check (due in ('due', 'soon', 'not_yet')),
  order_by date,
  units integer not null check (units >= 0),
  value_minor bigint,
  terms jsonb not null,
  details jsonb not null,
  computed_for date not null,
  pack_size integer generated always as ((terms ->> 'packSize')::integer) stored,
  unit_cost_minor bigint generated always as ((terms ->> 'unitCostMinor')::bigint) stored,
  rate double precision generated always as ((terms ->> 'rate')::double precision) stored,
  price_breaks jsonb generated always as (nullif(terms -> 'priceBreaks', '[]')) stored,
  steps bytea generated always as (order_steps(terms)) stored,
  primary key (merchant_id, variant_id),
  foreign key (merchant_id, supplier_id) references suppliers (merchant_id, id) on delete cascade,
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);
select protect_tenant_table('order_plans');

-- To whom a merchant has sent orders by mail, by keyed hash, so that new recipients are counted and those who stopped
-- the orders get none. A row outlives the supplier and the order.
create table order_recipients (
  merchant_id bigint not null,
  recipient_hash text not null,
  first_mailed_at timestamptz not null,
  -- When the recipient stopped the orders, for good.
  stopped_at timestamptz,
  -- The same, until the operator has looked.
  reported_at timestamptz,
  primary key (merchant_id, recipient_hash)
);
select protect_tenant_table('order_recipients');

-- What a merchant chose for the columns of files with the same head. The hash is that of the columns' names.
create table column_choices (
  merchant_id bigint not null,
  kind text not null,
  head_hash text not null,
  -- Our name of each column in order; empty for one that is not read.
  fields text[] not null,
  chosen_at timestamptz not null,
  primary key (merchant_id, kind, head_hash)
);
select protect_tenant_table('column_choices');

-- Days on which the shop was or will be closed or have a sale, as the merchant tells, and orders of one product that
-- were one-offs. What the forecast found is proposed until the merchant confirms or denies it.
create table shop_events (
  merchant_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('closed', 'sale', 'one_off')),
  status text not null check (status in ('proposed', 'confirmed', 'denied')),
  name text not null default '',
  starts_on date not null,
  ends_on date not null,
  repeats text not null default 'never' check (repeats in ('never', 'yearly', 'yearly_weekday')),
  -- Sales of its days ÷ usual ones: as the merchant expects, and as they were found. Null means unknown.
  effect_ratio real check (effect_ratio between 0 and 10),
  found_ratio real check (found_ratio >= 0),
  -- Otherwise it concerns the variants in shop_event_variants, even when none of them is left.
  is_for_all boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  check (ends_on >= starts_on and (ends_on - starts_on) < 364)
);
create unique index shop_events_one_proposal on shop_events (merchant_id, kind, starts_on) where status = 'proposed';
select protect_tenant_table('shop_events');

create table shop_event_variants (
  merchant_id bigint not null,
  event_id bigint not null,
  variant_id bigint not null,
  primary key (merchant_id, event_id, variant_id),
  foreign key (merchant_id, event_id) references shop_events (merchant_id, id) on delete cascade,
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);
create index shop_event_variants_by_variant on shop_event_variants (merchant_id, variant_id);
select protect_tenant_table('shop_event_variants');

-- What a merchant prints on every purchase order. The logo is a PNG that this program has drawn again.
create table order_papers (
  merchant_id bigint primary key,
  company_name text not null default '',
  address text not null default '',
  ship_to text not null default '',
  terms text not null default '',
  note text not null default '',
  logo bytea check (octet_length(logo) <= 1000000)
);
select protect_tenant_table('order_papers');

create table schema_migrations (
  name text primary key,
  applied_at timestamptz not null default now(),
  -- The migration that a program must know to run after this one; null if every earlier program can.
  needs text
);
grant select on schema_migrations to stockcast_app;

-- The stock that counts: a deactivated location sells nothing. A location that is not known yet counts.
-- As the invoker, so that row-level security of the tables applies to whoever reads the view.
create view stock_at_active_locations with (security_invoker = true) as
select i.merchant_id, i.variant_id, i.location_id, i.on_hand, i.available, i.committed, i.incoming
from inventory_levels i
where not exists (
  select from locations l
  where l.merchant_id = i.merchant_id and l.location_id = i.location_id and not l.is_active);
grant select on stock_at_active_locations to stockcast_app;

-- Records that a demo begins; false where as many demo accounts exist as may. One at a time, so that calls at the same
-- moment cannot pass together.
create function begin_demo(new_email text, most_live integer) returns boolean
  language plpgsql set search_path = public as
$$
declare
  live integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('demo_starts', 0));
  delete from demo_starts d
  where d.started_at < clock_timestamp() - interval '1 hour'
    and not exists (select from auth_users u where u.email = d.email);
  -- The account of one that has just begun is still being made.
  select count(*) filter (where d.started_at > clock_timestamp() - interval '1 minute'
        or exists (select from auth_users u where u.email = d.email))
    into live
  from demo_starts d;
  if live >= most_live then return false; end if;
  insert into demo_starts (email, started_at) values (new_email, clock_timestamp());
  return true;
end
$$;
revoke all on function begin_demo(text, integer) from public;
grant execute on function begin_demo(text, integer) to stockcast_app;

-- Deletes the rows of the current tenant from every table with row-level security, including tables added later.
create function erase_tenant(id bigint) returns void language plpgsql as $$
declare
  owned record;
begin
  perform set_tenant(id);
  delete from merchant_directory d where d.merchant_id = erase_tenant.id;
  delete from merchants m where m.id = erase_tenant.id;
  for owned in
    select c.oid::regclass as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      -- From the others the app may not delete; their rows go with the merchant.
      and has_table_privilege(c.oid, 'delete')
  loop
    execute format('delete from %s where merchant_id = $1', owned.name) using erase_tenant.id;
  end loop;
end
$$;

-- Removes what is older than `before`, and never anything of the last year, from the log of the current tenant.
-- The merchant is named, so that a cluster asks the node of the merchant alone.
create function forget_audit(before timestamptz) returns bigint
  language plpgsql security definer set search_path = public as
$$
declare
  tenant bigint := nullif(current_setting('app.merchant_id', true), '')::bigint;
  removed bigint;
begin
  delete from audit_log where merchant_id = tenant and at < least(before, current_timestamp - interval '1 year');
  get diagnostics removed = row_count;
  return removed;
end
$$;
revoke all on function forget_audit(timestamptz) from public;
grant execute on function forget_audit(timestamptz) to stockcast_app;

-- The app may write and read privacy requests. Of what is there it may remove only what is older than a year.
create function forget_compliance_requests(before timestamptz) returns bigint
  language sql security definer set search_path = public as $$
  with gone as (
    delete from compliance_requests where received_at < least(before, now() - interval '1 year') returning 1
  )
  select count(*) from gone
$$;
revoke all on function forget_compliance_requests(timestamptz) from public;
grant execute on function forget_compliance_requests(timestamptz) to stockcast_app;

-- Analyses the tables that need it and returns their names: at once those that hold a fifth more rows than their
-- statistics know, the others when a tenth has changed and ten minutes have passed since the last time.
create function refresh_stale_statistics() returns text[]
  language plpgsql security definer set search_path = public as
$$
declare
  last_time timestamptz;
  stale text[];
  stale_table text;
begin
  select refreshed_at into last_time from statistics_refreshes for update skip locked;
  if not found then return '{}'; end if;
  select coalesce(array_agg(s.relname::text order by s.relname), '{}') into stale
  from pg_stat_user_tables s
  join pg_class c on c.oid = s.relid
  where s.schemaname = 'public'
    and s.relname in ('products', 'variants', 'inventory_levels', 'orders', 'order_lines', 'sales_daily', 'stock_daily',
      'forecasts', 'stock_projections', 'variant_trends')
    and s.n_mod_since_analyze >= 500
    and (s.n_live_tup >= 1.2 * greatest(c.reltuples, 0)
      or (s.n_mod_since_analyze >= 0.1 * c.reltuples and last_time < clock_timestamp() - interval '10 minutes'));
  foreach stale_table in array stale loop
    execute format('analyze %I', stale_table);
  end loop;
  if stale <> '{}' then update statistics_refreshes set refreshed_at = clock_timestamp(); end if;
  return stale;
end
$$;
revoke all on function refresh_stale_statistics() from public;
grant execute on function refresh_stale_statistics() to stockcast_app;

-- Right after a store was read, the planner knows nothing of its rows and takes half a million of them for one.
-- ANALYZE needs the owner's right; this lends the app that one act.
-- Every page joins these; unknown to the planner they are joined row by row until autovacuum comes by.
create function refresh_statistics() returns void
  language plpgsql security definer set search_path = public as
$$ begin
  analyze products, variants, inventory_levels, orders, order_lines, sales_daily, stock_daily;
  analyze forecasts, stock_projections, variant_trends;
end $$;
revoke all on function refresh_statistics() from public;
grant execute on function refresh_statistics() to stockcast_app;

-- Stores deliveries of any shops in one round trip, each once, and answers whose inbox has work. Those of unknown or
-- uninstalled shops are dropped, and those from before a shop was redacted.
create function store_webhooks(deliveries jsonb, at timestamptz) returns setof bigint
  language plpgsql as
$$
declare
  shop record;
begin
  insert into compliance_requests (topic, event_id, shop_hash, triggered_at, received_at)
  select d.topic, d.event_id, encode(sha256(convert_to(d.shop, 'UTF8')), 'hex'), d.triggered_at, at
  from jsonb_to_recordset(deliveries) as d (shop text, topic text, event_id text, triggered_at timestamptz)
  where d.topic in ('customers/data_request', 'customers/redact', 'shop/redact')
  order by d.topic, d.event_id
  on conflict do nothing;

  for shop in
    select m.merchant_id, m.shop_domain,
      (select max(r.deleted_at) from compliance_requests r
        where r.topic = 'shop/redact' and r.shop_hash = encode(sha256(convert_to(m.shop_domain, 'UTF8')), 'hex')
      ) as deleted_at
    from merchant_directory m
    where m.shop_domain in (select d.shop from jsonb_to_recordset(deliveries) as d (shop text))
    order by m.merchant_id
  loop
    perform set_tenant(shop.merchant_id);
    -- In key order, so that two calls with the same deliveries never wait for each other.
    insert into webhook_inbox
      (merchant_id, topic, event_id, resource, state, triggered_at, received_at, trace_context)
    select shop.merchant_id, d.topic, d.event_id, d.resource, d.state, d.triggered_at, at, d.trace_context
    from jsonb_to_recordset(deliveries) as d
      (shop text, topic text, event_id text, resource text, state jsonb, triggered_at timestamptz,
        trace_context text)
    where d.shop = shop.shop_domain
      and (shop.deleted_at is null or d.triggered_at > shop.deleted_at or d.topic = 'shop/redact')
      and exists (select from shop_connections c
        where c.merchant_id = shop.merchant_id and (c.status <> 'disconnected' or d.topic = 'shop/redact'))
    order by d.topic, d.event_id
    on conflict do nothing;
    if exists (select from webhook_inbox w where w.merchant_id = shop.merchant_id and w.status = 'waiting') then
      return next shop.merchant_id;
    end if;
  end loop;
end
$$;

-- A merchant's number is drawn first, so that directory row and merchant are made in one transaction as that tenant.
grant usage on sequence merchant_directory_merchant_id_seq to stockcast_app;
