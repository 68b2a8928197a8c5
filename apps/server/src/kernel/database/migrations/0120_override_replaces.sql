-- The change that an edited one took the place of, so that editing can be undone.
alter table forecast_overrides add column replaces bigint;
