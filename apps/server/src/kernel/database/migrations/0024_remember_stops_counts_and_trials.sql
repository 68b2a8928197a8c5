-- What outlives a merchant, or holds for all of them at once; so it stands outside the wall. People and addresses are
-- named by a keyed hash: who reads these rows alone learns of nobody.

-- Numbers that replied STOP, until START comes from them.
create table sms_stops (
  phone_hash text primary key,
  stopped_at timestamptz not null
);

-- How many tests and codes went to an address or a number within a day of the first of them, whoever asked.
create table contact_counts (
  contact_hash text primary key,
  counted_from timestamptz not null,
  count integer not null
);
create index contact_counts_by_time on contact_counts (counted_from);

-- The trials of deleted accounts, by mail address and by store, so that the next account goes on with what is left.
create table ended_trials (
  subject_hash text primary key,
  trial_ends_at timestamptz not null,
  trial_extended boolean not null,
  forget_at timestamptz not null
);
create index ended_trials_by_time on ended_trials (forget_at);

grant select, insert, update, delete on sms_stops, contact_counts, ended_trials to stockcast_app;
