-- The days without stock of some variants are a small part of their days, most of which are in stock.
create index stock_daily_empty on stock_daily (merchant_id, variant_id, day) include (last_day) where closing_stock <= 0;
