-- The stock that counts: a deactivated location sells nothing. A location that is not known yet counts.
-- As the invoker, so that row-level security of the tables applies to whoever reads the view.
create view stock_at_active_locations with (security_invoker = true) as
select i.merchant_id, i.variant_id, i.location_id, i.on_hand, i.available, i.committed, i.incoming
from inventory_levels i
where not exists (
  select from locations l
  where l.merchant_id = i.merchant_id and l.location_id = i.location_id and not l.is_active);

grant select on stock_at_active_locations to stockcast_app;
