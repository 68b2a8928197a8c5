-- Renames tables and columns to the terms of GLOSSARY.md. No older version of the program runs meanwhile.

alter table stock_outlooks rename to stock_projections;
alter table stock_projections rename column outlook_kind to projection_kind;
alter table stock_projections rename column need to recommendation;
alter table stock_projections rename column stockout_before_arrival to lead_time_stockout_probability;
alter table stock_projections rename column value_at_risk to expected_lost_sales;
alter table stock_projections rename column value_at_risk_7 to expected_lost_sales_7;
alter table stock_projections rename column value_at_risk_14 to expected_lost_sales_14;
alter table stock_projections rename column value_at_risk_30 to expected_lost_sales_30;
alter table stock_projections rename column value_at_risk_90 to expected_lost_sales_90;

alter table shop_days rename column values_at_risk to expected_lost_sales;
alter table forecasts rename column law to distribution;
alter table shop_forecasts rename column law to distribution;
alter table inventory_levels rename column told_at to event_at;
alter table orders rename column told_at to event_at;

alter table act_links rename to action_links;
alter table action_links rename column act to action;
alter table alert_notices rename to pending_notifications;
alter table alert_silences rename to alert_snoozes;
alter table noted_orders rename to open_orders;
alter table open_orders rename column noted_at to recorded_at;

-- Row-level security shows the rows of one merchant at a time.
do $$
declare
  tenant bigint;
begin
  for tenant in select merchant_id from merchant_directory loop
    perform set_tenant(tenant);
    update stock_projections
      set recommendation = recommendation - 'gapDays' || jsonb_build_object('expectedStockoutDays', recommendation -> 'gapDays')
      where recommendation ? 'gapDays';
    -- The file of inputs beside the result names a day of its orders otherwise: with no digest, the scheduled task
    -- computes both again within minutes.
    update scorecards
      set lead_times_digest = '',
        result = replace((result - 'replay' || jsonb_build_object('simulation', result -> 'replay'))::text,
          '"for_nothing"', '"false_alarm"')::jsonb
      where result ? 'replay';
  end loop;
  perform set_config('app.merchant_id', '', true);
end $$;

do $$
declare
  term record;
  named record;
begin
  for term in
    select * from (values
      ('stock_projections', 'stock_outlooks', 'stock_projections'), ('stock_projections', 'outlook_kind', 'projection_kind'),
      ('action_links', 'act_links', 'action_links'), ('action_links', 'alert_id_act_key', 'alert_id_action_key'),
      ('action_links', 'act_check', 'action_check'), ('pending_notifications', 'alert_notices', 'pending_notifications'),
      ('alert_snoozes', 'alert_silences', 'alert_snoozes'), ('open_orders', 'noted_orders', 'open_orders')
    ) as t (tab, old, new)
  loop
    for named in
      select conname from pg_constraint
      where conrelid = term.tab::regclass and position(term.old in conname) > 0 and contype <> 'n'
    loop
      execute format('alter table %I rename constraint %I to %I', term.tab, named.conname,
        replace(named.conname, term.old, term.new));
    end loop;
    for named in
      select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = term.tab::regclass and position(term.old in c.relname) > 0
    loop
      execute format('alter index %I rename to %I', named.relname, replace(named.relname, term.old, term.new));
    end loop;
    for named in
      select c.relname from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S'
      where d.refobjid = term.tab::regclass and position(term.old in c.relname) > 0
    loop
      execute format('alter sequence %I rename to %I', named.relname, replace(named.relname, term.old, term.new));
    end loop;
  end loop;
end $$;

create or replace function due_channels(at timestamp with time zone)
 RETURNS TABLE(tenant bigint, due_channel text, lane text)
 LANGUAGE plpgsql
AS $function$
begin
  for tenant in select d.merchant_id from merchant_directory d order by d.merchant_id loop
    perform set_tenant(tenant);
    for due_channel, lane in
      select n.channel, 'alerts' from pending_notifications n
      where n.merchant_id = tenant and n.status = 'waiting' and n.due_at <= at
      union
      select d.channel, case when d.kind in ('alerts', 'digest') then 'alerts' when d.kind in ('test', 'code')
        then 'single' else 'account' end from deliveries d
      where d.merchant_id = tenant and d.status in ('queued', 'sending', 'retrying') and d.next_at <= at
    loop
      return next;
    end loop;
  end loop;
end
$function$;

create or replace function refresh_stale_statistics()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
      'forecasts', 'stock_projections', 'variant_trends')
    and s.n_mod_since_analyze >= 500
    and (s.n_live_tup >= 1.2 * greatest(c.reltuples, 0)
      or (s.n_mod_since_analyze >= 0.1 * c.reltuples and last_time < clock_timestamp() - interval '10 minutes'));
  foreach stale_table in array stale loop
    execute format('analyze %I', stale_table);
  end loop;
  if stale <> '{}' then update statistics_refreshes set refreshed_at = clock_timestamp(); end if;
  return stale;
end
$function$;

create or replace function refresh_statistics()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$ begin
  analyze products, variants, inventory_levels, orders, order_lines, sales_daily, stock_daily;
  analyze forecasts, stock_projections, variant_trends;
end $function$;
