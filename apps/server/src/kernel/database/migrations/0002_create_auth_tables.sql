-- Who may sign in. These tables stand outside the wall: a session is looked up before its merchant is known.

create table auth_users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null,
  image text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);

create table auth_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null
);
create index auth_sessions_by_user on auth_sessions (user_id);

create table auth_accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null
);
create index auth_accounts_by_user on auth_accounts (user_id);

-- Single-use tokens of the confirmation and reset links.
create table auth_verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
create index auth_verifications_by_identifier on auth_verifications (identifier);

-- Key pairs that sign access tokens; the private half is encrypted with the server's secret.
create table auth_jwks (
  id uuid primary key default gen_random_uuid(),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  alg text,
  crv text
);

create table auth_rate_limits (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

grant select, insert, update, delete
  on auth_users, auth_sessions, auth_accounts, auth_verifications, auth_jwks, auth_rate_limits to stockcast_app;

-- A merchant's number is drawn first, so that directory row and merchant are made in one transaction as that tenant.
grant usage on sequence merchant_directory_merchant_id_seq to stockcast_app;
