-- The merchant is named, so that a cluster asks the node of the merchant alone.
create or replace function forget_audit(before timestamptz) returns bigint
  language plpgsql security definer set search_path = public as
$$
declare
  tenant bigint := nullif(current_setting('app.merchant_id', true), '')::bigint;
  removed bigint;
begin
  delete from audit_log where merchant_id = tenant and at < least(before, current_timestamp - interval '1 year');
  get diagnostics removed = row_count;
  return removed;
end
$$;

-- In a cluster whose tables are distributed, a new table is distributed at once. Its foreign keys to other tables of
-- merchants are added after this call: a plain table cannot refer to a distributed one.
create or replace function protect_tenant_table(name regclass, tenant_column text default 'merchant_id') returns void
  language plpgsql as
$$
declare
  is_distributed boolean := false;
begin
  if exists (select from pg_extension where extname = 'citus') then
    execute $query$select exists (select from pg_dist_partition where logicalrelid = 'merchants'::regclass)$query$
      into is_distributed;
  end if;
  if is_distributed then
    execute format('select create_distributed_table(%L, %L, colocate_with => ''merchants'')', name, tenant_column);
  end if;
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format(
    'create policy own_rows on %s using (%I = nullif(current_setting(''app.merchant_id'', true), '''')::bigint) '
    'with check (%I = nullif(current_setting(''app.merchant_id'', true), '''')::bigint)',
    name, tenant_column, tenant_column);
  execute format('grant select, insert, update, delete on %s to stockcast_app', name);
end
$$;
