-- Products that are sold as others: bundles, and assemblies that are made in advance.
create table bundles (
  merchant_id bigint not null,
  bundle_id bigint not null,
  -- `store`: the store sells the parts itself; `virtual`: its sales are demand for the parts; `assembly`: it has stock of its own.
  kind text not null check (kind in ('store', 'virtual', 'assembly')),
  make_days integer not null default 0 check (make_days between 0 and 365),
  primary key (merchant_id, bundle_id)
);
select protect_tenant_table('bundles');

-- A part outlasts its product, so that a bundle of which the store has deleted a part is known to be incomplete. A recipe outlasts
-- its bundle, so that past sales stay demand for the parts.
create table bundle_components (
  merchant_id bigint not null,
  bundle_id bigint not null,
  component_id bigint not null,
  -- From this day on, up to but not including `valid_until`.
  valid_from date not null default '1970-01-01',
  valid_until date not null default '9999-12-31',
  quantity integer not null check (quantity between 1 and 10000),
  source text not null check (source in ('store', 'own')),
  title text not null,
  primary key (merchant_id, bundle_id, component_id, source, valid_from),
  check (valid_from < valid_until)
);
create index bundle_components_by_component on bundle_components (merchant_id, component_id);
select protect_tenant_table('bundle_components');

-- Units that were sold without an order line of their own: parts in bundles, and bundles of which the store sells the parts.
create table bundled_sales (
  merchant_id bigint not null,
  variant_id bigint not null,
  day date not null,
  units integer not null check (units > 0),
  primary key (merchant_id, variant_id, day)
);
select protect_tenant_table('bundled_sales');

-- The bundle as a part of which the store sold a line.
alter table order_lines add column bundle_id bigint;
create index order_lines_by_bundle on order_lines (merchant_id, bundle_id, day) where bundle_id is not null;
