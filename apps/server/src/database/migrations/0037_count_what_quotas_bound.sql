-- How often a merchant did something lately that is bounded by time; `since` is the first time that still counts.
create table quota_uses (
  merchant_id bigint not null,
  use text not null,
  since timestamptz not null,
  uses integer not null,
  primary key (merchant_id, use)
);
select protect_tenant_table('quota_uses');

-- Sales by SKU and day that were imported; null: not counted yet.
alter table merchants add column imported_sales bigint;

-- Demos that were begun, by the address of the demo account. Older ones go once their account has gone or was kept.
create table demo_starts (
  email text primary key,
  -- A keyed hash of the network address.
  caller text not null,
  started_at timestamptz not null default current_timestamp
);
create index demo_starts_by_caller on demo_starts (caller, started_at);
insert into demo_starts (email, caller, started_at)
select email, '', created_at from auth_users where email like '%@demo.invalid';

grant select, insert, update, delete on demo_starts to stockcast_app;
