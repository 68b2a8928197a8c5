-- What the list reads of every plan, so that it reads `terms` of few. Derived from `terms`, so that rows of the version
-- before have them too. Each step is three float8 in network order: units, cost and value.
create function order_steps(terms jsonb) returns bytea
language sql immutable strict parallel safe
as $$
  select string_agg(
    float8send((step ->> 'units')::float8) || float8send((step ->> 'cost')::float8) || float8send((step ->> 'value')::float8),
    ''::bytea order by place)
  from jsonb_array_elements(terms -> 'steps') with ordinality as each (step, place)
$$;

alter table order_plans
  add column pack_size integer generated always as ((terms ->> 'packSize')::integer) stored,
  add column unit_cost_minor bigint generated always as ((terms ->> 'unitCostMinor')::bigint) stored,
  add column rate double precision generated always as ((terms ->> 'rate')::double precision) stored,
  add column price_breaks jsonb generated always as (nullif(terms -> 'priceBreaks', '[]'::jsonb)) stored,
  add column steps bytea generated always as (order_steps(terms)) stored;
