-- Sample data is in it. Beside the rule by the shop's name.
alter table merchants add column is_demo boolean not null default false;

-- An uploaded file and what became of it. `report` has the preview, the totals and the first faults.
create table imports (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('products', 'sales')),
  status text not null
    check (status in ('uploaded', 'checking', 'ready', 'faulty', 'applying', 'applied', 'failed')),
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
