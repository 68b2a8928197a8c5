-- The schema that the migrations make, for reading. Written by "npm run schema:dump"; a test compares it.
-- The queue's own tables (schema "jobs") belong to pg-boss and are left out.

CREATE OR REPLACE FUNCTION public.begin_demo(new_email text, most_live integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.erase_tenant(id bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.forget_audit(before timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  tenant bigint := nullif(current_setting('app.merchant_id', true), '')::bigint;
  removed bigint;
begin
  delete from audit_log where merchant_id = tenant and at < least(before, current_timestamp - interval '1 year');
  get diagnostics removed = row_count;
  return removed;
end
$function$
;

CREATE OR REPLACE FUNCTION public.forget_compliance_requests(before timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  with gone as (
    delete from compliance_requests where received_at < least(before, now() - interval '1 year') returning 1
  )
  select count(*) from gone
$function$
;

CREATE OR REPLACE FUNCTION public.limit_session_life()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  new.expires_at := least(new.expires_at, new.created_at + interval '30 days');
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.order_steps(terms jsonb)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select string_agg(
    float8send((step ->> 'units')::float8) || float8send((step ->> 'cost')::float8) || float8send((step ->> 'value')::float8),
    ''::bytea order by place)
  from jsonb_array_elements(terms -> 'steps') with ordinality as each (step, place)
$function$
;

CREATE OR REPLACE FUNCTION public.protect_tenant_table(name regclass, tenant_column text DEFAULT 'merchant_id'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.refresh_stale_statistics()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.refresh_statistics()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$ begin
  analyze products, variants, inventory_levels, orders, order_lines, sales_daily, stock_daily;
  analyze forecasts, stock_projections, variant_trends;
end $function$
;

CREATE OR REPLACE FUNCTION public.set_tenant(id bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin execute format('set local app.merchant_id = %L', id); end $function$
;

CREATE OR REPLACE FUNCTION public.store_webhooks(deliveries jsonb, at timestamp with time zone)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.to_units(total bigint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (total IS NOT NULL) THEN (GREATEST(LEAST(total, (2147483647)::bigint), ('-2147483648'::integer)::bigint))::integer ELSE NULL::integer END
;

create table account_erasures (
  id bigint not null,
  user_id uuid not null,
  asked_at timestamp with time zone not null,
  constraint account_erasures_pkey PRIMARY KEY (id)
);
grant delete, insert, select on account_erasures to stockcast_app;

create table action_links (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  alert_id bigint not null,
  variant_id bigint not null,
  action text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint action_links_pkey PRIMARY KEY (merchant_id, id),
  constraint action_links_merchant_id_alert_id_action_key UNIQUE (merchant_id, alert_id, action),
  constraint action_links_merchant_id_alert_id_fkey FOREIGN KEY (merchant_id, alert_id) REFERENCES alerts(merchant_id, id) ON DELETE CASCADE,
  constraint action_links_action_check CHECK (action = ANY (ARRAY['ordered'::text, 'snooze'::text, 'mute'::text]))
);
select protect_tenant_table('action_links');

create table alert_recipients (
  merchant_id bigint not null,
  recipient_id integer not null,
  supplier_ids bigint[],
  vendors text[],
  quiet_from text default '00:00'::text not null,
  quiet_to text default '00:00'::text not null,
  tags text[],
  constraint alert_recipients_pkey PRIMARY KEY (merchant_id, recipient_id),
  constraint alert_recipients_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('alert_recipients');

create table alert_snoozes (
  merchant_id bigint not null,
  variant_id bigint not null,
  kind text not null,
  until timestamp with time zone,
  available_then integer not null,
  created_at timestamp with time zone not null,
  constraint alert_snoozes_pkey PRIMARY KEY (merchant_id, variant_id),
  constraint alert_snoozes_merchant_id_variant_id_fkey FOREIGN KEY (merchant_id, variant_id) REFERENCES variants(merchant_id, variant_id) ON DELETE CASCADE,
  constraint alert_snoozes_check CHECK ((kind = 'until_time'::text) = (until IS NOT NULL)),
  constraint alert_snoozes_kind_check CHECK (kind = ANY (ARRAY['until_restock'::text, 'until_time'::text, 'muted'::text]))
);
select protect_tenant_table('alert_snoozes');

create table alerts (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  variant_id bigint not null,
  type text not null,
  severity integer not null,
  resolved boolean default false not null,
  triggered_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  resolved_by text,
  resolved_reason text,
  cleared_at timestamp with time zone,
  meta jsonb not null,
  resolved_cause jsonb,
  resolved_by_user uuid,
  constraint alerts_pkey PRIMARY KEY (merchant_id, id),
  constraint alerts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint alerts_check CHECK (resolved = (resolved_at IS NOT NULL)),
  constraint alerts_resolved_by_check CHECK (resolved_by = ANY (ARRAY['merchant'::text, 'system'::text])),
  constraint alerts_type_check CHECK (type = ANY (ARRAY['low_stock'::text, 'stockout_risk'::text]))
);
CREATE INDEX alerts_newest_first ON public.alerts USING btree (merchant_id, triggered_at DESC, id DESC);
CREATE INDEX alerts_not_cleared ON public.alerts USING btree (merchant_id, variant_id, type) WHERE ((resolved_by = 'merchant'::text) AND (cleared_at IS NULL));
CREATE UNIQUE INDEX alerts_one_active ON public.alerts USING btree (merchant_id, variant_id, type) WHERE (NOT resolved);
CREATE INDEX alerts_resolved_lately ON public.alerts USING btree (merchant_id, resolved_at) WHERE (resolved_by = 'system'::text);
select protect_tenant_table('alerts');

create table audit_log (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  event text not null,
  address text,
  user_agent text,
  detail jsonb default '{}'::jsonb not null,
  user_id uuid,
  constraint audit_log_pkey PRIMARY KEY (merchant_id, id),
  constraint audit_log_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy own_rows on audit_log
  for all
  using ((merchant_id = (NULLIF(current_setting('app.merchant_id'::text, true), ''::text))::bigint))
  with check ((merchant_id = (NULLIF(current_setting('app.merchant_id'::text, true), ''::text))::bigint));
grant insert, select on audit_log to stockcast_app;

create table auth_accounts (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  created_at timestamp with time zone default CURRENT_TIMESTAMP not null,
  updated_at timestamp with time zone not null,
  constraint auth_accounts_pkey PRIMARY KEY (id),
  constraint auth_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE
);
CREATE INDEX auth_accounts_by_user ON public.auth_accounts USING btree (user_id);
grant delete, insert, select, update on auth_accounts to stockcast_app;

create table auth_email_changes (
  token_hash text not null,
  user_id uuid not null,
  kind text not null,
  email text not null,
  two_factor_id uuid,
  expires_at timestamp with time zone not null,
  constraint auth_email_changes_pkey PRIMARY KEY (token_hash),
  constraint auth_email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE,
  constraint auth_email_changes_email_check CHECK (email = lower(email)),
  constraint auth_email_changes_kind_check CHECK (kind = ANY (ARRAY['change'::text, 'undo'::text]))
);
CREATE INDEX auth_email_changes_by_user ON public.auth_email_changes USING btree (user_id);
grant delete, insert, select, update on auth_email_changes to stockcast_app;

create table auth_jwks (
  id uuid default gen_random_uuid() not null,
  public_key text not null,
  private_key text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  alg text,
  crv text,
  constraint auth_jwks_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on auth_jwks to stockcast_app;

create table auth_sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone default CURRENT_TIMESTAMP not null,
  updated_at timestamp with time zone not null,
  last_seen_at timestamp with time zone,
  shop_id bigint,
  constraint auth_sessions_pkey PRIMARY KEY (id),
  constraint auth_sessions_token_key UNIQUE (token),
  constraint auth_sessions_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES merchant_directory(merchant_id) ON DELETE SET NULL,
  constraint auth_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE
);
CREATE INDEX auth_sessions_by_shop ON public.auth_sessions USING btree (shop_id) WHERE (shop_id IS NOT NULL);
CREATE INDEX auth_sessions_by_user ON public.auth_sessions USING btree (user_id);
CREATE TRIGGER auth_sessions_limit_life BEFORE INSERT OR UPDATE OF expires_at ON auth_sessions FOR EACH ROW EXECUTE FUNCTION limit_session_life();
grant delete, insert, select, update on auth_sessions to stockcast_app;

create table auth_two_factors (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean default true not null,
  failed_verification_count integer default 0 not null,
  locked_until timestamp with time zone,
  constraint auth_two_factors_pkey PRIMARY KEY (id),
  constraint auth_two_factors_user_id_key UNIQUE (user_id),
  constraint auth_two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE
);
grant delete, insert, select, update on auth_two_factors to stockcast_app;

create table auth_used_codes (
  user_id uuid not null,
  code text not null,
  used_at timestamp with time zone default CURRENT_TIMESTAMP not null,
  constraint auth_used_codes_pkey PRIMARY KEY (user_id, code),
  constraint auth_used_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE
);
grant delete, insert, select, update on auth_used_codes to stockcast_app;

create table auth_users (
  id uuid default gen_random_uuid() not null,
  name text not null,
  email text not null,
  email_verified boolean not null,
  image text,
  created_at timestamp with time zone default CURRENT_TIMESTAMP not null,
  updated_at timestamp with time zone default CURRENT_TIMESTAMP not null,
  two_factor_enabled boolean default false not null,
  constraint auth_users_pkey PRIMARY KEY (id),
  constraint auth_users_email_key UNIQUE (email),
  constraint auth_users_email_check CHECK (email = lower(email))
);
grant delete, insert, select, update on auth_users to stockcast_app;

create table auth_verifications (
  id uuid default gen_random_uuid() not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default CURRENT_TIMESTAMP not null,
  updated_at timestamp with time zone default CURRENT_TIMESTAMP not null,
  constraint auth_verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX auth_verifications_by_identifier ON public.auth_verifications USING btree (identifier);
grant delete, insert, select, update on auth_verifications to stockcast_app;

create table billing_accounts (
  merchant_id bigint not null,
  version integer not null,
  subscription_id text,
  access_until timestamp with time zone,
  is_ending boolean default false not null,
  trial_cancelled_at timestamp with time zone,
  asked_trial_end timestamp with time zone,
  extended_trial_end timestamp with time zone,
  customers_made integer default 0 not null,
  checkouts_made integer default 0 not null,
  has_payment_method boolean default false not null,
  card jsonb,
  open_invoice jsonb,
  constraint billing_accounts_pkey PRIMARY KEY (merchant_id),
  constraint billing_accounts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('billing_accounts');

create table billing_closings (
  customer_id text not null,
  asked_at timestamp with time zone not null,
  tries integer default 0 not null,
  next_try_at timestamp with time zone not null,
  fault text,
  constraint billing_closings_pkey PRIMARY KEY (customer_id)
);
CREATE INDEX billing_closings_by_time ON public.billing_closings USING btree (next_try_at);
grant delete, insert, select, update on billing_closings to stockcast_app;

create table billing_events (
  merchant_id bigint not null,
  event_id text not null,
  type text not null,
  object_id text,
  created_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  constraint billing_events_pkey PRIMARY KEY (merchant_id, event_id),
  constraint billing_events_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
CREATE INDEX billing_events_open ON public.billing_events USING btree (merchant_id) WHERE (applied_at IS NULL);
select protect_tenant_table('billing_events');

create table billing_mails (
  merchant_id bigint not null,
  kind text not null,
  reference text not null,
  queued_at timestamp with time zone not null,
  constraint billing_mails_pkey PRIMARY KEY (merchant_id, kind, reference),
  constraint billing_mails_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('billing_mails');

create table bundle_components (
  merchant_id bigint not null,
  bundle_id bigint not null,
  component_id bigint not null,
  valid_from date default '1970-01-01'::date not null,
  valid_until date default '9999-12-31'::date not null,
  quantity integer not null,
  source text not null,
  title text not null,
  constraint bundle_components_pkey PRIMARY KEY (merchant_id, bundle_id, component_id, source, valid_from),
  constraint bundle_components_check CHECK (valid_from < valid_until),
  constraint bundle_components_quantity_check CHECK (quantity >= 1 AND quantity <= 10000),
  constraint bundle_components_source_check CHECK (source = ANY (ARRAY['store'::text, 'own'::text]))
);
CREATE INDEX bundle_components_by_component ON public.bundle_components USING btree (merchant_id, component_id);
select protect_tenant_table('bundle_components');

create table bundled_sales (
  merchant_id bigint not null,
  variant_id bigint not null,
  day date not null,
  units integer not null,
  constraint bundled_sales_pkey PRIMARY KEY (merchant_id, variant_id, day),
  constraint bundled_sales_units_check CHECK (units > 0)
);
select protect_tenant_table('bundled_sales');

create table bundles (
  merchant_id bigint not null,
  bundle_id bigint not null,
  kind text not null,
  make_days integer default 0 not null,
  constraint bundles_pkey PRIMARY KEY (merchant_id, bundle_id),
  constraint bundles_kind_check CHECK (kind = ANY (ARRAY['store'::text, 'virtual'::text, 'assembly'::text])),
  constraint bundles_make_days_check CHECK (make_days >= 0 AND make_days <= 365)
);
select protect_tenant_table('bundles');

create table cancellations (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  subscription_id text,
  feedback text not null,
  requested_at timestamp with time zone not null,
  constraint cancellations_pkey PRIMARY KEY (merchant_id, id),
  constraint cancellations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('cancellations');

create table catalog_totals (
  merchant_id bigint not null,
  counts jsonb not null,
  summary jsonb not null,
  stock jsonb not null,
  constraint catalog_totals_pkey PRIMARY KEY (merchant_id),
  constraint catalog_totals_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('catalog_totals');

create table checkout_sessions (
  merchant_id bigint not null,
  session_id text not null,
  purpose text not null,
  attempt integer,
  status text default 'open'::text not null,
  created_at timestamp with time zone not null,
  constraint checkout_sessions_pkey PRIMARY KEY (merchant_id, session_id),
  constraint checkout_sessions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint checkout_sessions_purpose_check CHECK (purpose = ANY (ARRAY['trial'::text, 'update_payment'::text, 'subscription'::text])),
  constraint checkout_sessions_status_check CHECK (status = ANY (ARRAY['open'::text, 'complete'::text, 'expired'::text]))
);
select protect_tenant_table('checkout_sessions');

create table clock_offset (
  only_row boolean default true not null,
  offset_ms bigint not null,
  constraint clock_offset_pkey PRIMARY KEY (only_row),
  constraint clock_offset_only_row_check CHECK (only_row)
);
grant insert, select, update on clock_offset to stockcast_app;

create table collections (
  merchant_id bigint not null,
  collection_id bigint not null,
  title text not null,
  constraint collections_pkey PRIMARY KEY (merchant_id, collection_id)
);
select protect_tenant_table('collections');

create table column_choices (
  merchant_id bigint not null,
  kind text not null,
  head_hash text not null,
  fields text[] not null,
  chosen_at timestamp with time zone not null,
  constraint column_choices_pkey PRIMARY KEY (merchant_id, kind, head_hash)
);
select protect_tenant_table('column_choices');

create table compliance_requests (
  topic text not null,
  event_id text not null,
  shop_hash text not null,
  triggered_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint compliance_requests_pkey PRIMARY KEY (topic, event_id)
);
CREATE INDEX compliance_requests_by_shop ON public.compliance_requests USING btree (shop_hash);
grant insert, select on compliance_requests to stockcast_app;
grant update (deleted_at) on compliance_requests to stockcast_app;

create table deliveries (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  channel text not null,
  kind text not null,
  status text default 'queued'::text not null,
  message_key uuid not null,
  content jsonb,
  summary text,
  alerts integer default 0 not null,
  left_out integer default 0 not null,
  attempts integer default 0 not null,
  created_at timestamp with time zone not null,
  next_at timestamp with time zone not null,
  attempted_at timestamp with time zone,
  is_uncertain boolean default false not null,
  give_up_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  provider_id text,
  provider_words text,
  sealed_content text,
  useful_until timestamp with time zone,
  reason text,
  recipient_id integer default 0 not null,
  constraint deliveries_pkey PRIMARY KEY (merchant_id, id),
  constraint deliveries_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint deliveries_channel_check CHECK (channel = ANY (ARRAY['slack'::text, 'email'::text, 'sms'::text])),
  constraint deliveries_kind_check CHECK (kind = ANY (ARRAY['alerts'::text, 'digest'::text, 'test'::text, 'code'::text, 'account'::text, 'billing'::text, 'confirm'::text, 'purchase_order'::text, 'report'::text])),
  constraint deliveries_reason_check CHECK (reason = ANY (ARRAY['accepted'::text, 'carried'::text, 'delivered'::text, 'not_delivered'::text, 'no_answer'::text, 'wait'::text, 'provider_fault'::text, 'refused'::text, 'not_accepted'::text, 'channel_not_set_up'::text, 'sms_not_set_up'::text, 'unanswered'::text, 'given_up'::text, 'daily_limit'::text, 'all_resolved'::text, 'outdated'::text, 'channel_off'::text, 'switched_off'::text, 'subscription_ended'::text, 'unsubscribed'::text, 'stopped'::text, 'address_unused'::text, 'address_confirmed'::text, 'asked_again'::text, 'other'::text])),
  constraint deliveries_status_check CHECK (status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'retrying'::text, 'failed'::text, 'off'::text, 'left_out'::text]))
);
CREATE INDEX deliveries_by_provider_id ON public.deliveries USING btree (merchant_id, provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX deliveries_open ON public.deliveries USING btree (merchant_id, recipient_id, channel, id) WHERE (status = ANY (ARRAY['queued'::text, 'sending'::text, 'retrying'::text]));
select protect_tenant_table('deliveries');

create table demo_starts (
  email text not null,
  started_at timestamp with time zone default CURRENT_TIMESTAMP not null,
  constraint demo_starts_pkey PRIMARY KEY (email)
);
grant delete, insert, select, update on demo_starts to stockcast_app;

create table due_times (
  kind text not null,
  merchant_id bigint not null,
  lane text default ''::text not null,
  due_at timestamp with time zone not null,
  wanted_at timestamp with time zone default now() not null,
  constraint due_times_pkey PRIMARY KEY (kind, merchant_id, lane),
  constraint due_times_kind_check CHECK (kind = ANY (ARRAY['comparison'::text, 'delivery'::text, 'forecast'::text, 'phone'::text, 'report'::text, 'retention'::text, 'simulation'::text]))
);
CREATE INDEX due_times_by_due ON public.due_times USING btree (kind, due_at);
CREATE INDEX due_times_by_wanted ON public.due_times USING btree (kind, wanted_at);
grant delete, insert, select, update on due_times to stockcast_app;

create table ended_trials (
  subject_hash text not null,
  trial_ends_at timestamp with time zone not null,
  trial_extended boolean not null,
  forget_at timestamp with time zone,
  constraint ended_trials_pkey PRIMARY KEY (subject_hash)
);
CREATE INDEX ended_trials_by_time ON public.ended_trials USING btree (forget_at);
grant delete, insert, select, update on ended_trials to stockcast_app;

create table forecast_override_variants (
  merchant_id bigint not null,
  override_id bigint not null,
  variant_id bigint not null,
  amount double precision not null,
  baseline_units double precision not null,
  changed_units double precision not null,
  is_part boolean default false not null,
  constraint forecast_override_variants_pkey PRIMARY KEY (merchant_id, override_id, variant_id),
  constraint forecast_override_variants_merchant_id_override_id_fkey FOREIGN KEY (merchant_id, override_id) REFERENCES forecast_overrides(merchant_id, id) ON DELETE CASCADE,
  constraint forecast_override_variants_merchant_id_variant_id_fkey FOREIGN KEY (merchant_id, variant_id) REFERENCES variants(merchant_id, variant_id) ON DELETE CASCADE
);
CREATE INDEX forecast_override_variants_by_variant ON public.forecast_override_variants USING btree (merchant_id, variant_id);
select protect_tenant_table('forecast_override_variants');

create table forecast_overrides (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  scope text not null,
  scope_name text not null,
  kind text not null,
  amount integer not null,
  like_variant_id bigint,
  like_name text,
  starts_on date not null,
  ends_on date not null,
  reason text default ''::text not null,
  author text not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  products integer not null,
  weights real[] not null,
  baseline_units double precision not null,
  changed_units double precision not null,
  judged_products integer,
  baseline_error double precision,
  changed_error double precision,
  replaces bigint,
  constraint forecast_overrides_pkey PRIMARY KEY (merchant_id, id),
  constraint forecast_overrides_check CHECK ((kind = 'like'::text) = (like_variant_id IS NOT NULL AND like_name IS NOT NULL)),
  constraint forecast_overrides_check1 CHECK (ends_on >= starts_on AND (ends_on - starts_on) < 366),
  constraint forecast_overrides_kind_check CHECK (kind = ANY (ARRAY['percent'::text, 'per_day'::text, 'total'::text, 'like'::text])),
  constraint forecast_overrides_products_check CHECK (products > 0),
  constraint forecast_overrides_scope_check CHECK (scope = ANY (ARRAY['product'::text, 'supplier'::text, 'vendor'::text, 'tag'::text, 'collection'::text]))
);
CREATE INDEX forecast_overrides_by_end ON public.forecast_overrides USING btree (merchant_id, ends_on);
select protect_tenant_table('forecast_overrides');

create table forecasts (
  merchant_id bigint not null,
  variant_id bigint not null,
  origin date not null,
  basis text not null,
  model text not null,
  demand_class text not null,
  distribution real[] not null,
  evidence jsonb not null,
  accuracy jsonb,
  computed_at timestamp with time zone not null,
  xyz text,
  is_dead boolean default false not null,
  constraint forecasts_pkey PRIMARY KEY (merchant_id, variant_id),
  constraint forecasts_merchant_id_variant_id_fkey FOREIGN KEY (merchant_id, variant_id) REFERENCES variants(merchant_id, variant_id) ON DELETE CASCADE,
  constraint forecasts_basis_check CHECK (basis = ANY (ARRAY['forecast'::text, 'too_little_data'::text, 'no_demand'::text])),
  constraint forecasts_xyz CHECK (xyz = ANY (ARRAY['x'::text, 'y'::text, 'z'::text]))
);
select protect_tenant_table('forecasts');

create table import_items (
  merchant_id bigint not null,
  import_id bigint not null,
  chunk integer not null,
  items jsonb not null,
  constraint import_items_pkey PRIMARY KEY (merchant_id, import_id, chunk),
  constraint import_items_merchant_id_import_id_fkey FOREIGN KEY (merchant_id, import_id) REFERENCES imports(merchant_id, id) ON DELETE CASCADE
);
select protect_tenant_table('import_items');

create table import_sales (
  merchant_id bigint not null,
  import_id bigint not null,
  chunk integer not null,
  variant_ids bigint[] not null,
  days integer[] not null,
  units integer[] not null,
  constraint import_sales_pkey PRIMARY KEY (merchant_id, import_id, chunk),
  constraint import_sales_merchant_id_import_id_fkey FOREIGN KEY (merchant_id, import_id) REFERENCES imports(merchant_id, id) ON DELETE CASCADE
);
select protect_tenant_table('import_sales');

create table imports (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  kind text not null,
  status text not null,
  file_name text not null,
  stored_as text not null,
  time_zone text,
  currency text,
  is_for_store boolean default false not null,
  bytes bigint not null,
  bytes_read bigint default 0 not null,
  attempts integer default 0 not null,
  layout text,
  encoding text,
  report jsonb default '{}'::jsonb not null,
  faults_total integer default 0 not null,
  message text,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint imports_pkey PRIMARY KEY (merchant_id, id),
  constraint imports_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint imports_kind_check CHECK (kind = ANY (ARRAY['products'::text, 'sales'::text])),
  constraint imports_status_check CHECK (status = ANY (ARRAY['uploaded'::text, 'checking'::text, 'ready'::text, 'faulty'::text, 'applying'::text, 'applied'::text, 'failed'::text]))
);
select protect_tenant_table('imports');

create table inventory_levels (
  merchant_id bigint not null,
  variant_id bigint not null,
  location_id bigint not null,
  on_hand integer not null,
  available integer not null,
  committed integer not null,
  incoming integer not null,
  updated_at timestamp with time zone not null,
  event_at timestamp with time zone,
  constraint inventory_levels_pkey PRIMARY KEY (merchant_id, variant_id, location_id),
  constraint inventory_levels_merchant_id_variant_id_fkey FOREIGN KEY (merchant_id, variant_id) REFERENCES variants(merchant_id, variant_id) ON DELETE CASCADE
);
select protect_tenant_table('inventory_levels');

create table invitations (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  email text not null,
  role text not null,
  token_hash text not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint invitations_pkey PRIMARY KEY (merchant_id, id),
  constraint invitations_merchant_id_email_key UNIQUE (merchant_id, email),
  constraint invitations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint invitations_email_check CHECK (email = lower(email)),
  constraint invitations_role_check CHECK (role = ANY (ARRAY['buyer'::text, 'viewer'::text]))
);
select protect_tenant_table('invitations');

create table limit_counts (
  key text not null,
  times timestamp with time zone[] not null,
  uses integer not null,
  forget_at timestamp with time zone not null,
  constraint limit_counts_pkey PRIMARY KEY (key)
);
grant delete, insert, select, update on limit_counts to stockcast_app;

create table location_projections (
  merchant_id bigint not null,
  variant_id bigint not null,
  location_id bigint not null,
  available integer not null,
  incoming integer not null,
  units_sold_30 integer,
  demand_share real,
  expected_daily_demand real,
  status text not null,
  projection_kind text not null,
  days_until_stockout integer,
  days_low integer,
  days_high integer,
  out_since date,
  constraint location_projections_pkey PRIMARY KEY (merchant_id, variant_id, location_id),
  constraint location_projections_merchant_id_variant_id_fkey FOREIGN KEY (merchant_id, variant_id) REFERENCES variants(merchant_id, variant_id) ON DELETE CASCADE,
  constraint location_projections_projection_kind_check CHECK (projection_kind = ANY (ARRAY['out_of_stock'::text, 'no_demand'::text, 'unknown'::text, 'beyond'::text, 'days'::text])),
  constraint location_projections_status_check CHECK (status = ANY (ARRAY['out_of_stock'::text, 'critical'::text, 'warning'::text, 'healthy'::text]))
);
CREATE INDEX location_projections_by_days ON public.location_projections USING btree (merchant_id, location_id, days_until_stockout, variant_id) INCLUDE (status);
select protect_tenant_table('location_projections');

create table locations (
  merchant_id bigint not null,
  location_id bigint not null,
  name text not null,
  is_active boolean not null,
  role text default 'shop'::text not null,
  units_sold bigint,
  constraint locations_pkey PRIMARY KEY (merchant_id, location_id),
  constraint locations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint locations_role_check CHECK (role = ANY (ARRAY['shop'::text, 'warehouse'::text, 'external'::text]))
);
select protect_tenant_table('locations');

create table mail_failures (
  kind text not null,
  outcome text not null,
  count bigint not null,
  last_at timestamp with time zone not null,
  constraint mail_failures_pkey PRIMARY KEY (kind, outcome),
  constraint mail_failures_outcome_check CHECK (outcome = ANY (ARRAY['refused'::text, 'given_up'::text, 'outdated'::text]))
);
grant delete, insert, select, update on mail_failures to stockcast_app;

create table memberships (
  merchant_id bigint not null,
  user_id uuid not null,
  role text not null,
  recipient_id integer generated always as identity not null,
  joined_at timestamp with time zone not null,
  signed_out_at timestamp with time zone,
  constraint memberships_pkey PRIMARY KEY (merchant_id, user_id),
  constraint memberships_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchant_directory(merchant_id) ON DELETE CASCADE,
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE,
  constraint memberships_role_check CHECK (role = ANY (ARRAY['buyer'::text, 'viewer'::text]))
);
CREATE INDEX memberships_by_user ON public.memberships USING btree (user_id);
grant delete, insert, select, update on memberships to stockcast_app;

create table merchant_directory (
  merchant_id bigint generated always as identity not null,
  user_id uuid not null,
  email text not null,
  shop_domain text,
  created_at timestamp with time zone not null,
  stripe_customer_id text,
  billing_due_at timestamp with time zone,
  is_member_only boolean default false not null,
  constraint merchant_directory_pkey PRIMARY KEY (merchant_id),
  constraint merchant_directory_email_key UNIQUE (email),
  constraint merchant_directory_shop_domain_key UNIQUE (shop_domain),
  constraint merchant_directory_stripe_customer_id_key UNIQUE (stripe_customer_id),
  constraint merchant_directory_user_id_key UNIQUE (user_id),
  constraint merchant_directory_email_check CHECK (email = lower(email))
);
CREATE INDEX merchant_directory_by_billing_due ON public.merchant_directory USING btree (billing_due_at);
grant delete, insert, select, update on merchant_directory to stockcast_app;

create table merchant_keys (
  merchant_id bigint not null,
  wrapped_key text not null,
  constraint merchant_keys_pkey PRIMARY KEY (merchant_id),
  constraint merchant_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('merchant_keys');

create table merchant_phones (
  merchant_id bigint not null,
  phone_hash text not null,
  recipient_id integer default 0 not null,
  constraint merchant_phones_pkey PRIMARY KEY (merchant_id, recipient_id)
);
CREATE INDEX merchant_phones_by_hash ON public.merchant_phones USING btree (phone_hash);
grant delete, insert, select, update on merchant_phones to stockcast_app;

create table merchants (
  id bigint not null,
  email text not null,
  shop_domain text not null,
  shop_name text,
  time_zone text default 'UTC'::text not null,
  currency text default 'USD'::text not null,
  subscription_status text default 'trial'::text not null,
  stripe_status text,
  stripe_customer_id text,
  plan_name text,
  trial_ends_at timestamp with time zone not null,
  trial_extended boolean default false not null,
  current_period_end timestamp with time zone,
  stock_as_of timestamp with time zone,
  forecast_as_of timestamp with time zone,
  created_at timestamp with time zone not null,
  welcome_mail_at timestamp with time zone,
  is_demo boolean default false not null,
  service_level real,
  country_code text,
  imported_sales bigint,
  order_mails_paused_at timestamp with time zone,
  alerts_by_location boolean default false not null,
  least_transfer_minor bigint default 0 not null,
  median_margin_ratio double precision,
  constraint merchants_pkey PRIMARY KEY (id),
  constraint merchants_country_code_check CHECK (country_code ~ '^[A-Z]{2}$'::text),
  constraint merchants_service_level_check CHECK (service_level > 0::double precision AND service_level < 1::double precision),
  constraint merchants_subscription_status_check CHECK (subscription_status = ANY (ARRAY['trial'::text, 'active'::text, 'past_due'::text, 'expired'::text, 'cancelled'::text]))
);
alter table merchants enable row level security;
alter table merchants force row level security;
create policy own_rows on merchants
  for all
  using ((id = (NULLIF(current_setting('app.merchant_id'::text, true), ''::text))::bigint))
  with check ((id = (NULLIF(current_setting('app.merchant_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on merchants to stockcast_app;

create table notification_channels (
  merchant_id bigint not null,
  channel text not null,
  is_on boolean default false not null,
  off_reason text,
  target text,
  types text[] not null,
  urgency text not null,
  timing text not null,
  at_time text not null,
  weekday integer not null,
  quiet_from text,
  quiet_to text,
  daily_limit integer,
  stopped_at timestamp with time zone,
  last_sent_at timestamp with time zone,
  pending_target text,
  pending_since timestamp with time zone,
  recipient_id integer default 0 not null,
  constraint notification_channels_pkey PRIMARY KEY (merchant_id, recipient_id, channel),
  constraint notification_channels_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint notification_channels_channel_check CHECK (channel = ANY (ARRAY['slack'::text, 'email'::text, 'sms'::text])),
  constraint notification_channels_timing_check CHECK (timing = ANY (ARRAY['at_once'::text, 'daily'::text, 'weekly'::text])),
  constraint notification_channels_urgency_check CHECK (urgency = ANY (ARRAY['all'::text, 'likely'::text, 'out_of_stock'::text]))
);
select protect_tenant_table('notification_channels');

create table oauth_states (
  merchant_id bigint not null,
  state_hash text not null,
  shop_domain text not null,
  expires_at timestamp with time zone not null,
  constraint oauth_states_pkey PRIMARY KEY (merchant_id, state_hash),
  constraint oauth_states_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('oauth_states');

create table order_lines (
  merchant_id bigint not null,
  order_id bigint not null,
  line_id bigint not null,
  variant_id bigint not null,
  day date not null,
  units integer not null,
  bundle_id bigint,
  location_id bigint,
  constraint order_lines_pkey PRIMARY KEY (merchant_id, order_id, line_id),
  constraint order_lines_units_check CHECK (units > 0)
);
CREATE INDEX order_lines_by_bundle ON public.order_lines USING btree (merchant_id, bundle_id, day) WHERE (bundle_id IS NOT NULL);
CREATE INDEX order_lines_by_variant_day ON public.order_lines USING btree (merchant_id, variant_id, day) INCLUDE (units, location_id);
select protect_tenant_table('order_lines');

create table order_papers (
  merchant_id bigint not null,
  company_name text default ''::text not null,
  address text default ''::text not null,
  ship_to text default ''::text not null,
  terms text default ''::text not null,
  note text default ''::text not null,
  logo bytea,
  constraint order_papers_pkey PRIMARY KEY (merchant_id),
  constraint order_papers_logo_check CHECK (octet_length(logo) <= 1000000)
);
select protect_tenant_table('order_papers');

create table order_plans (
  merchant_id bigint not null,
  variant_id bigint not null,
  supplier_id bigint not null,
  due text not null,
  order_by date,
  units integer not null,
  value_minor bigint,
  terms jsonb not null,
  details jsonb not null,
  computed_for date not null,
  pack_size integer generated always as (((terms ->> 'packSize'::text))::integer) stored,
  unit_cost_minor bigint generated always as (((terms ->> 'unitCostMinor'::text))::bigint) stored,
  rate double precision generated always as (((terms ->> 'rate'::text))::double precision) stored,
  price_breaks jsonb generated always as (NULLIF((terms -> 'priceBreaks'::text), '[]'::jsonb)) stored,
  steps bytea generated always as (order_steps(terms)) stored,
  constraint order_plans_pkey PRIMARY KEY (merchant_id, variant_id),
  constraint order_plans_merchant_id_supplier_id_fkey FOREIGN KEY (merchant_id, supplier_id) REFERENCES suppliers(merchant_id, id) ON DELETE CASCADE,
  constraint order_plans_merchant_id_variant_id_fkey FOREIGN KEY (merchant_id, variant_id) REFERENCES variants(merchant_id, variant_id) ON DELETE CASCADE,
  constraint order_plans_due_check CHECK (due = ANY (ARRAY['due'::text, 'soon'::text, 'not_yet'::text])),
  constraint order_plans_units_check CHECK (units >= 0)
);
select protect_tenant_table('order_plans');

create table order_recipients (
  merchant_id bigint not null,
  recipient_hash text not null,
  first_mailed_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  reported_at timestamp with time zone,
  constraint order_recipients_pkey PRIMARY KEY (merchant_id, recipient_hash)
);
select protect_tenant_table('order_recipients');

create table orders (
  merchant_id bigint not null,
  order_id bigint not null,
  day date not null,
  is_counted boolean not null,
  updated_at timestamp with time zone not null,
  event_at timestamp with time zone,
  placed_at timestamp with time zone,
  location_id bigint,
  constraint orders_pkey PRIMARY KEY (merchant_id, order_id),
  constraint orders_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('orders');

create table override_changes (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  changed_at timestamp with time zone not null,
  variant_ids bigint[] not null,
  safety_stock_before integer[] not null,
  lead_time_before integer[] not null,
  safety_stock_after integer[] not null,
  lead_time_after integer[] not null,
  cover_days_before integer[],
  cover_days_after integer[],
  constraint override_changes_pkey PRIMARY KEY (merchant_id),
  constraint override_changes_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('override_changes');

create table pending_notifications (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  alert_id bigint,
  severity integer not null,
  channel text not null,
  status text default 'waiting'::text not null,
  reason text,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  delivery_id bigint,
  origin text,
  order_id bigint,
  recipient_id integer default 0 not null,
  constraint pending_notifications_pkey PRIMARY KEY (merchant_id, id),
  constraint pending_notifications_merchant_id_alert_id_fkey FOREIGN KEY (merchant_id, alert_id) REFERENCES alerts(merchant_id, id) ON DELETE CASCADE,
  constraint pending_notifications_merchant_id_delivery_id_fkey FOREIGN KEY (merchant_id, delivery_id) REFERENCES deliveries(merchant_id, id) ON DELETE CASCADE,
  constraint pending_notifications_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint pending_notifications_merchant_id_order_id_fkey FOREIGN KEY (merchant_id, order_id) REFERENCES purchase_orders(merchant_id, id) ON DELETE CASCADE,
  constraint pending_notifications_channel_check CHECK (channel = ANY (ARRAY['slack'::text, 'email'::text, 'sms'::text])),
  constraint pending_notifications_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'assigned'::text, 'sent'::text, 'left_out'::text])),
  constraint pending_notifications_subject_check CHECK (COALESCE(alert_id, order_id) IS NOT NULL)
);
CREATE INDEX pending_notifications_by_delivery ON public.pending_notifications USING btree (merchant_id, delivery_id);
CREATE UNIQUE INDEX pending_notifications_once ON public.pending_notifications USING btree (merchant_id, recipient_id, channel, alert_id, severity);
CREATE UNIQUE INDEX pending_notifications_once_an_order ON public.pending_notifications USING btree (merchant_id, recipient_id, channel, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX pending_notifications_waiting ON public.pending_notifications USING btree (merchant_id, recipient_id, channel, due_at) WHERE (status = 'waiting'::text);
select protect_tenant_table('pending_notifications');

create table products (
  merchant_id bigint not null,
  product_id bigint not null,
  title text not null,
  vendor text,
  product_type text,
  status text not null,
  updated_at timestamp with time zone not null,
  is_gift_card boolean default false not null,
  tags text default ''::text not null,
  collection_ids bigint[] default '{}'::bigint[] not null,
  constraint products_pkey PRIMARY KEY (merchant_id, product_id),
  constraint products_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint products_status_check CHECK (status = ANY (ARRAY['active'::text, 'archived'::text, 'draft'::text, 'unlisted'::text]))
);
CREATE INDEX products_off_sale ON public.products USING btree (merchant_id, product_id) WHERE (status = ANY (ARRAY['archived'::text, 'draft'::text]));
select protect_tenant_table('products');

create table purchase_order_lines (
  merchant_id bigint not null,
  order_id bigint not null,
  id bigint generated always as identity not null,
  position integer not null,
  variant_id bigint not null,
  title text not null,
  sku text,
  supplier_sku text,
  pack_size integer default 1 not null,
  unit_cost_minor bigint,
  ordered_units integer not null,
  confirmed_units integer,
  received_units integer default 0 not null,
  rejected_units integer default 0 not null,
  replaced_units integer default 0 not null,
  cancelled_units integer default 0 not null,
  expected_on date,
  remaining_units integer generated always as (GREATEST(0, (((COALESCE(confirmed_units, ordered_units) - received_units) - (rejected_units - replaced_units)) - cancelled_units))) stored not null,
  seen_units integer default 0 not null,
  awaited_units integer default 0 not null,
  available_seen integer,
  incoming_seen integer,
  shared_cost_minor bigint default 0 not null,
  stock_seen_at timestamp with time zone,
  counted_again_on date,
  booked_units integer default 0 not null,
  constraint purchase_order_lines_pkey PRIMARY KEY (merchant_id, order_id, id),
  constraint purchase_order_lines_merchant_id_order_id_variant_id_key UNIQUE (merchant_id, order_id, variant_id),
  constraint purchase_order_lines_merchant_id_order_id_fkey FOREIGN KEY (merchant_id, order_id) REFERENCES purchase_orders(merchant_id, id) ON DELETE CASCADE,
  constraint purchase_order_lines_awaited_units_check CHECK (awaited_units >= 0),
  constraint purchase_order_lines_booked_units_check CHECK (booked_units >= 0),
  constraint purchase_order_lines_cancelled_units_check CHECK (cancelled_units >= 0),
  constraint purchase_order_lines_check CHECK (replaced_units >= 0 AND replaced_units <= rejected_units),
  constraint purchase_order_lines_confirmed_units_check CHECK (confirmed_units >= 0),
  constraint purchase_order_lines_ordered_units_check CHECK (ordered_units >= 1),
  constraint purchase_order_lines_pack_size_check CHECK (pack_size >= 1),
  constraint purchase_order_lines_received_units_check CHECK (received_units >= 0),
  constraint purchase_order_lines_rejected_units_check CHECK (rejected_units >= 0),
  constraint purchase_order_lines_seen_units_check CHECK (seen_units >= 0),
  constraint purchase_order_lines_shared_cost_minor_check CHECK (shared_cost_minor >= 0),
  constraint purchase_order_lines_unit_cost_minor_check CHECK (unit_cost_minor >= 0)
);
CREATE INDEX purchase_order_lines_by_variant ON public.purchase_order_lines USING btree (merchant_id, variant_id, order_id);
CREATE INDEX purchase_order_lines_open ON public.purchase_order_lines USING btree (merchant_id, variant_id) WHERE ((remaining_units > 0) OR (awaited_units > 0));
CREATE INDEX purchase_order_lines_shared ON public.purchase_order_lines USING btree (merchant_id, variant_id, order_id) WHERE (shared_cost_minor > 0);
select protect_tenant_table('purchase_order_lines');

create table purchase_order_mails (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  order_id bigint not null,
  order_version integer not null,
  press_key text not null,
  recipient text not null,
  delivery_id bigint not null,
  asked_at timestamp with time zone not null,
  status text default 'waiting'::text not null,
  status_at timestamp with time zone not null,
  constraint purchase_order_mails_pkey PRIMARY KEY (merchant_id, id),
  constraint purchase_order_mails_merchant_id_order_id_order_version_pre_key UNIQUE (merchant_id, order_id, order_version, press_key),
  constraint purchase_order_mails_merchant_id_order_id_fkey FOREIGN KEY (merchant_id, order_id) REFERENCES purchase_orders(merchant_id, id) ON DELETE CASCADE,
  constraint purchase_order_mails_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'uncertain'::text]))
);
CREATE INDEX purchase_order_mails_by_delivery ON public.purchase_order_mails USING btree (merchant_id, delivery_id);
select protect_tenant_table('purchase_order_mails');

create table purchase_order_numbers (
  merchant_id bigint not null,
  last_number integer not null,
  prefix text default 'PO-'::text not null,
  constraint purchase_order_numbers_pkey PRIMARY KEY (merchant_id),
  constraint purchase_order_numbers_last_number_check CHECK (last_number >= 0),
  constraint purchase_order_numbers_prefix_check CHECK (char_length(prefix) <= 10)
);
select protect_tenant_table('purchase_order_numbers');

create table purchase_orders (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  number integer not null,
  supplier_id bigint,
  supplier_snapshot jsonb,
  is_noted boolean default false not null,
  status text default 'draft'::text not null,
  currency text not null,
  fx_rate numeric(20,10),
  ordered_on date,
  expected_on date,
  is_confirmed boolean default false not null,
  location_id bigint,
  location_name text,
  freight_minor bigint default 0 not null,
  duty_minor bigint default 0 not null,
  other_minor bigint default 0 not null,
  cost_sharing text default 'value'::text not null,
  source text default 'own'::text not null,
  external_id text,
  note text,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ordered_at timestamp with time zone,
  closed_at timestamp with time zone,
  closed_because text,
  late_alert_at timestamp with time zone,
  late_after date,
  late_resolved_at timestamp with time zone,
  late_resolved_because text,
  number_prefix text default 'PO-'::text not null,
  written_number text generated always as ((number_prefix ||
CASE
    WHEN (number < 10000) THEN lpad((number)::text, 4, '0'::text)
    ELSE (number)::text
END)) stored not null,
  booking jsonb,
  created_by uuid,
  constraint purchase_orders_pkey PRIMARY KEY (merchant_id, id),
  constraint purchase_orders_merchant_id_number_key UNIQUE (merchant_id, number),
  constraint purchase_orders_merchant_id_supplier_id_fkey FOREIGN KEY (merchant_id, supplier_id) REFERENCES suppliers(merchant_id, id),
  constraint purchase_orders_check CHECK (supplier_id IS NOT NULL OR is_noted OR source <> 'own'::text),
  constraint purchase_orders_check1 CHECK ((status = ANY (ARRAY['draft'::text, 'cancelled'::text])) OR ordered_on IS NOT NULL),
  constraint purchase_orders_check2 CHECK ((status = ANY (ARRAY['received'::text, 'closed'::text, 'cancelled'::text])) = (closed_at IS NOT NULL)),
  constraint purchase_orders_check3 CHECK ((closed_at IS NULL) = (closed_because IS NULL)),
  constraint purchase_orders_closed_because_check CHECK (closed_because = ANY (ARRAY['arrived'::text, 'overdue'::text, 'removed'::text, 'closed'::text, 'cancelled'::text])),
  constraint purchase_orders_cost_sharing_check CHECK (cost_sharing = ANY (ARRAY['value'::text, 'units'::text, 'none'::text])),
  constraint purchase_orders_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint purchase_orders_duty_minor_check CHECK (duty_minor >= 0),
  constraint purchase_orders_freight_minor_check CHECK (freight_minor >= 0),
  constraint purchase_orders_fx_rate_check CHECK (fx_rate > 0::numeric),
  constraint purchase_orders_late_resolved_because_check CHECK (late_resolved_because = ANY (ARRAY['arrived'::text, 'ended'::text, 'new_day'::text])),
  constraint purchase_orders_number_check CHECK (number >= 1),
  constraint purchase_orders_other_minor_check CHECK (other_minor >= 0),
  constraint purchase_orders_source_check CHECK (source = ANY (ARRAY['own'::text, 'shopify'::text, 'import'::text])),
  constraint purchase_orders_status_check CHECK (status = ANY (ARRAY['draft'::text, 'ordered'::text, 'partly_received'::text, 'received'::text, 'closed'::text, 'cancelled'::text]))
);
CREATE INDEX purchase_orders_by_supplier ON public.purchase_orders USING btree (merchant_id, supplier_id, id);
CREATE INDEX purchase_orders_drafts ON public.purchase_orders USING btree (merchant_id, id) WHERE (status = 'draft'::text);
CREATE UNIQUE INDEX purchase_orders_external ON public.purchase_orders USING btree (merchant_id, source, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX purchase_orders_late ON public.purchase_orders USING btree (merchant_id, id) WHERE ((late_alert_at IS NOT NULL) AND (late_resolved_at IS NULL));
CREATE INDEX purchase_orders_open ON public.purchase_orders USING btree (merchant_id, id) WHERE (status = ANY (ARRAY['ordered'::text, 'partly_received'::text]));
select protect_tenant_table('purchase_orders');

create table receipt_lines (
  merchant_id bigint not null,
  receipt_id bigint not null,
  line_id bigint not null,
  accepted_units integer not null,
  rejected_units integer default 0 not null,
  replaced_units integer default 0 not null,
  constraint receipt_lines_pkey PRIMARY KEY (merchant_id, receipt_id, line_id),
  constraint receipt_lines_merchant_id_receipt_id_fkey FOREIGN KEY (merchant_id, receipt_id) REFERENCES receipts(merchant_id, id) ON DELETE CASCADE,
  constraint receipt_lines_check CHECK (accepted_units <> 0 OR rejected_units <> 0),
  constraint receipt_lines_check1 CHECK ((sign(accepted_units::double precision) * sign(rejected_units::double precision)) >= 0::double precision AND abs(replaced_units) <= abs(rejected_units))
);
select protect_tenant_table('receipt_lines');

create table receipts (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  order_id bigint not null,
  received_on date not null,
  recorded_at timestamp with time zone not null,
  recorded_by text,
  idempotency_key text not null,
  reverses bigint,
  note text,
  constraint receipts_pkey PRIMARY KEY (merchant_id, id),
  constraint receipts_merchant_id_idempotency_key_key UNIQUE (merchant_id, idempotency_key),
  constraint receipts_merchant_id_reverses_key UNIQUE (merchant_id, reverses),
  constraint receipts_merchant_id_order_id_fkey FOREIGN KEY (merchant_id, order_id) REFERENCES purchase_orders(merchant_id, id) ON DELETE CASCADE
);
CREATE INDEX receipts_by_order ON public.receipts USING btree (merchant_id, order_id, id);
select protect_tenant_table('receipts');

create table reconcile_runs (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  kind text not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  checked integer not null,
  differences jsonb not null,
  constraint reconcile_runs_pkey PRIMARY KEY (merchant_id, id),
  constraint reconcile_runs_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint reconcile_runs_kind_check CHECK (kind = ANY (ARRAY['recent'::text, 'full'::text]))
);
select protect_tenant_table('reconcile_runs');

create table report_mails (
  merchant_id bigint not null,
  report_id bigint not null,
  user_id uuid not null,
  file_format text not null,
  delivery_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint report_mails_pkey PRIMARY KEY (merchant_id, report_id, user_id),
  constraint report_mails_merchant_id_report_id_fkey FOREIGN KEY (merchant_id, report_id) REFERENCES reports(merchant_id, id) ON DELETE CASCADE,
  constraint report_mails_file_format_check CHECK (file_format = ANY (ARRAY['xlsx'::text, 'pdf'::text]))
);
select protect_tenant_table('report_mails');

create table report_recipients (
  merchant_id bigint not null,
  kind text not null,
  user_id uuid not null,
  constraint report_recipients_pkey PRIMARY KEY (merchant_id, kind, user_id),
  constraint report_recipients_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint report_recipients_kind_check CHECK (kind = ANY (ARRAY['to_order'::text, 'stockouts'::text, 'overstock'::text, 'suppliers'::text, 'accuracy'::text]))
);
select protect_tenant_table('report_recipients');

create table report_settings (
  merchant_id bigint not null,
  kind text not null,
  is_on boolean not null,
  weekday integer not null,
  day_of_month integer not null,
  hour integer not null,
  file_format text not null,
  skips_empty boolean not null,
  counted_from timestamp with time zone not null,
  waiting_since timestamp with time zone,
  constraint report_settings_pkey PRIMARY KEY (merchant_id, kind),
  constraint report_settings_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint report_settings_day_of_month_check CHECK (day_of_month >= 1 AND day_of_month <= 28),
  constraint report_settings_file_format_check CHECK (file_format = ANY (ARRAY['xlsx'::text, 'pdf'::text])),
  constraint report_settings_hour_check CHECK (hour >= 0 AND hour <= 23),
  constraint report_settings_kind_check CHECK (kind = ANY (ARRAY['to_order'::text, 'stockouts'::text, 'overstock'::text, 'suppliers'::text, 'accuracy'::text])),
  constraint report_settings_weekday_check CHECK (weekday >= 1 AND weekday <= 7)
);
select protect_tenant_table('report_settings');

create table reports (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  kind text not null,
  period text not null,
  asked_by uuid,
  outcome text not null,
  made_at timestamp with time zone not null,
  starts_on date not null,
  ends_on date not null,
  figures jsonb,
  constraint reports_pkey PRIMARY KEY (merchant_id, id),
  constraint reports_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint reports_kind_check CHECK (kind = ANY (ARRAY['to_order'::text, 'stockouts'::text, 'overstock'::text, 'suppliers'::text, 'accuracy'::text])),
  constraint reports_outcome_check CHECK (outcome = ANY (ARRAY['made'::text, 'empty'::text, 'stale'::text, 'plan_ended'::text, 'no_recipient'::text]))
);
CREATE INDEX reports_by_time ON public.reports USING btree (merchant_id, made_at);
CREATE UNIQUE INDEX reports_once ON public.reports USING btree (merchant_id, kind, period) WHERE (asked_by IS NULL);
select protect_tenant_table('reports');

create table sales_daily (
  merchant_id bigint not null,
  variant_id bigint not null,
  day date not null,
  units_sold integer not null,
  constraint sales_daily_pkey PRIMARY KEY (merchant_id, variant_id, day) INCLUDE (units_sold),
  constraint sales_daily_units_sold_check CHECK (units_sold > 0)
);
select protect_tenant_table('sales_daily');

create table saved_views (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  list text not null,
  name text not null,
  content jsonb not null,
  created_at timestamp with time zone not null,
  constraint saved_views_pkey PRIMARY KEY (merchant_id, id),
  constraint saved_views_list_check CHECK (list = ANY (ARRAY['products'::text, 'order'::text, 'excess'::text, 'alerts'::text, 'trends'::text, 'settings'::text])),
  constraint saved_views_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 40)
);
CREATE UNIQUE INDEX saved_views_by_name ON public.saved_views USING btree (merchant_id, list, lower(name));
select protect_tenant_table('saved_views');

create table scheduled_receipts (
  merchant_id bigint not null,
  external_id text not null,
  variant_id bigint not null,
  source text not null,
  source_name text not null,
  kind text not null,
  is_internal boolean not null,
  location_id bigint,
  units integer not null,
  expected_on date,
  ordered_on date,
  supplier_name text,
  read_at timestamp with time zone not null,
  from_location_id bigint,
  constraint scheduled_receipts_pkey PRIMARY KEY (merchant_id, external_id, variant_id),
  constraint scheduled_receipts_merchant_id_variant_id_fkey FOREIGN KEY (merchant_id, variant_id) REFERENCES variants(merchant_id, variant_id) ON DELETE CASCADE,
  constraint scheduled_receipts_kind_check CHECK (kind = ANY (ARRAY['shipment'::text, 'transfer'::text, 'purchase_order'::text])),
  constraint scheduled_receipts_units_check CHECK (units > 0)
);
CREATE INDEX scheduled_receipts_by_source ON public.scheduled_receipts USING btree (merchant_id, source);
CREATE INDEX scheduled_receipts_by_variant ON public.scheduled_receipts USING btree (merchant_id, variant_id);
select protect_tenant_table('scheduled_receipts');

create table schema_migrations (
  name text not null,
  applied_at timestamp with time zone default now() not null,
  needs text,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);
grant select on schema_migrations to stockcast_app;

create table scorecards (
  merchant_id bigint not null,
  computed_at timestamp with time zone not null,
  origin date not null,
  lead_times_digest text not null,
  recorded_since date,
  products jsonb not null,
  result jsonb not null,
  inputs bytea not null,
  constraint scorecards_pkey PRIMARY KEY (merchant_id),
  constraint scorecards_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('scorecards');

create table server_keys (
  purpose text not null,
  wrapped_key text not null,
  constraint server_keys_pkey PRIMARY KEY (purpose)
);
grant delete, insert, select, update on server_keys to stockcast_app;

create table settings (
  merchant_id bigint not null,
  default_safety_stock integer not null,
  default_lead_time_days integer not null,
  default_cover_days integer default 30 not null,
  constraint settings_pkey PRIMARY KEY (merchant_id),
  constraint settings_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint settings_default_cover_days_check CHECK (default_cover_days >= 1 AND default_cover_days <= 365),
  constraint settings_default_lead_time_days_check CHECK (default_lead_time_days >= 0),
  constraint settings_default_safety_stock_check CHECK (default_safety_stock >= 0)
);
select protect_tenant_table('settings');

create table shop_connections (
  merchant_id bigint not null,
  shop_domain text not null,
  shop_gid text not null,
  access_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token text,
  refresh_token_expires_at timestamp with time zone,
  scopes text[] not null,
  status text not null,
  connected_at timestamp with time zone not null,
  message text,
  renewal_id uuid,
  renewing_until timestamp with time zone,
  constraint shop_connections_pkey PRIMARY KEY (merchant_id),
  constraint shop_connections_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint shop_connections_status_check CHECK (status = ANY (ARRAY['connected'::text, 'needs_reconnect'::text, 'disconnected'::text]))
);
select protect_tenant_table('shop_connections');

create table shop_days (
  merchant_id bigint not null,
  day date not null,
  units_sold integer,
  units_from_stock integer,
  closing_stock bigint,
  variants_known integer,
  variants_out_of_stock integer,
  expected_lost_sales real[],
  constraint shop_days_pkey PRIMARY KEY (merchant_id, day),
  constraint shop_days_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('shop_days');

create table shop_event_variants (
  merchant_id bigint not null,
  event_id bigint not null,
  variant_id bigint not null,
  constraint shop_event_variants_pkey PRIMARY KEY (merchant_id, event_id, variant_id),
  constraint shop_event_variants_merchant_id_event_id_fkey FOREIGN KEY (merchant_id, event_id) REFERENCES shop_events(merchant_id, id) ON DELETE CASCADE,
  constraint shop_event_variants_merchant_id_variant_id_fkey FOREIGN KEY (merchant_id, variant_id) REFERENCES variants(merchant_id, variant_id) ON DELETE CASCADE
);
CREATE INDEX shop_event_variants_by_variant ON public.shop_event_variants USING btree (merchant_id, variant_id);
select protect_tenant_table('shop_event_variants');

create table shop_events (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  kind text not null,
  status text not null,
  name text default ''::text not null,
  starts_on date not null,
  ends_on date not null,
  repeats text default 'never'::text not null,
  effect_ratio real,
  found_ratio real,
  is_for_all boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  tag text,
  collection_id bigint,
  constraint shop_events_pkey PRIMARY KEY (merchant_id, id),
  constraint shop_events_check CHECK (ends_on >= starts_on AND (ends_on - starts_on) < 364),
  constraint shop_events_effect_ratio_check CHECK (effect_ratio >= 0::double precision AND effect_ratio <= 10::double precision),
  constraint shop_events_found_ratio_check CHECK (found_ratio >= 0::double precision),
  constraint shop_events_kind_check CHECK (kind = ANY (ARRAY['closed'::text, 'sale'::text, 'one_off'::text])),
  constraint shop_events_of_one_kind CHECK (tag IS NULL OR collection_id IS NULL),
  constraint shop_events_repeats_check CHECK (repeats = ANY (ARRAY['never'::text, 'yearly'::text, 'yearly_weekday'::text])),
  constraint shop_events_status_check CHECK (status = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'denied'::text]))
);
CREATE UNIQUE INDEX shop_events_one_proposal ON public.shop_events USING btree (merchant_id, kind, starts_on) WHERE (status = 'proposed'::text);
select protect_tenant_table('shop_events');

create table shop_forecasts (
  merchant_id bigint not null,
  origin date not null,
  distribution real[] not null,
  constraint shop_forecasts_pkey PRIMARY KEY (merchant_id),
  constraint shop_forecasts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('shop_forecasts');

create table sms_consents (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  phone text not null,
  consent_text text not null,
  ip text not null,
  given_at timestamp with time zone not null,
  code_nonce text,
  code_sent_at timestamp with time zone,
  code_tries integer default 0 not null,
  confirmed_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by text,
  recipient_id integer default 0 not null,
  constraint sms_consents_pkey PRIMARY KEY (merchant_id, id),
  constraint sms_consents_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint sms_consents_ended_by_check CHECK (ended_by = ANY (ARRAY['merchant'::text, 'stop'::text]))
);
CREATE UNIQUE INDEX sms_consents_one_current ON public.sms_consents USING btree (merchant_id, recipient_id) WHERE (ended_at IS NULL);
select protect_tenant_table('sms_consents');

create table sms_stops (
  phone_hash text not null,
  stopped_at timestamp with time zone not null,
  constraint sms_stops_pkey PRIMARY KEY (phone_hash)
);
grant delete, insert, select, update on sms_stops to stockcast_app;

create table stale_days (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  day date not null,
  constraint stale_days_pkey PRIMARY KEY (merchant_id, id),
  constraint stale_days_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
CREATE INDEX stale_days_by_day ON public.stale_days USING btree (merchant_id, day);
select protect_tenant_table('stale_days');

create table stale_totals (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  constraint stale_totals_pkey PRIMARY KEY (merchant_id, id),
  constraint stale_totals_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('stale_totals');

create table statistics_refreshes (
  is_only boolean default true not null,
  refreshed_at timestamp with time zone not null,
  constraint statistics_refreshes_pkey PRIMARY KEY (is_only),
  constraint statistics_refreshes_is_only_check CHECK (is_only)
);

create table stock_daily (
  merchant_id bigint not null,
  variant_id bigint not null,
  day date not null,
  closing_stock integer not null,
  incoming integer,
  last_day date,
  constraint stock_daily_pkey PRIMARY KEY (merchant_id, variant_id, day) INCLUDE (closing_stock),
  constraint stock_daily_merchant_id_variant_id_fkey FOREIGN KEY (merchant_id, variant_id) REFERENCES variants(merchant_id, variant_id) ON DELETE CASCADE,
  constraint stock_daily_last_day CHECK (last_day >= day)
);
CREATE INDEX stock_daily_empty ON public.stock_daily USING btree (merchant_id, variant_id, day) INCLUDE (last_day) WHERE (closing_stock <= 0);
select protect_tenant_table('stock_daily');

create table stock_projections (
  merchant_id bigint not null,
  variant_id bigint not null,
  is_quiet boolean not null,
  available integer,
  incoming integer not null,
  units_sold_30 integer not null,
  average_daily_sales real not null,
  status text not null,
  projection_kind text not null,
  days_source text not null,
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
  expected_daily_demand real default 0 not null,
  expected_lost_sales_7 real,
  expected_lost_sales_14 real,
  expected_lost_sales_30 real,
  expected_lost_sales_90 real,
  excess_units integer,
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
  daily_contribution double precision,
  abc text,
  not_in_store integer default 0 not null,
  previous_not_in_store integer default 0 not null,
  constraint stock_projections_pkey PRIMARY KEY (merchant_id, variant_id),
  constraint stock_projections_merchant_id_variant_id_fkey FOREIGN KEY (merchant_id, variant_id) REFERENCES variants(merchant_id, variant_id) ON DELETE CASCADE,
  constraint stock_projections_abc CHECK (abc = ANY (ARRAY['a'::text, 'b'::text, 'c'::text])),
  constraint stock_projections_days_source_check CHECK (days_source = ANY (ARRAY['forecast'::text, 'mean'::text])),
  constraint stock_projections_excess_units CHECK (excess_units >= 0),
  constraint stock_projections_projection_kind_check CHECK (projection_kind = ANY (ARRAY['out_of_stock'::text, 'no_demand'::text, 'unknown'::text, 'beyond'::text, 'days'::text])),
  constraint stock_projections_status_check CHECK (status = ANY (ARRAY['out_of_stock'::text, 'critical'::text, 'warning'::text, 'healthy'::text]))
);
CREATE INDEX stock_projections_by_days ON public.stock_projections USING btree (merchant_id, days_until_stockout, variant_id);
select protect_tenant_table('stock_projections');

create table stock_transfer_lines (
  merchant_id bigint not null,
  transfer_id bigint not null,
  variant_id bigint not null,
  title text not null,
  sku text,
  units integer not null,
  refused_because text,
  shipped_units integer default 0 not null,
  received_units integer default 0 not null,
  gone_units integer default 0 not null,
  shown_units integer default 0 not null,
  from_seen integer,
  to_seen integer,
  seen_at timestamp with time zone,
  constraint stock_transfer_lines_pkey PRIMARY KEY (merchant_id, transfer_id, variant_id),
  constraint stock_transfer_lines_merchant_id_transfer_id_fkey FOREIGN KEY (merchant_id, transfer_id) REFERENCES stock_transfers(merchant_id, id) ON DELETE CASCADE,
  constraint stock_transfer_lines_check CHECK (shipped_units >= 0 AND shipped_units <= units),
  constraint stock_transfer_lines_check1 CHECK (received_units >= 0 AND received_units <= shipped_units),
  constraint stock_transfer_lines_units_check CHECK (units > 0)
);
CREATE INDEX stock_transfer_lines_by_variant ON public.stock_transfer_lines USING btree (merchant_id, variant_id);
select protect_tenant_table('stock_transfer_lines');

create table stock_transfers (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  from_location_id bigint not null,
  to_location_id bigint not null,
  from_name text not null,
  to_name text not null,
  status text default 'draft'::text not null,
  store_id bigint,
  store_name text,
  attempt jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  sent_on date,
  received_on date,
  steps jsonb default '[]'::jsonb not null,
  constraint stock_transfers_pkey PRIMARY KEY (merchant_id, id),
  constraint stock_transfers_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint stock_transfers_status_check CHECK (status = ANY (ARRAY['draft'::text, 'sent'::text, 'partly_received'::text, 'received'::text, 'cancelled'::text]))
);
select protect_tenant_table('stock_transfers');

create table store_lead_times (
  merchant_id bigint not null,
  external_id text not null,
  source text not null,
  supplier_name text not null,
  ordered_on date not null,
  received_on date not null,
  units integer not null,
  days integer generated always as ((received_on - ordered_on)) stored not null,
  constraint store_lead_times_pkey PRIMARY KEY (merchant_id, external_id),
  constraint store_lead_times_check CHECK (received_on >= ordered_on),
  constraint store_lead_times_units_check CHECK (units > 0)
);
CREATE INDEX store_lead_times_by_supplier ON public.store_lead_times USING btree (merchant_id, lower(supplier_name), received_on);
select protect_tenant_table('store_lead_times');

create table store_order_matches (
  merchant_id bigint not null,
  order_id bigint not null,
  line_id bigint not null,
  source text not null,
  matched_by text not null,
  matched_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint store_order_matches_pkey PRIMARY KEY (merchant_id, order_id, line_id, source),
  constraint store_order_matches_merchant_id_order_id_line_id_fkey FOREIGN KEY (merchant_id, order_id, line_id) REFERENCES purchase_order_lines(merchant_id, order_id, id) ON DELETE CASCADE,
  constraint store_order_matches_matched_by_check CHECK (matched_by = ANY (ARRAY['link'::text, 'likeness'::text]))
);
select protect_tenant_table('store_order_matches');

create table store_order_transfers (
  merchant_id bigint not null,
  transfer_id bigint not null,
  order_id bigint not null,
  order_name text not null,
  supplier_name text,
  ordered_on date,
  is_done boolean default false not null,
  constraint store_order_transfers_pkey PRIMARY KEY (merchant_id, transfer_id)
);
select protect_tenant_table('store_order_transfers');

create table supplier_variants (
  merchant_id bigint not null,
  supplier_id bigint not null,
  variant_id bigint not null,
  supplier_sku text,
  unit_cost_minor bigint,
  pack_size integer default 1 not null,
  minimum_units integer,
  maximum_units integer,
  price_breaks jsonb default '[]'::jsonb not null,
  lead_time_days integer,
  rank integer default 1 not null,
  updated_at timestamp with time zone not null,
  constraint supplier_variants_pkey PRIMARY KEY (merchant_id, supplier_id, variant_id),
  constraint supplier_variants_merchant_id_supplier_id_fkey FOREIGN KEY (merchant_id, supplier_id) REFERENCES suppliers(merchant_id, id) ON DELETE CASCADE,
  constraint supplier_variants_merchant_id_variant_id_fkey FOREIGN KEY (merchant_id, variant_id) REFERENCES variants(merchant_id, variant_id) ON DELETE CASCADE,
  constraint supplier_variants_lead_time_days_check CHECK (lead_time_days >= 1 AND lead_time_days <= 365),
  constraint supplier_variants_maximum_units_check CHECK (maximum_units >= 1),
  constraint supplier_variants_minimum_units_check CHECK (minimum_units >= 1),
  constraint supplier_variants_pack_size_check CHECK (pack_size >= 1),
  constraint supplier_variants_price_breaks_check CHECK (jsonb_typeof(price_breaks) = 'array'::text),
  constraint supplier_variants_rank_check CHECK (rank >= 1),
  constraint supplier_variants_unit_cost_minor_check CHECK (unit_cost_minor >= 0)
);
CREATE INDEX supplier_variants_by_variant ON public.supplier_variants USING btree (merchant_id, variant_id, rank);
CREATE UNIQUE INDEX supplier_variants_one_preferred ON public.supplier_variants USING btree (merchant_id, variant_id) WHERE (rank = 1);
select protect_tenant_table('supplier_variants');

create table suppliers (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  name_key text generated always as (lower(name)) stored not null,
  email text,
  language text default 'en'::text not null,
  currency text not null,
  stated_lead_time_days integer,
  worst_lead_time_days integer,
  review_kind text default 'any_day'::text not null,
  review_weekdays integer[],
  review_weeks integer,
  review_from date,
  minimum_kind text default 'none'::text not null,
  minimum_amount bigint,
  shutdowns jsonb default '[]'::jsonb not null,
  replaces_rejected boolean default false not null,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  other_emails text[] default '{}'::text[] not null,
  contact_name text default ''::text not null,
  address text default ''::text not null,
  cover_days integer,
  constraint suppliers_pkey PRIMARY KEY (merchant_id, id),
  constraint suppliers_merchant_id_name_key_key UNIQUE (merchant_id, name_key),
  constraint suppliers_check CHECK ((review_kind = 'weekdays'::text) = (review_weekdays IS NOT NULL)),
  constraint suppliers_check1 CHECK ((review_kind = 'weeks'::text) = (review_weeks IS NOT NULL)),
  constraint suppliers_check2 CHECK ((review_kind = 'weeks'::text) = (review_from IS NOT NULL)),
  constraint suppliers_check3 CHECK ((minimum_kind = 'none'::text) = (minimum_amount IS NULL)),
  constraint suppliers_cover_days_check CHECK (cover_days >= 1 AND cover_days <= 365),
  constraint suppliers_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint suppliers_minimum_amount_check CHECK (minimum_amount > 0),
  constraint suppliers_minimum_kind_check CHECK (minimum_kind = ANY (ARRAY['none'::text, 'value'::text, 'units'::text])),
  constraint suppliers_name_check CHECK (name = btrim(name) AND name <> ''::text),
  constraint suppliers_other_emails_check CHECK (cardinality(other_emails) <= 9),
  constraint suppliers_review_kind_check CHECK (review_kind = ANY (ARRAY['any_day'::text, 'weekdays'::text, 'weeks'::text])),
  constraint suppliers_review_weekdays_check CHECK (review_weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7] AND cardinality(review_weekdays) > 0),
  constraint suppliers_review_weeks_check CHECK (review_weeks >= 1 AND review_weeks <= 52),
  constraint suppliers_shutdowns_check CHECK (jsonb_typeof(shutdowns) = 'array'::text),
  constraint suppliers_stated_lead_time_days_check CHECK (stated_lead_time_days >= 1 AND stated_lead_time_days <= 365),
  constraint suppliers_worst_lead_time_days_check CHECK (worst_lead_time_days >= 1 AND worst_lead_time_days <= 365)
);
select protect_tenant_table('suppliers');

create table sync_runs (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  kind text not null,
  status text not null,
  phase text not null,
  method text not null,
  cursor jsonb default '{}'::jsonb not null,
  products integer default 0 not null,
  variants integer default 0 not null,
  orders integer default 0 not null,
  order_lines integer default 0 not null,
  expected_variants integer,
  expected_orders integer,
  message text,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  owner uuid,
  attempts integer default 0 not null,
  message_code text,
  constraint sync_runs_pkey PRIMARY KEY (merchant_id, id),
  constraint sync_runs_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint sync_runs_kind_check CHECK (kind = ANY (ARRAY['first'::text, 'full'::text])),
  constraint sync_runs_message_code_check CHECK (message_code = ANY (ARRAY['short_history'::text, 'interrupted'::text, 'ended'::text])),
  constraint sync_runs_method_check CHECK (method = ANY (ARRAY['bulk'::text, 'paged'::text])),
  constraint sync_runs_status_check CHECK (status = ANY (ARRAY['running'::text, 'succeeded'::text, 'failed'::text]))
);
CREATE UNIQUE INDEX sync_runs_one_running ON public.sync_runs USING btree (merchant_id) WHERE (status = 'running'::text);
select protect_tenant_table('sync_runs');

create table sync_seen_levels (
  merchant_id bigint not null,
  variant_id bigint not null,
  location_id bigint not null,
  constraint sync_seen_levels_pkey PRIMARY KEY (merchant_id, variant_id, location_id),
  constraint sync_seen_levels_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('sync_seen_levels');

create table sync_seen_variants (
  merchant_id bigint not null,
  variant_id bigint not null,
  constraint sync_seen_variants_pkey PRIMARY KEY (merchant_id, variant_id),
  constraint sync_seen_variants_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('sync_seen_variants');

create table transfer_lanes (
  merchant_id bigint not null,
  from_location_id bigint not null,
  to_location_id bigint not null,
  is_on boolean not null,
  transfer_days integer not null,
  minimum_units integer not null,
  unit_cost_minor bigint not null,
  constraint transfer_lanes_pkey PRIMARY KEY (merchant_id, from_location_id, to_location_id),
  constraint transfer_lanes_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint transfer_lanes_minimum_units_check CHECK (minimum_units >= 1),
  constraint transfer_lanes_transfer_days_check CHECK (transfer_days >= 0 AND transfer_days <= 60),
  constraint transfer_lanes_unit_cost_minor_check CHECK (unit_cost_minor >= 0)
);
select protect_tenant_table('transfer_lanes');

create table transfer_suggestions (
  merchant_id bigint not null,
  variant_id bigint not null,
  from_location_id bigint not null,
  to_location_id bigint not null,
  units integer not null,
  transfer_days integer not null,
  value_minor bigint,
  stockout_before real not null,
  stockout_after real not null,
  constraint transfer_suggestions_pkey PRIMARY KEY (merchant_id, variant_id, from_location_id, to_location_id),
  constraint transfer_suggestions_merchant_id_variant_id_fkey FOREIGN KEY (merchant_id, variant_id) REFERENCES variants(merchant_id, variant_id) ON DELETE CASCADE,
  constraint transfer_suggestions_units_check CHECK (units > 0)
);
select protect_tenant_table('transfer_suggestions');

create table trial_subjects (
  merchant_id bigint not null,
  subject_hash text not null,
  constraint trial_subjects_pkey PRIMARY KEY (merchant_id, subject_hash)
);
select protect_tenant_table('trial_subjects');

create table upload_chunks (
  merchant_id bigint not null,
  upload_id text not null,
  chunk integer not null,
  content bytea not null,
  created_at timestamp with time zone not null,
  constraint upload_chunks_pkey PRIMARY KEY (merchant_id, upload_id, chunk),
  constraint upload_chunks_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('upload_chunks');

create table variant_overrides (
  merchant_id bigint not null,
  variant_id bigint not null,
  safety_stock integer,
  lead_time_days integer,
  cover_days integer,
  constraint variant_overrides_pkey PRIMARY KEY (merchant_id, variant_id),
  constraint variant_overrides_merchant_id_variant_id_fkey FOREIGN KEY (merchant_id, variant_id) REFERENCES variants(merchant_id, variant_id) ON DELETE CASCADE,
  constraint variant_overrides_cover_days_check CHECK (cover_days >= 1 AND cover_days <= 365),
  constraint variant_overrides_lead_time_days_check CHECK (lead_time_days >= 0),
  constraint variant_overrides_safety_stock_check CHECK (safety_stock >= 0)
);
select protect_tenant_table('variant_overrides');

create table variant_trends (
  merchant_id bigint not null,
  variant_id bigint not null,
  units_sold integer[] not null,
  units_sold_before integer[] not null,
  days_out_of_stock integer[] not null,
  days_known integer[] not null,
  computed_for date not null,
  constraint variant_trends_pkey PRIMARY KEY (merchant_id, variant_id),
  constraint variant_trends_merchant_id_variant_id_fkey FOREIGN KEY (merchant_id, variant_id) REFERENCES variants(merchant_id, variant_id) ON DELETE CASCADE
);
select protect_tenant_table('variant_trends');

create table variants (
  merchant_id bigint not null,
  variant_id bigint not null,
  product_id bigint not null,
  inventory_item_id bigint,
  shop_domain text not null,
  title text not null,
  sku text,
  barcode text,
  price numeric(14,2),
  position integer default 1 not null,
  is_tracked boolean not null,
  first_seen_on date not null,
  updated_at timestamp with time zone not null,
  sells_without_stock boolean default false not null,
  title_key text generated always as ("left"(lower(title), 256)) stored not null,
  unit_cost_minor bigint,
  unit_cost_currency text,
  sku_key text generated always as (lower(sku)) stored,
  constraint variants_pkey PRIMARY KEY (merchant_id, variant_id),
  constraint variants_merchant_id_product_id_fkey FOREIGN KEY (merchant_id, product_id) REFERENCES products(merchant_id, product_id) ON DELETE CASCADE,
  constraint variants_unit_cost CHECK ((unit_cost_minor IS NULL) = (unit_cost_currency IS NULL) AND unit_cost_minor >= 0 AND unit_cost_currency ~ '^[A-Z]{3}$'::text)
);
CREATE INDEX variants_by_inventory_item ON public.variants USING btree (merchant_id, inventory_item_id);
CREATE INDEX variants_by_product ON public.variants USING btree (merchant_id, product_id);
CREATE INDEX variants_by_title ON public.variants USING btree (merchant_id, title_key, variant_id) INCLUDE (product_id);
CREATE INDEX variants_of_example_stores ON public.variants USING btree (merchant_id) WHERE (shop_domain ~~ '%example%'::text);
select protect_tenant_table('variants');

create table webhook_faults (
  merchant_id bigint not null,
  topic text not null,
  event_id text not null,
  fault text not null,
  found_at timestamp with time zone not null,
  constraint webhook_faults_pkey PRIMARY KEY (merchant_id, topic, event_id),
  constraint webhook_faults_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);
select protect_tenant_table('webhook_faults');

create table webhook_inbox (
  merchant_id bigint not null,
  topic text not null,
  event_id text not null,
  resource text not null,
  state jsonb not null,
  triggered_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  status text default 'waiting'::text not null,
  trace_context text,
  constraint webhook_inbox_pkey PRIMARY KEY (merchant_id, topic, event_id),
  constraint webhook_inbox_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint webhook_inbox_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'unread'::text, 'applied'::text]))
);
CREATE INDEX webhook_inbox_open ON public.webhook_inbox USING btree (merchant_id, status, triggered_at) WHERE (status <> 'applied'::text);
select protect_tenant_table('webhook_inbox');

create view stock_at_active_locations with (security_invoker=true) as
 SELECT merchant_id,
    variant_id,
    location_id,
    on_hand,
    available,
    committed,
    incoming
   FROM inventory_levels i
  WHERE NOT (EXISTS ( SELECT
           FROM locations l
          WHERE l.merchant_id = i.merchant_id AND l.location_id = i.location_id AND NOT l.is_active));
grant select on stock_at_active_locations to stockcast_app;

grant usage on schema public to public;
grant usage on sequence merchant_directory_merchant_id_seq to stockcast_app;
grant execute on function begin_demo(text,integer) to stockcast_app;
grant execute on function forget_audit(timestamp with time zone) to stockcast_app;
grant execute on function forget_compliance_requests(timestamp with time zone) to stockcast_app;
grant execute on function refresh_stale_statistics() to stockcast_app;
grant execute on function refresh_statistics() to stockcast_app;
