-- To whom a merchant has sent orders by mail, by keyed hash, so that new recipients are counted and those who stopped the
-- orders get none. A row outlives the supplier and the order.
create table order_recipients (
  merchant_id bigint not null,
  recipient_hash text not null,
  first_mailed_at timestamptz not null,
  -- When the recipient stopped the orders, for good.
  stopped_at timestamptz,
  -- The same, until the operator has looked.
  reported_at timestamptz,
  primary key (merchant_id, recipient_hash)
);
select protect_tenant_table('order_recipients');

-- Since when no order is sent by mail, because several recipients reported the merchant; null once the operator has looked.
alter table merchants add column order_mails_paused_at timestamptz;

-- More addresses of a supplier that orders may go to, after `email`.
alter table suppliers
  add column other_emails text[] not null default '{}',
  add constraint suppliers_other_emails_check check (cardinality(other_emails) <= 9);
