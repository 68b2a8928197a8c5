-- What each variant contributes a day, and its class of importance, so that lists read the class; null without a price,
-- and until the stock projection is derived again.
alter table stock_projections
  add column daily_contribution double precision,
  add column abc text,
  add constraint stock_projections_abc check (abc in ('a', 'b', 'c'));
