-- Checking each row against its parent costs several times the insert itself, and these two tables get half a million
-- rows at a time. Sales are only ever derived through `variants`; what removes variants removes their sales.
alter table sales_daily drop constraint sales_daily_merchant_id_variant_id_fkey;
alter table order_lines drop constraint order_lines_merchant_id_fkey;
