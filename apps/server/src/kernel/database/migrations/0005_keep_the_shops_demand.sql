-- What the whole shop is expected to sell: the law of its total, fitted as a series of its own.
create table shop_forecasts (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  origin date not null,
  law real[] not null
);
select protect_tenant_table('shop_forecasts');

-- Alerts resolved by hand whose condition has not cleared since: read at every decision.
create index alerts_not_cleared on alerts (merchant_id, variant_id, type)
  where resolved_by = 'merchant' and cleared_at is null;
