-- What is sold and kept where, and moved from where to where.
alter table orders add column location_id bigint;
