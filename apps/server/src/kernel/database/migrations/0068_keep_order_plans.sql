-- What to order of each variant that a supplier sells, derived with its stock projection. `terms` holds what the budget
-- and the suppliers' minimums need, `details` what a row of the list says.
create table order_plans (
  merchant_id bigint not null,
  variant_id bigint not null,
  supplier_id bigint not null,
  due text not null check (due in ('due', 'soon', 'not_yet')),
  order_by date,
  units integer not null check (units >= 0),
  value_minor bigint,
  terms jsonb not null,
  details jsonb not null,
  computed_for date not null,
  primary key (merchant_id, variant_id)
);
select protect_tenant_table('order_plans');
alter table order_plans
  add foreign key (merchant_id, variant_id) references variants (merchant_id, variant_id) on delete cascade,
  add foreign key (merchant_id, supplier_id) references suppliers (merchant_id, id) on delete cascade;
