-- Runs alone.
-- Alerts go to each person who set up channels. The owner's have the recipient 0.
alter table notification_channels add column recipient_id integer not null default 0;
alter table notification_channels drop constraint notification_channels_pkey,
  add constraint notification_channels_pkey primary key (merchant_id, recipient_id, channel);

alter table deliveries add column recipient_id integer not null default 0;
drop index deliveries_open;
create index deliveries_open on deliveries (merchant_id, recipient_id, channel, id)
  where status in ('queued', 'sending', 'retrying');

alter table pending_notifications add column recipient_id integer not null default 0;
drop index pending_notifications_once;
create unique index pending_notifications_once
  on pending_notifications (merchant_id, recipient_id, channel, alert_id, severity);
drop index pending_notifications_once_an_order;
create unique index pending_notifications_once_an_order
  on pending_notifications (merchant_id, recipient_id, channel, order_id) where order_id is not null;
drop index pending_notifications_waiting;
create index pending_notifications_waiting on pending_notifications (merchant_id, recipient_id, channel, due_at)
  where status = 'waiting';

-- What a recipient wants to hear of, and when not. Without a row: everything, at any time.
create table alert_recipients (
  merchant_id bigint not null references merchants (id) on delete cascade,
  recipient_id integer not null,
  -- Null: of all.
  supplier_ids bigint[],
  vendors text[],
  -- Equal times mean no quiet hours.
  quiet_from text not null default '00:00',
  quiet_to text not null default '00:00',
  primary key (merchant_id, recipient_id)
);
alter table alert_recipients enable row level security;
alter table alert_recipients force row level security;
create policy own_rows on alert_recipients
  using (merchant_id = nullif(current_setting('app.merchant_id', true), '')::bigint)
  with check (merchant_id = nullif(current_setting('app.merchant_id', true), '')::bigint);
grant select, insert, update, delete on alert_recipients to stockcast_app;
