-- What a merchant chose for the columns of files with the same head. The hash is that of the columns' names.
create table column_choices (
  merchant_id bigint not null,
  kind text not null,
  head_hash text not null,
  -- Our name of each column in order; empty for one that is not read.
  fields text[] not null,
  chosen_at timestamptz not null,
  primary key (merchant_id, kind, head_hash)
);
select protect_tenant_table('column_choices');
