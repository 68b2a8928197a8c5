-- Units of the stock beyond what demand needs; null without a forecast.
alter table stock_projections
  add column excess_units integer,
  add constraint stock_projections_excess_units check (excess_units >= 0);

-- How even the weekly sales are, and whether nothing was sold on the last 90 days in stock, as of `origin`.
alter table forecasts
  add column xyz text,
  add column is_dead boolean not null default false,
  add constraint forecasts_xyz check (xyz in ('x', 'y', 'z'));
