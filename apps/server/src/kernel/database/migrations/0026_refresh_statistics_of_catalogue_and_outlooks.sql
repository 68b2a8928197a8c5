-- Every page joins these; unknown to the planner they are joined row by row until autovacuum comes by.
create or replace function refresh_statistics() returns void
  language plpgsql security definer set search_path = public as
$$ begin
  analyze products, variants, inventory_levels, orders, order_lines, sales_daily, stock_daily;
  analyze forecasts, stock_outlooks, variant_trends;
end $$;
