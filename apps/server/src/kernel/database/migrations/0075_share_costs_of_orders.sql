-- A line's share of its order's freight, duty and other costs, in minor units of the order's currency. The shares of an
-- order add up to these costs, unless they are not shared out.
alter table purchase_order_lines
  add column shared_cost_minor bigint not null default 0,
  add constraint purchase_order_lines_shared_cost_minor_check check (shared_cost_minor >= 0);

do $$
declare
  directory record;
begin
  for directory in select merchant_id from merchant_directory order by merchant_id loop
    perform set_tenant(directory.merchant_id);
    update purchase_order_lines l
    set shared_cost_minor = s.share + case when s.place = 1 then s.extra - s.shared else 0 end
    from (
      select order_id, id, extra, share, place, sum(share) over (partition by order_id) as shared
      from (
        select order_id, id, extra,
          coalesce(trunc(extra * weight / nullif(sum(weight) over (partition by order_id), 0)), 0) as share,
          row_number() over (partition by order_id order by weight desc, position, id) as place
        from (
          select order_id, id, position, extra,
            case when cost_sharing = 'units' or sum(value) over (partition by order_id) = 0 then units else value end as weight
          from (
            select line.order_id, line.id, line.position, o.cost_sharing,
              (o.freight_minor + o.duty_minor + o.other_minor)::numeric as extra,
              coalesce(line.confirmed_units, line.ordered_units)::numeric as units,
              coalesce(line.confirmed_units, line.ordered_units)::numeric * coalesce(line.unit_cost_minor, 0) as value
            from purchase_order_lines line
            join purchase_orders o on o.merchant_id = line.merchant_id and o.id = line.order_id
            where line.merchant_id = directory.merchant_id and o.merchant_id = directory.merchant_id
              and o.cost_sharing <> 'none' and o.freight_minor + o.duty_minor + o.other_minor > 0
          ) lines
        ) weighted
      ) shares
    ) s
    where l.merchant_id = directory.merchant_id and l.order_id = s.order_id and l.id = s.id;
  end loop;
end
$$;

create index purchase_order_lines_shared on purchase_order_lines (merchant_id, variant_id, order_id)
  where shared_cost_minor > 0;
