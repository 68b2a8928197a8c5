-- The service level that alerts and order dates run at; null: the default.
alter table merchants add column service_level real check (service_level > 0 and service_level < 1);

-- The latest replay of a shop's alerts, with all that it was made from, so that it can be made again elsewhere.
create table scorecards (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  computed_at timestamptz not null,
  -- Last day of data used.
  origin date not null,
  -- Of the lead times used: with others the card is made anew.
  lead_times_digest text not null,
  -- First day whose stock was recorded.
  recorded_since date,
  products jsonb not null,
  result jsonb not null,
  -- The replay file, compressed with gzip.
  inputs bytea not null
);
select protect_tenant_table('scorecards');
