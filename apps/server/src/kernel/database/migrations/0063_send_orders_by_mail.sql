-- Mails of purchase orders are deliveries too.
alter table deliveries drop constraint deliveries_kind_check;
alter table deliveries add constraint deliveries_kind_check
  check (kind in ('alerts', 'digest', 'test', 'code', 'account', 'billing', 'confirm', 'purchase_order')) not valid;
