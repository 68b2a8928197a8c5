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
  -- Days on which orders are placed: any, some weekdays (1 is Monday), or every `review_weeks` weeks from `review_from`.
  review_kind text not null default 'any_day' check (review_kind in ('any_day', 'weekdays', 'weeks')),
  review_weekdays integer[],
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
  primary key (merchant_id, id),
  unique (merchant_id, name_key),
  check ((review_kind = 'weekdays') = (review_weekdays is not null)),
  check (review_weekdays <@ array[1, 2, 3, 4, 5, 6, 7] and cardinality(review_weekdays) > 0),
  check ((review_kind = 'weeks') = (review_weeks is not null)),
  check ((review_kind = 'weeks') = (review_from is not null)),
  check ((minimum_kind = 'none') = (minimum_amount is null))
);
select protect_tenant_table('suppliers');

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
  primary key (merchant_id, supplier_id, variant_id)
);
create index supplier_variants_by_variant on supplier_variants (merchant_id, variant_id, rank);
create unique index supplier_variants_one_preferred on supplier_variants (merchant_id, variant_id) where rank = 1;
select protect_tenant_table('supplier_variants');
alter table supplier_variants
  add foreign key (merchant_id, supplier_id) references suppliers (merchant_id, id) on delete cascade,
  add foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade;

-- The last number that was given to an order: none is used twice.
create table purchase_order_numbers (
  merchant_id bigint not null,
  last_number integer not null check (last_number >= 0),
  primary key (merchant_id)
);
select protect_tenant_table('purchase_order_numbers');

create table purchase_orders (
  merchant_id bigint not null,
  id bigint generated always as identity,
  number integer not null check (number >= 1),
  -- Null in a noted order.
  supplier_id bigint,
  -- What the order says of its supplier once it is ordered; changes of the supplier no longer change it.
  supplier_snapshot jsonb,
  -- An order of one product that the merchant noted as placed elsewhere. The stock tells what of it arrived.
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
  primary key (merchant_id, id),
  unique (merchant_id, number),
  check (supplier_id is not null or is_noted or source <> 'own'),
  check ((status in ('draft', 'cancelled')) or ordered_on is not null),
  check ((status in ('received', 'closed', 'cancelled')) = (closed_at is not null)),
  check ((closed_at is null) = (closed_because is null))
);
create unique index purchase_orders_external on purchase_orders (merchant_id, source, external_id)
  where external_id is not null;
create index purchase_orders_by_supplier on purchase_orders (merchant_id, supplier_id, id);
create index purchase_orders_open on purchase_orders (merchant_id, id) where status in ('ordered', 'partly_received');
create index purchase_orders_drafts on purchase_orders (merchant_id, id) where status = 'draft';
select protect_tenant_table('purchase_orders');
alter table purchase_orders
  add foreign key (merchant_id, supplier_id) references suppliers (merchant_id, id);

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
  replaced_units integer not null default 0 check (replaced_units between 0 and rejected_units),
  cancelled_units integer not null default 0 check (cancelled_units >= 0),
  expected_on date,
  -- Units still to come, as far as the order knows.
  remaining_units integer not null generated always as (greatest(0, coalesce(confirmed_units, ordered_units)
    - received_units - (rejected_units - replaced_units) - cancelled_units)) stored,
  -- Of the remaining units, those that the store already counts, in its stock or as incoming.
  seen_units integer not null default 0 check (seen_units >= 0),
  -- Received units that the stock does not show yet.
  awaited_units integer not null default 0 check (awaited_units >= 0),
  -- The stock and the incoming units of the variant when they were last compared.
  available_seen integer,
  incoming_seen integer,
  primary key (merchant_id, order_id, id),
  unique (merchant_id, order_id, variant_id)
);
create index purchase_order_lines_by_variant on purchase_order_lines (merchant_id, variant_id, order_id);
create index purchase_order_lines_open on purchase_order_lines (merchant_id, variant_id)
  where remaining_units > 0 or awaited_units > 0;
select protect_tenant_table('purchase_order_lines');
alter table purchase_order_lines
  add foreign key (merchant_id, order_id) references purchase_orders (merchant_id, id) on delete cascade;

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
  unique (merchant_id, reverses)
);
create index receipts_by_order on receipts (merchant_id, order_id, id);
select protect_tenant_table('receipts');
alter table receipts
  add foreign key (merchant_id, order_id) references purchase_orders (merchant_id, id) on delete cascade;

create table receipt_lines (
  merchant_id bigint not null,
  receipt_id bigint not null,
  line_id bigint not null,
  accepted_units integer not null,
  rejected_units integer not null default 0,
  replaced_units integer not null default 0,
  primary key (merchant_id, receipt_id, line_id),
  check (accepted_units <> 0 or rejected_units <> 0),
  check (sign(accepted_units) * sign(rejected_units) >= 0 and abs(replaced_units) <= abs(rejected_units))
);
select protect_tenant_table('receipt_lines');
alter table receipt_lines
  add foreign key (merchant_id, receipt_id) references receipts (merchant_id, id) on delete cascade;

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
  unique (merchant_id, order_id, order_version, press_key)
);
create index purchase_order_mails_by_delivery on purchase_order_mails (merchant_id, delivery_id);
select protect_tenant_table('purchase_order_mails');
alter table purchase_order_mails
  add foreign key (merchant_id, order_id) references purchase_orders (merchant_id, id) on delete cascade;
