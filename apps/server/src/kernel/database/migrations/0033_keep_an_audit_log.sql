-- What matters for the safety of an account. The app adds and reads rows and can neither change nor remove them.
create table audit_log (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null,
  event text not null,
  -- Null where no request caused it, such as a message of the payment provider.
  address text,
  user_agent text,
  detail jsonb not null default '{}',
  primary key (merchant_id, id)
);
select protect_tenant_table('audit_log');
revoke update, delete on audit_log from stockcast_app;

-- Removes what is older than `before`, and never anything of the last year, from the log of the current tenant.
create function forget_audit(before timestamptz) returns bigint
  language plpgsql security definer set search_path = public as
$$
declare
  removed bigint;
begin
  delete from audit_log where at < least(before, current_timestamp - interval '1 year');
  get diagnostics removed = row_count;
  return removed;
end
$$;
revoke all on function forget_audit(timestamptz) from public;
grant execute on function forget_audit(timestamptz) to stockcast_app;

-- Leaves out tables from which the app may not delete; their rows go with the merchant.
create or replace function erase_tenant(id bigint) returns void
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
      and has_table_privilege(c.oid, 'delete')
  loop
    execute format('delete from %s where merchant_id = $1', wall.name) using id;
  end loop;
end
$$;
