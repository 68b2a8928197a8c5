-- Tries of the last minutes for each account and purpose, by a keyed hash, so that no restart forgets them.
create table auth_tries (
  subject text primary key,
  tries timestamptz[] not null,
  last_at timestamptz not null default current_timestamp
);
create index auth_tries_by_time on auth_tries (last_at);
grant select, insert, update, delete on auth_tries to stockcast_app;

-- A session ends 30 days after sign-in, however much it is used and whoever writes the row.
create function limit_session_life() returns trigger
  language plpgsql as
$$ begin
  new.expires_at := least(new.expires_at, new.created_at + interval '30 days');
  return new;
end $$;
create trigger auth_sessions_limit_life before insert or update of expires_at on auth_sessions
  for each row execute function limit_session_life();
update auth_sessions set expires_at = expires_at where expires_at > created_at + interval '30 days';
