-- A late order is an alert: sent on the channels that take it, and open until the order arrives, ends or has another day.
alter table purchase_orders
  -- The last day on which the order would not have been late.
  add column late_after date,
  add column late_resolved_at timestamptz,
  add column late_resolved_because text,
  add constraint purchase_orders_late_resolved_because_check
    check (late_resolved_because in ('arrived', 'ended', 'new_day')) not valid;
create index purchase_orders_late on purchase_orders (merchant_id, id)
  where late_alert_at is not null and late_resolved_at is null;

-- A pending notification is about an alert of a product or about an order.
alter table pending_notifications
  add column order_id bigint,
  alter column alert_id drop not null,
  add constraint pending_notifications_subject_check check (coalesce(alert_id, order_id) is not null) not valid,
  add constraint pending_notifications_merchant_id_order_id_fkey
    foreign key (merchant_id, order_id) references purchase_orders (merchant_id, id) on delete cascade not valid;
create unique index pending_notifications_once_an_order on pending_notifications (merchant_id, channel, order_id)
  where order_id is not null;
