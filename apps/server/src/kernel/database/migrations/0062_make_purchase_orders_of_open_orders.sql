-- Runs alone. The table of open orders goes: each becomes a purchase order of one line without a supplier.
do $$
declare
  directory record;
begin
  for directory in select merchant_id from merchant_directory order by merchant_id loop
    perform set_tenant(directory.merchant_id);
    if not exists (select from open_orders where merchant_id = directory.merchant_id) then
      continue;
    end if;
    insert into purchase_orders (merchant_id, number, is_noted, status, currency, ordered_on, expected_on, external_id,
      created_at, updated_at, ordered_at, closed_at, closed_because)
    select o.merchant_id, row_number() over (partition by o.merchant_id order by o.recorded_at, o.id), true,
      case o.closed_because when 'arrived' then 'received' when 'overdue' then 'closed' when 'removed' then 'cancelled'
        else 'ordered' end,
      case when m.currency ~ '^[A-Z]{3}$' then m.currency else 'USD' end,
      (o.recorded_at at time zone m.time_zone)::date, o.expected_on, 'open-order-' || o.id,
      o.recorded_at, coalesce(o.closed_at, o.recorded_at), o.recorded_at, o.closed_at, o.closed_because
    from open_orders o
    join merchants m on m.id = o.merchant_id
    where o.merchant_id = directory.merchant_id and m.id = directory.merchant_id;

    insert into purchase_order_lines (merchant_id, order_id, position, variant_id, title, sku, ordered_units,
      received_units, cancelled_units, seen_units, available_seen, incoming_seen)
    select p.merchant_id, p.id, 0, o.variant_id, v.title, v.sku, o.units,
      case when o.closed_because = 'arrived' then o.units when o.closed_at is null then 0 else o.units - o.units_left end,
      case when o.closed_because in ('overdue', 'removed') then o.units_left else 0 end,
      case when o.closed_at is null then o.units - o.units_left else 0 end,
      o.available_seen, o.incoming_seen
    from purchase_orders p
    join open_orders o on o.merchant_id = p.merchant_id and p.external_id = 'open-order-' || o.id
    join variants v on v.merchant_id = o.merchant_id and v.variant_id = o.variant_id
    where p.merchant_id = directory.merchant_id and o.merchant_id = directory.merchant_id
      and v.merchant_id = directory.merchant_id;

    insert into receipts (merchant_id, order_id, received_on, recorded_at, idempotency_key)
    select p.merchant_id, p.id, greatest(p.ordered_on, (p.closed_at at time zone m.time_zone)::date), p.closed_at,
      'stock-' || p.id
    from purchase_orders p
    join merchants m on m.id = p.merchant_id
    join purchase_order_lines l on l.merchant_id = p.merchant_id and l.order_id = p.id
    where p.merchant_id = directory.merchant_id and m.id = directory.merchant_id
      and l.merchant_id = directory.merchant_id and l.received_units > 0;

    insert into receipt_lines (merchant_id, receipt_id, line_id, accepted_units)
    select r.merchant_id, r.id, l.id, l.received_units
    from receipts r
    join purchase_order_lines l on l.merchant_id = r.merchant_id and l.order_id = r.order_id
    where r.merchant_id = directory.merchant_id and l.merchant_id = directory.merchant_id;

    insert into purchase_order_numbers (merchant_id, last_number)
    select p.merchant_id, max(p.number) from purchase_orders p
    where p.merchant_id = directory.merchant_id group by p.merchant_id;

    update purchase_orders set external_id = null where merchant_id = directory.merchant_id;
  end loop;
end
$$;

drop table open_orders;
