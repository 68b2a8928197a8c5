-- Right after a store was read, the planner knows nothing of its rows and takes half a million of them for one.
-- ANALYZE needs the owner's right; this lends the app that one act.
create function refresh_statistics() returns void
  language plpgsql security definer set search_path = public as
$$ begin analyze variants, inventory_levels, orders, order_lines, sales_daily; end $$;
revoke all on function refresh_statistics() from public;
grant execute on function refresh_statistics() to stockcast_app;
