-- Forecasts changed by hand, events and alerts can be of the products with a tag, or in a collection.
alter table forecast_overrides drop constraint forecast_overrides_scope_check,
  add constraint forecast_overrides_scope_check
    check (scope in ('product', 'supplier', 'vendor', 'tag', 'collection'));

-- Null: of all products, or of those in `shop_event_variants`. Products get the tag, or come into the collection, later too.
alter table shop_events
  add column tag text,
  add column collection_id bigint,
  add constraint shop_events_of_one_kind check (tag is null or collection_id is null);

-- Null: of all.
alter table alert_recipients add column tags text[];
