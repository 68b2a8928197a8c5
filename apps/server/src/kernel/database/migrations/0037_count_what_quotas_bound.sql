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

-- Notes that a demo begins, if one more may: `all` where as many accounts exist as may, `caller` where this address has
-- begun as many within an hour. One at a time, so that calls at the same moment cannot pass together.
create function begin_demo(new_email text, new_caller text, most_live integer, most_of_caller integer) returns text
  language plpgsql set search_path = public as
$$
declare
  live integer;
  of_caller integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('demo_starts', 0));
  delete from demo_starts d
  where d.started_at < clock_timestamp() - interval '1 hour'
    and not exists (select from auth_users u where u.email = d.email);
  -- The account of one that has just begun is still being made.
  select count(*) filter (where d.started_at > clock_timestamp() - interval '1 minute'
        or exists (select from auth_users u where u.email = d.email)),
      count(*) filter (where d.caller = new_caller and d.started_at > clock_timestamp() - interval '1 hour')
    into live, of_caller
  from demo_starts d;
  if live >= most_live then return 'all'; end if;
  if of_caller >= most_of_caller then return 'caller'; end if;
  insert into demo_starts (email, caller, started_at) values (new_email, new_caller, clock_timestamp());
  return 'begun';
end
$$;
revoke all on function begin_demo(text, text, integer, integer) from public;
grant execute on function begin_demo(text, text, integer, integer) to stockcast_app;
