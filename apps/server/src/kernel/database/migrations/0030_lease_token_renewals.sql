-- Who renews the tokens of a shop at this moment, and until when nobody else does. Both are null in between.
alter table shop_connections
  add column renewal_id uuid,
  add column renewing_until timestamptz;
