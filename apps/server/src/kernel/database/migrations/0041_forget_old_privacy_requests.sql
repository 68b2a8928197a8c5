-- The app may write and read privacy requests. Of what is there it may remove only what is older than a year.
create function forget_compliance_requests(before timestamptz) returns bigint
  language sql security definer set search_path = public as $$
  with gone as (
    delete from compliance_requests where received_at < least(before, now() - interval '1 year') returning 1
  )
  select count(*) from gone
$$;
revoke execute on function forget_compliance_requests(timestamptz) from public;
grant execute on function forget_compliance_requests(timestamptz) to stockcast_app;
