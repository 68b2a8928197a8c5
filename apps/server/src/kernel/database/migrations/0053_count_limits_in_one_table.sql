-- Counts everything that is limited by time in one table, which all merchants share. A key is a keyed hash if it would
-- hold an address, and otherwise what is done and the merchant's number. No older version of the program runs meanwhile.
create table limit_counts (
  key text primary key,
  -- When the uses that count began: each, the first, or the last of them, as the rule says.
  times timestamptz[] not null,
  uses integer not null,
  forget_at timestamptz not null
);
grant select, insert, update, delete on limit_counts to stockcast_app;

-- Counts of an hour or a day are carried over. Counts of wrong passwords, reset mails and requests begin again: they
-- last for 15 minutes at most.
insert into limit_counts (key, times, uses, forget_at)
select contact_hash, array[counted_from], count, counted_from + interval '1 day'
from contact_counts where counted_from > current_timestamp - interval '1 day';

insert into limit_counts (key, times, uses, forget_at)
select caller, array_agg(started_at order by started_at), count(*), max(started_at) + interval '1 hour'
from demo_starts where caller <> '' and started_at > current_timestamp - interval '1 hour'
group by caller;

-- Row-level security shows the rows of one merchant at a time.
do $$
declare
  tenant bigint;
begin
  for tenant in select merchant_id from merchant_directory loop
    perform set_tenant(tenant);
    insert into limit_counts (key, times, uses, forget_at)
    select use || ':' || merchant_id, array[since], uses, since + interval '1 day'
    from quota_uses where merchant_id = tenant and since > current_timestamp - interval '1 day';

    insert into limit_counts (key, times, uses, forget_at)
    select use || ':' || tenant, array_agg(created_at order by created_at), count(*), max(created_at) + interval '1 day'
    from deliveries
    cross join lateral (values
      (case kind when 'test' then 'test_of_day_' || channel when 'confirm' then 'confirm_mail' else 'phone_code' end),
      (case when kind = 'test' then 'test_' || channel end)) as named (use)
    where merchant_id = tenant and kind in ('test', 'confirm', 'code') and use is not null
      and created_at > current_timestamp - interval '1 day'
    group by use;
  end loop;
  perform set_config('app.merchant_id', '', true);
end $$;

drop function begin_demo(text, text, integer, integer);
alter table demo_starts drop column caller;
drop table auth_tries, auth_rate_limits, contact_counts, quota_uses;

-- Records that a demo begins; false where as many demo accounts exist as may. One at a time, so that calls at the same
-- moment cannot pass together.
create function begin_demo(new_email text, most_live integer) returns boolean
  language plpgsql set search_path = public as
$$
declare
  live integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('demo_starts', 0));
  delete from demo_starts d
  where d.started_at < clock_timestamp() - interval '1 hour'
    and not exists (select from auth_users u where u.email = d.email);
  -- The account of one that has just begun is still being made.
  select count(*) filter (where d.started_at > clock_timestamp() - interval '1 minute'
        or exists (select from auth_users u where u.email = d.email))
    into live
  from demo_starts d;
  if live >= most_live then return false; end if;
  insert into demo_starts (email, started_at) values (new_email, clock_timestamp());
  return true;
end
$$;
revoke all on function begin_demo(text, integer) from public;
grant execute on function begin_demo(text, integer) to stockcast_app;
