-- Where and when alerts are told.
create table notification_channels (
  merchant_id bigint not null references merchants (id) on delete cascade,
  channel text not null check (channel in ('slack', 'email', 'sms')),
  is_on boolean not null default false,
  -- Why it was switched off without the merchant, in a sentence.
  off_reason text,
  -- The webhook's address in an envelope, the mail address, or the phone number.
  target text,
  types text[] not null,
  urgency text not null check (urgency in ('all', 'likely', 'out_of_stock')),
  timing text not null check (timing in ('at_once', 'daily', 'weekly')),
  -- Times of day are HH:MM in the shop's time zone; weekdays are 1 Monday to 7 Sunday.
  at_time text not null,
  weekday integer not null,
  -- Of SMS: no message between the two; how many a day.
  quiet_from text,
  quiet_to text,
  daily_limit integer,
  -- The person at the phone replied STOP.
  stopped_at timestamptz,
  -- When the last message about alerts was taken.
  last_sent_at timestamptz,
  primary key (merchant_id, channel)
);
select protect_tenant_table('notification_channels');

-- Who agreed to messages to which phone, when, and to which words; kept when it ends. The code itself is not stored.
create table sms_consents (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  phone text not null,
  consent_text text not null,
  ip text not null,
  given_at timestamptz not null,
  code_nonce text,
  code_sent_at timestamptz,
  code_tries integer not null default 0,
  confirmed_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('merchant', 'stop')),
  primary key (merchant_id, id)
);
create unique index sms_consents_one_current on sms_consents (merchant_id) where ended_at is null;
select protect_tenant_table('sms_consents');

-- A message to one channel and what became of it. Content is that of the last try.
create table deliveries (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  channel text not null check (channel in ('slack', 'email', 'sms')),
  kind text not null check (kind in ('alerts', 'digest', 'test', 'code')),
  status text not null default 'queued'
    check (status in ('queued', 'sending', 'sent', 'retrying', 'failed', 'off', 'left_out')),
  -- The same in every try: receivers tell repeated mails by it.
  message_key uuid not null,
  content jsonb,
  summary text,
  alerts integer not null default 0,
  left_out integer not null default 0,
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_at timestamptz not null,
  attempted_at timestamptz,
  -- An earlier try ended without an answer: the provider may have the content already.
  is_uncertain boolean not null default false,
  give_up_at timestamptz not null,
  sent_at timestamptz,
  provider_id text,
  provider_words text,
  primary key (merchant_id, id)
);
create index deliveries_open on deliveries (merchant_id, channel, id)
  where status in ('queued', 'sending', 'retrying');
create index deliveries_by_provider_id on deliveries (merchant_id, provider_id) where provider_id is not null;
select protect_tenant_table('deliveries');

-- The outbox: one row for an alert, the class it reached and a channel, written with the alert itself.
create table alert_notices (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  alert_id bigint not null,
  severity integer not null,
  channel text not null check (channel in ('slack', 'email', 'sms')),
  status text not null default 'waiting' check (status in ('waiting', 'assigned', 'sent', 'left_out')),
  -- Why it was left out, in a sentence.
  reason text,
  created_at timestamptz not null,
  due_at timestamptz not null,
  delivery_id bigint,
  primary key (merchant_id, id),
  foreign key (merchant_id, alert_id) references alerts (merchant_id, id) on delete cascade,
  foreign key (merchant_id, delivery_id) references deliveries (merchant_id, id) on delete cascade
);
create unique index alert_notices_once on alert_notices (merchant_id, channel, alert_id, severity);
create index alert_notices_waiting on alert_notices (merchant_id, channel, due_at) where status = 'waiting';
create index alert_notices_by_delivery on alert_notices (merchant_id, delivery_id);
select protect_tenant_table('alert_notices');

-- Channels with work that is due, of every merchant: opens each tenant in turn, so that this is one round trip.
create function due_channels(at timestamptz) returns table (tenant bigint, due_channel text, lane text)
  language plpgsql as
$$
begin
  for tenant in select d.merchant_id from merchant_directory d order by d.merchant_id loop
    perform set_tenant(tenant);
    for due_channel, lane in
      select n.channel, 'alerts' from alert_notices n
      where n.merchant_id = tenant and n.status = 'waiting' and n.due_at <= at
      union
      select d.channel, case when d.kind in ('alerts', 'digest') then 'alerts' else 'single' end from deliveries d
      where d.merchant_id = tenant and d.status in ('queued', 'sending', 'retrying') and d.next_at <= at
    loop
      return next;
    end loop;
  end loop;
end
$$;

-- Whose number this is. A reply of a phone names no merchant.
create function merchants_of_phone(phone text) returns setof bigint
  language plpgsql as
$$
declare
  tenant bigint;
begin
  for tenant in select d.merchant_id from merchant_directory d order by d.merchant_id loop
    perform set_tenant(tenant);
    if exists (select from notification_channels c
        where c.merchant_id = tenant and c.channel = 'sms' and c.target = phone) then
      return next tenant;
    end if;
  end loop;
end
$$;
