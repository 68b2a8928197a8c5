-- How many days of demand an order covers after it has arrived: for the shop, and where they have their own, for a supplier and a product.
alter table settings
  add column default_cover_days integer not null default 30 check (default_cover_days between 1 and 365);
alter table suppliers add column cover_days integer check (cover_days between 1 and 365);
alter table variant_overrides add column cover_days integer check (cover_days between 1 and 365);
-- Null in changes that the former version stored.
alter table override_changes
  add column cover_days_before integer[],
  add column cover_days_after integer[];
