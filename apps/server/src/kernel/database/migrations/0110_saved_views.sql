-- How a list is filtered, sorted and shown, under a name. Everybody in the shop sees them.
create table saved_views (
  merchant_id bigint not null,
  id bigint generated always as identity,
  list text not null check (list in ('products', 'order', 'excess', 'alerts', 'trends', 'settings')),
  name text not null check (char_length(name) between 1 and 40),
  -- The search part of the address, and the hidden columns.
  content jsonb not null,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);
create unique index saved_views_by_name on saved_views (merchant_id, list, lower(name));
select protect_tenant_table('saved_views');
