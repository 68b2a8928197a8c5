-- When the background work of each merchant is due, so that no schedule reads every merchant. Without row-level security,
-- because a schedule takes the due rows of all merchants at once. Without a foreign key, because its lock on the directory
-- would make transactions of one merchant wait for each other.
create table due_times (
  kind text not null check (kind in ('comparison', 'delivery', 'forecast', 'phone', 'retention', 'simulation')),
  merchant_id bigint not null,
  -- Which of several works of one kind, such as a channel of messages; empty when there is one.
  lane text not null default '',
  due_at timestamptz not null,
  primary key (kind, merchant_id, lane)
);
create index due_times_by_due on due_times (kind, due_at);
grant select, insert, update, delete on due_times to stockcast_app;

-- Who is notified at a phone number, by hash: a reply names only the number.
create table merchant_phones (
  merchant_id bigint primary key,
  phone_hash text not null
);
create index merchant_phones_by_hash on merchant_phones (phone_hash);
grant select, insert, update, delete on merchant_phones to stockcast_app;

do $$
declare
  directory record;
  at constant timestamptz := clock_timestamp()
    + coalesce((select offset_ms from clock_offset), 0) * interval '1 millisecond';
begin
  for directory in select merchant_id, shop_domain from merchant_directory order by merchant_id loop
    perform set_tenant(directory.merchant_id);
    insert into due_times (kind, merchant_id, lane, due_at)
    select 'comparison', directory.merchant_id, '', at + (directory.merchant_id % 15) * interval '1 minute'
    where directory.shop_domain is not null
    union all
    select 'forecast', directory.merchant_id, '', coalesce(
      ((m.forecast_as_of at time zone m.time_zone)::date + 1)::timestamp at time zone m.time_zone, at)
    from merchants m
    where m.id = directory.merchant_id
      and exists (select from variants v where v.merchant_id = directory.merchant_id)
    union all
    select 'simulation', directory.merchant_id, '', coalesce(
      (select (c.origin + 8)::timestamp at time zone m.time_zone from scorecards c
        where c.merchant_id = directory.merchant_id and c.lead_times_digest <> ''), at)
    from merchants m
    where m.id = directory.merchant_id and m.forecast_as_of is not null
    union all
    select 'retention', directory.merchant_id, '', at + (directory.merchant_id % 1440) * interval '1 minute'
    union all
    -- The program stores the hash, because only it has the key.
    select 'phone', directory.merchant_id, '', at
    from notification_channels c
    where c.merchant_id = directory.merchant_id and c.channel = 'sms' and c.target is not null
    union all
    select 'delivery', directory.merchant_id, waiting.lane, min(waiting.due_at)
    from (
      select n.channel || ':alerts' as lane, n.due_at from pending_notifications n
      where n.merchant_id = directory.merchant_id and n.status = 'waiting'
      union all
      select d.channel || case when d.kind in ('alerts', 'digest') then ':alerts'
        when d.kind in ('test', 'code') then ':single' else ':account' end, d.next_at
      from deliveries d
      where d.merchant_id = directory.merchant_id and d.status in ('queued', 'sending', 'retrying')
    ) waiting
    group by waiting.lane;
  end loop;
end
$$;
