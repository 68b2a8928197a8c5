-- The location of the order, at each of its lines, so that sales are summed by location without a look at their orders.
alter table order_lines add column location_id bigint;

update order_lines l set location_id = o.location_id
from orders o
where o.merchant_id = l.merchant_id and o.order_id = l.order_id and o.location_id is not null;

drop index order_lines_by_variant_day;
create index order_lines_by_variant_day on order_lines (merchant_id, variant_id, day) include (units, location_id);
