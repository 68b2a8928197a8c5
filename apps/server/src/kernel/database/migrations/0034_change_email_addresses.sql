-- Links that change the address of an account: one to take the new address, and one that puts the former one back.
-- Tokens are kept as hashes only.
create table auth_email_changes (
  token_hash text primary key,
  user_id uuid not null references auth_users (id) on delete cascade,
  kind text not null check (kind in ('change', 'undo')),
  -- The address that the link leads to.
  email text not null check (email = lower(email)),
  -- For an undo: the second step that was on before the change, so that one set up afterwards goes.
  two_factor_id uuid,
  expires_at timestamptz not null
);
create index auth_email_changes_by_user on auth_email_changes (user_id);
grant select, insert, update, delete on auth_email_changes to stockcast_app;
