-- What a merchant prints on every purchase order. The logo is a PNG that this program has drawn again.
create table order_papers (
  merchant_id bigint primary key,
  company_name text not null default '',
  address text not null default '',
  ship_to text not null default '',
  terms text not null default '',
  note text not null default '',
  logo bytea check (octet_length(logo) <= 1000000)
);
select protect_tenant_table('order_papers');

-- Whom an order is addressed to.
alter table suppliers
  add column contact_name text not null default '',
  add column address text not null default '';
