-- The counts of products by status at each location, which lists of a location show; null until they are summed the next time.
alter table catalog_totals add column places jsonb;
