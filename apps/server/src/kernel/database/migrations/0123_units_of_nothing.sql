-- The sum of no rows is null, which `least` and `greatest` leave out: it became the largest number of units.
create or replace function to_units(total bigint) returns integer
  language sql immutable parallel safe
  return case when total is not null then greatest(least(total, 2147483647), -2147483648)::integer end;

-- Scorecards were simulated with such stock, so each is due again.
alter table scorecards no force row level security;
update scorecards set lead_times_digest = '';
alter table scorecards force row level security;
update due_times set due_at = 'epoch' where kind = 'simulation';
