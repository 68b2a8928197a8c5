-- What the store knew to be on the way at the end of the day; null: not recorded.
alter table stock_daily add column incoming integer;
