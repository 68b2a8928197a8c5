-- Uploaded files, in pieces, until they are checked: any worker can read them, on whatever machine it runs.
create table upload_chunks (
  merchant_id bigint not null references merchants (id) on delete cascade,
  upload_id text not null,
  chunk integer not null,
  content bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, upload_id, chunk)
);
-- Most files are compressed already, and none stays for long.
alter table upload_chunks alter column content set storage external;
select protect_tenant_table('upload_chunks');
