-- Pages of products are read in the order of an index. The index by title also finds the product, whose status decides
-- whether a variant is on sale.
drop index variants_by_title;
create index variants_by_title on variants (merchant_id, title_key, variant_id) include (product_id);
create index stock_projections_by_days on stock_projections (merchant_id, days_until_stockout, variant_id);
create index products_off_sale on products (merchant_id, product_id) where status in ('archived', 'draft');
-- Every page asks whether a catalogue has sample data.
create index variants_of_example_stores on variants (merchant_id) where shop_domain like '%example%';

-- Sums over all variants of a merchant, which screens show. They are derived after each refresh of the stock projection
-- and hold while the merchant has no row in `stale_totals`.
create table catalog_totals (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  -- Variants by stock status.
  counts jsonb not null,
  summary jsonb not null,
  stock jsonb not null
);
select protect_tenant_table('catalog_totals');

-- Writes since the totals were derived. Many marks are as good as one: without a unique key, writers never wait for each
-- other here.
create table stale_totals (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  primary key (merchant_id, id)
);
select protect_tenant_table('stale_totals');

-- One mark is enough for a transaction. Rows that are deleted with their account mark nothing.
create function mark_stale_totals() returns trigger language plpgsql as $$
begin
  insert into stale_totals (merchant_id)
  select distinct w.merchant_id from written w
  where exists (select from merchant_directory d where d.merchant_id = w.merchant_id)
    and not exists (
      select from stale_totals s where s.merchant_id = w.merchant_id and s.xmin = pg_current_xact_id()::xid);
  return null;
end
$$;

do $$
declare
  summed text;
begin
  foreach summed in array array['products', 'variants', 'stock_projections'] loop
    execute format('create trigger %I after insert on %I referencing new table as written
      for each statement execute function mark_stale_totals()', summed || '_inserted', summed);
    execute format('create trigger %I after update on %I referencing new table as written
      for each statement execute function mark_stale_totals()', summed || '_updated', summed);
    execute format('create trigger %I after delete on %I referencing old table as written
      for each statement execute function mark_stale_totals()', summed || '_deleted', summed);
  end loop;
end
$$;
