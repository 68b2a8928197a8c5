-- Accounts that were deleted and whose rows are still being removed. The directory row, the user and the sessions go at
-- once; `id` is the merchant, who is in no other list by then.
create table account_erasures (
  id bigint primary key,
  user_id uuid not null,
  asked_at timestamptz not null
);
grant select, insert, delete on account_erasures to stockcast_app;

-- The directory row goes first and alone: removing it must not remove everything else in the same statement.
alter table merchants drop constraint merchants_id_fkey;

-- Programs from before this migration still call it.
create or replace function erase_tenant(id bigint) returns void language plpgsql as $$
declare
  owned record;
begin
  perform set_tenant(id);
  delete from merchant_directory d where d.merchant_id = erase_tenant.id;
  delete from merchants m where m.id = erase_tenant.id;
  for owned in
    select c.oid::regclass as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      -- From the others the app may not delete; their rows go with the merchant.
      and has_table_privilege(c.oid, 'delete')
  loop
    execute format('delete from %s where merchant_id = $1', owned.name) using erase_tenant.id;
  end loop;
end
$$;

-- Sales that go with their account mark no day.
create or replace function mark_stale_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into stale_days (merchant_id, day)
    select distinct merchant_id, day from old_sales s
    where exists (select from merchant_directory d where d.merchant_id = s.merchant_id);
  else
    insert into stale_days (merchant_id, day) select distinct merchant_id, day from new_sales;
  end if;
  return null;
end
$$;
