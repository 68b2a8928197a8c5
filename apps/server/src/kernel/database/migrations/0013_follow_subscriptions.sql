-- Whose customer a webhook of the payment provider is about, and when our own clock must look at a merchant's billing next.
alter table merchant_directory
  add column stripe_customer_id text unique,
  add column billing_due_at timestamptz;
create index merchant_directory_by_billing_due on merchant_directory (billing_due_at);

-- What was last seen at the payment provider, and what it has still to be told.
create table billing_accounts (
  merchant_id bigint primary key references merchants (id) on delete cascade,
  -- Grows with every write: what was fetched before another write is not written over it.
  version integer not null,
  subscription_id text,
  -- Until when a cancelled plan may be used, or since when it may not.
  access_until timestamptz,
  -- It ends with its trial or period, and runs until then.
  is_ending boolean not null default false,
  -- When the merchant cancelled a trial that the provider knows nothing of.
  trial_cancelled_at timestamptz,
  -- The end of the trial that the provider was asked for first: the same in every try.
  asked_trial_end timestamptz,
  -- The later end that the provider has still to be told.
  extended_trial_end timestamptz,
  customers_made integer not null default 0,
  checkouts_made integer not null default 0,
  has_payment_method boolean not null default false,
  card jsonb,
  open_invoice jsonb
);
select protect_tenant_table('billing_accounts');

-- Visits to the provider's pages that were started, each completed once.
create table checkout_sessions (
  merchant_id bigint not null references merchants (id) on delete cascade,
  session_id text not null,
  purpose text not null check (purpose in ('trial', 'update_payment', 'subscription')),
  -- Of subscriptions: the how-manieth; tabs that ask at the same time share one session.
  attempt integer,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  created_at timestamptz not null,
  primary key (merchant_id, session_id)
);
select protect_tenant_table('checkout_sessions');

-- That something happened at the payment provider. What, is fetched afresh when it is looked at.
create table billing_events (
  merchant_id bigint not null references merchants (id) on delete cascade,
  event_id text not null,
  type text not null,
  object_id text,
  created_at timestamptz not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  primary key (merchant_id, event_id)
);
create index billing_events_open on billing_events (merchant_id) where applied_at is null;
select protect_tenant_table('billing_events');

-- Mails taken on, each once; `reference` is what it is about, such as an invoice.
create table billing_mails (
  merchant_id bigint not null references merchants (id) on delete cascade,
  kind text not null,
  reference text not null,
  queued_at timestamptz not null,
  primary key (merchant_id, kind, reference)
);
select protect_tenant_table('billing_mails');

create table cancellations (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  subscription_id text,
  feedback text not null,
  requested_at timestamptz not null,
  primary key (merchant_id, id)
);
select protect_tenant_table('cancellations');
