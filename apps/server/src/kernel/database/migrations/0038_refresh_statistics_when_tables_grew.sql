-- When the planner's statistics were last refreshed by the app. One row: who locks it refreshes, everybody else goes on.
create table statistics_refreshes (
  is_only boolean primary key default true check (is_only),
  refreshed_at timestamptz not null
);
insert into statistics_refreshes (refreshed_at) values ('-infinity');

-- Analyses the tables that need it and returns their names: at once those that hold a fifth more rows than their
-- statistics know, the others when a tenth has changed and ten minutes have passed since the last time.
create function refresh_stale_statistics() returns text[]
  language plpgsql security definer set search_path = public as
$$
declare
  last_time timestamptz;
  stale text[];
  stale_table text;
begin
  select refreshed_at into last_time from statistics_refreshes for update skip locked;
  if not found then return '{}'; end if;
  select coalesce(array_agg(s.relname::text order by s.relname), '{}') into stale
  from pg_stat_user_tables s
  join pg_class c on c.oid = s.relid
  where s.schemaname = 'public'
    and s.relname in ('products', 'variants', 'inventory_levels', 'orders', 'order_lines', 'sales_daily', 'stock_daily',
      'forecasts', 'stock_outlooks', 'variant_trends')
    and s.n_mod_since_analyze >= 500
    and (s.n_live_tup >= 1.2 * greatest(c.reltuples, 0)
      or (s.n_mod_since_analyze >= 0.1 * c.reltuples and last_time < clock_timestamp() - interval '10 minutes'));
  foreach stale_table in array stale loop
    execute format('analyze %I', stale_table);
  end loop;
  if stale <> '{}' then update statistics_refreshes set refreshed_at = clock_timestamp(); end if;
  return stale;
end
$$;
revoke all on function refresh_stale_statistics() from public;
grant execute on function refresh_stale_statistics() to stockcast_app;
