-- Apart from the change itself, so that reading the rows blocks nobody.
alter table purchase_orders validate constraint purchase_orders_late_resolved_because_check;
alter table pending_notifications validate constraint pending_notifications_subject_check;
alter table pending_notifications validate constraint pending_notifications_merchant_id_order_id_fkey;
