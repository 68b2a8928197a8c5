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
  primary key (merchant_id, topic, event_id)
);
create index webhook_inbox_open on webhook_inbox (merchant_id, status, triggered_at) where status <> 'applied';
select protect_tenant_table('webhook_inbox');

-- The three mandatory privacy topics, kept as proof and, for `shop/redact`, as a tombstone. Outside the wall: it outlives
-- the shop's data and names the shop by a hash only.
create table compliance_requests (
  topic text not null,
  event_id text not null,
  shop_hash text not null,
  triggered_at timestamptz not null,
  received_at timestamptz not null,
  primary key (topic, event_id)
);
create index compliance_requests_by_shop on compliance_requests (shop_hash);
grant select, insert on compliance_requests to stockcast_app;

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
      (select max(r.triggered_at) from compliance_requests r
        where r.topic = 'shop/redact' and r.shop_hash = encode(sha256(convert_to(m.shop_domain, 'UTF8')), 'hex')
      ) as redacted_at
    from merchant_directory m
    where m.shop_domain in (select d.shop from jsonb_to_recordset(deliveries) as d (shop text))
    order by m.merchant_id
  loop
    perform set_tenant(shop.merchant_id);
    -- In key order, so that two calls with the same deliveries never wait for each other.
    insert into webhook_inbox (merchant_id, topic, event_id, resource, state, triggered_at, received_at)
    select shop.merchant_id, d.topic, d.event_id, d.resource, d.state, d.triggered_at, at
    from jsonb_to_recordset(deliveries) as d
      (shop text, topic text, event_id text, resource text, state jsonb, triggered_at timestamptz)
    where d.shop = shop.shop_domain
      and (shop.redacted_at is null or d.triggered_at > shop.redacted_at or d.topic = 'shop/redact')
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

-- After an uninstall the connection is kept without tokens, so that a reinstall goes on with the data.
alter table shop_connections
  alter column access_token drop not null,
  drop constraint shop_connections_status_check,
  add constraint shop_connections_status_check check (status in ('connected', 'needs_reconnect', 'disconnected')),
  -- Why the merchant must act, in a sentence.
  add column message text;

-- When Shopify triggered the webhook that wrote the row; null when the store was read. Decides between two deliveries
-- of the same second.
alter table inventory_levels add column told_at timestamptz;
alter table orders
  add column told_at timestamptz,
  -- The instant behind `day`, so that a shop that moves to another time zone keeps its history.
  add column placed_at timestamptz;

alter table products add column is_gift_card boolean not null default false;
-- "Continue selling when out of stock": a day without stock is no day without sales.
alter table variants add column sells_without_stock boolean not null default false;

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
