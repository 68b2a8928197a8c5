-- More than one person: who belongs to which shop, who was invited, and who did what.

-- An account that was made by an invitation has no shop of its own until its user opens one.
alter table merchant_directory add column is_member_only boolean not null default false;

-- Read before a merchant is known, as the directory is. The owner of a shop stands in the directory.
create table memberships (
  merchant_id bigint not null references merchant_directory (merchant_id) on delete cascade,
  user_id uuid not null references auth_users (id) on delete cascade,
  role text not null check (role in ('buyer', 'viewer')),
  -- Whose channels of alerts are whose; the owner's have 0.
  recipient_id integer generated always as identity,
  joined_at timestamptz not null,
  primary key (merchant_id, user_id)
);
create index memberships_by_user on memberships (user_id);
grant select, insert, update, delete on memberships to stockcast_app;

-- The shop that a session has open; the user's own one where it is null.
alter table auth_sessions add column shop_id bigint references merchant_directory (merchant_id) on delete set null;
create index auth_sessions_by_shop on auth_sessions (shop_id) where shop_id is not null;

create table invitations (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  email text not null check (email = lower(email)),
  role text not null check (role in ('buyer', 'viewer')),
  token_hash text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, email)
);
alter table invitations enable row level security;
alter table invitations force row level security;
create policy own_rows on invitations
  using (merchant_id = nullif(current_setting('app.merchant_id', true), '')::bigint)
  with check (merchant_id = nullif(current_setting('app.merchant_id', true), '')::bigint);
grant select, insert, update, delete on invitations to stockcast_app;

-- Who did it; null where no request did, and where the person's account is gone.
alter table audit_log add column user_id uuid;
alter table alerts add column resolved_by_user uuid;
alter table purchase_orders add column created_by uuid;
