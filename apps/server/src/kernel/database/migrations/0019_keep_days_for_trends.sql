-- What trends rank by, derived with the outlook: expected units a day over the next 30 days, and the sales value
-- expected to be missed in the next 7, 14, 30 and 90 days if nothing is ordered.
alter table stock_outlooks add column expected_daily_demand real not null default 0;
alter table stock_outlooks add column value_at_risk_7 real;
alter table stock_outlooks add column value_at_risk_14 real;
alter table stock_outlooks add column value_at_risk_30 real;
alter table stock_outlooks add column value_at_risk_90 real;

-- Sums of one variant over the last 7, 14, 30 and 90 days to yesterday, in this order, as of `computed_for`.
create table variant_trends (
  merchant_id bigint not null,
  variant_id bigint not null,
  units_sold integer[] not null,
  -- Over as many days before.
  units_sold_before integer[] not null,
  days_out_of_stock integer[] not null,
  -- Days whose closing stock is known.
  days_known integer[] not null,
  computed_for date not null,
  primary key (merchant_id, variant_id),
  foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade
);
select protect_tenant_table('variant_trends');

-- One day of the whole shop. Sums are null until the day is over and derived; stock is null where it is not known.
create table shop_days (
  merchant_id bigint not null references merchants (id) on delete cascade,
  day date not null,
  units_sold integer,
  -- Of variants on sale with tracked stock, as are the next three.
  units_from_stock integer,
  closing_stock bigint,
  variants_known integer,
  variants_out_of_stock integer,
  -- As seen on that day, for the next 7, 14, 30 and 90 days.
  values_at_risk real[],
  primary key (merchant_id, day)
);
select protect_tenant_table('shop_days');

-- Days whose sales were written since they were summed. Many marks of a day are as good as one: without a unique key,
-- writers never wait for each other here.
create table stale_days (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  day date not null,
  primary key (merchant_id, id)
);
create index stale_days_by_day on stale_days (merchant_id, day);
select protect_tenant_table('stale_days');

-- Whoever writes sales marks their days; sales that go after their merchant leave none.
create function mark_stale_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into stale_days (merchant_id, day)
    select distinct merchant_id, day from old_sales s
    where exists (select from merchants m where m.id = s.merchant_id);
  else
    insert into stale_days (merchant_id, day) select distinct merchant_id, day from new_sales;
  end if;
  return null;
end
$$;
create trigger sales_inserted after insert on sales_daily
  referencing new table as new_sales for each statement execute function mark_stale_days();
create trigger sales_updated after update on sales_daily
  referencing new table as new_sales for each statement execute function mark_stale_days();
create trigger sales_deleted after delete on sales_daily
  referencing old table as old_sales for each statement execute function mark_stale_days();
