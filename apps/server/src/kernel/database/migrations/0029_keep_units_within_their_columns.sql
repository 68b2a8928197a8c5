-- A sum of units as a column of units can keep it: no product has more than 2,147,483,647.
create function to_units(total bigint) returns integer
  language sql immutable parallel safe
  return greatest(least(total, 2147483647), -2147483648)::integer;

-- Deliveries that could not be applied, each set aside alone so that the others go on. Gone with the next comparison of
-- the whole store.
create table webhook_faults (
  merchant_id bigint not null references merchants (id) on delete cascade,
  topic text not null,
  event_id text not null,
  -- What the database or the program said, for the operator.
  fault text not null,
  found_at timestamptz not null,
  primary key (merchant_id, topic, event_id)
);
select protect_tenant_table('webhook_faults');
