-- The median margin of a shop's products as of the last pass over its catalogue: products without a price or a cost are planned with it.
alter table merchants add column median_margin_ratio float8;
