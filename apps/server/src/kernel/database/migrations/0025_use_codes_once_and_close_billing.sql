-- Codes of authenticator apps that were taken, for as long as they would be right again.
create table auth_used_codes (
  user_id uuid not null references auth_users (id) on delete cascade,
  code text not null,
  used_at timestamptz not null default current_timestamp,
  primary key (user_id, code)
);

-- Customers of the payment provider whose account here is deleted, until they are deleted there too. They name no
-- merchant: there is none any more.
create table billing_closings (
  customer_id text primary key,
  asked_at timestamptz not null,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  fault text
);
create index billing_closings_by_time on billing_closings (next_try_at);

grant select, insert, update, delete on auth_used_codes, billing_closings to stockcast_app;
