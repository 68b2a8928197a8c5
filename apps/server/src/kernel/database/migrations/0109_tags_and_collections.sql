-- What the store sorts its products by: tags, one a line, as the merchant wrote them; and collections, which `collections` names.
alter table products
  add column tags text not null default '',
  add column collection_ids bigint[] not null default '{}';

create table collections (
  merchant_id bigint not null,
  collection_id bigint not null,
  title text not null,
  primary key (merchant_id, collection_id)
);
select protect_tenant_table('collections');
