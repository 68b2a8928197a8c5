-- Days on which the shop was or will be closed or have a sale, as the merchant tells, and orders of one product that were one-offs.
-- What the forecast found is proposed until the merchant confirms or denies it.
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
  check (ends_on >= starts_on and ends_on - starts_on < 364)
);
create unique index shop_events_one_proposal on shop_events (merchant_id, kind, starts_on) where status = 'proposed';
select protect_tenant_table('shop_events');

create table shop_event_variants (
  merchant_id bigint not null,
  event_id bigint not null,
  variant_id bigint not null,
  primary key (merchant_id, event_id, variant_id)
);
create index shop_event_variants_by_variant on shop_event_variants (merchant_id, variant_id);
select protect_tenant_table('shop_event_variants');
alter table shop_event_variants
  add foreign key (merchant_id, event_id) references shop_events (merchant_id, id) on delete cascade,
  add foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade;
