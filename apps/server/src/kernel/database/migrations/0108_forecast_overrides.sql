-- A forecast changed by hand: of a product, of what a supplier sells first, or of a vendor, on some days. It ends by itself.
create table forecast_overrides (
  merchant_id bigint not null,
  id bigint generated always as identity,
  scope text not null check (scope in ('product', 'supplier', 'vendor')),
  -- Names as they were when it was made.
  scope_name text not null,
  kind text not null check (kind in ('percent', 'per_day', 'total', 'like')),
  -- In percent, or in units of all its products together.
  amount integer not null,
  -- The product that another one is like; that may be gone.
  like_variant_id bigint,
  like_name text,
  starts_on date not null,
  ends_on date not null,
  reason text not null default '',
  author text not null,
  created_at timestamptz not null,
  -- Kept for a while after it was removed, so that this can be undone.
  removed_at timestamptz,
  -- How many products it concerned when it was made: of two on a day, the one with fewer counts.
  products integer not null check (products > 0),
  -- What all of them were expected to sell on each of its days, which tells how much of a total is left.
  weights real[] not null,
  -- Units of all its days together, when it was made.
  baseline_units double precision not null,
  changed_units double precision not null,
  -- Known once it has ended: the products whose sales tell, and the sums of their absolute errors in units.
  judged_products integer,
  baseline_error double precision,
  changed_error double precision,
  primary key (merchant_id, id),
  check ((kind = 'like') = (like_variant_id is not null and like_name is not null)),
  check (ends_on >= starts_on and ends_on - starts_on < 366)
);
create index forecast_overrides_by_end on forecast_overrides (merchant_id, ends_on);
select protect_tenant_table('forecast_overrides');

-- The products that it concerned when it was made, with their part of its units.
create table forecast_override_variants (
  merchant_id bigint not null,
  override_id bigint not null,
  variant_id bigint not null,
  amount double precision not null,
  baseline_units double precision not null,
  changed_units double precision not null,
  primary key (merchant_id, override_id, variant_id),
  foreign key (merchant_id, override_id) references forecast_overrides (merchant_id, id) on delete cascade,
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);
create index forecast_override_variants_by_variant on forecast_override_variants (merchant_id, variant_id);
select protect_tenant_table('forecast_override_variants');
