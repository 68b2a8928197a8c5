-- A row of stock_daily says the closing stock of all days from `day` to `last_day`, and of `day` alone while `last_day` is
-- null, so that a day without a change needs no row of its own. A program that does not know the column adds a row for
-- each day, which stays true.
alter table stock_daily
  add column last_day date,
  add constraint stock_daily_last_day check (last_day >= day);

-- Days are appended to rows in place, which needs free space on their page.
alter table stock_daily set (fillfactor = 90);

do $$
declare
  directory record;
begin
  for directory in select merchant_id from merchant_directory order by merchant_id loop
    perform set_tenant(directory.merchant_id);
    with days as (
      select variant_id, day, closing_stock, incoming,
        day - row_number() over (partition by variant_id, closing_stock, incoming order by day)::integer as run
      from stock_daily
      where merchant_id = directory.merchant_id
    ), periods as (
      select variant_id, min(day) as day, max(day) as last_day
      from days
      group by variant_id, closing_stock, incoming, run
      having count(*) > 1
    ), extended as (
      update stock_daily s set last_day = p.last_day
      from periods p
      where s.merchant_id = directory.merchant_id and s.variant_id = p.variant_id and s.day = p.day
    )
    delete from stock_daily s
    using periods p
    where s.merchant_id = directory.merchant_id and s.variant_id = p.variant_id
      and s.day > p.day and s.day <= p.last_day;
  end loop;
end
$$;
