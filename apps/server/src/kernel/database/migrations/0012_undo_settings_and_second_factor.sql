-- The latest change of many products' settings, as it was before and after, so that it can be undone.
create table override_changes (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  id bigint generated always as identity,
  changed_at timestamptz not null,
  variant_ids bigint[] not null,
  safety_stock_before integer[] not null,
  lead_time_before integer[] not null,
  safety_stock_after integer[] not null,
  lead_time_after integer[] not null
);
select protect_tenant_table('override_changes');

-- The second step of sign-in. Secret and backup codes are encrypted with the server's secret.
alter table auth_users add column two_factor_enabled boolean not null default false;
create table auth_two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth_users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
grant select, insert, update, delete on auth_two_factors to stockcast_app;

-- Moved with each access token; `updated_at` moves once a day.
alter table auth_sessions add column last_seen_at timestamptz;

-- Removes whatever tables behind the wall hold of the current tenant, tables yet to come included.
create function erase_tenant(id bigint) returns void
  language plpgsql as
$$
declare
  wall record;
begin
  perform set_tenant(id);
  delete from merchant_directory where merchant_id = id;
  -- What hung on the directory went with it; the rest stands without foreign keys.
  for wall in
    select c.oid::regclass as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
  loop
    execute format('delete from %s where merchant_id = $1', wall.name) using id;
  end loop;
end
$$;
