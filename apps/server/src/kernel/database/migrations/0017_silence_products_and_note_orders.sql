-- A product that a person wants to hear nothing of: until a time, until its stock rises, or for good.
create table alert_silences (
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
select protect_tenant_table('alert_silences');

-- Units that the merchant says are ordered. `units_left` are still to come; stock and transfers as last seen tell how many came.
create table noted_orders (
  merchant_id bigint not null,
  id bigint generated always as identity,
  variant_id bigint not null,
  units integer not null check (units > 0),
  units_left integer not null check (units_left between 0 and units),
  expected_on date not null,
  noted_at timestamptz not null,
  available_seen integer not null,
  incoming_seen integer not null,
  closed_at timestamptz,
  closed_because text check (closed_because in ('arrived', 'overdue', 'removed')),
  primary key (merchant_id, id),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade,
  check ((closed_at is null) = (closed_because is null))
);
create index noted_orders_open on noted_orders (merchant_id, variant_id) where closed_at is null;
select protect_tenant_table('noted_orders');

-- What a link in a message may do, once: the same act of the same alert is one link, whatever channel it went out by.
create table act_links (
  merchant_id bigint not null,
  id bigint generated always as identity,
  alert_id bigint not null,
  variant_id bigint not null,
  act text not null check (act in ('ordered', 'snooze', 'mute')),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (merchant_id, id),
  unique (merchant_id, alert_id, act),
  foreign key (merchant_id, alert_id) references alerts (merchant_id, id) on delete cascade
);
select protect_tenant_table('act_links');

-- For the cooldown: what the system resolved lately.
create index alerts_resolved_lately on alerts (merchant_id, resolved_at) where resolved_by = 'system';
