-- Reports that arrive by mail, each once a period.
alter table deliveries drop constraint deliveries_kind_check, add constraint deliveries_kind_check
  check (kind in ('alerts', 'digest', 'test', 'code', 'account', 'billing', 'confirm', 'purchase_order', 'report'));
alter table due_times drop constraint due_times_kind_check, add constraint due_times_kind_check
  check (kind in ('comparison', 'delivery', 'forecast', 'phone', 'report', 'retention', 'simulation'));

-- When a report is made. Without a row it is off.
create table report_settings (
  merchant_id bigint not null references merchants (id) on delete cascade,
  kind text not null check (kind in ('to_order', 'stockouts', 'overstock', 'suppliers', 'accuracy')),
  is_on boolean not null,
  -- In the shop's calendar; a weekly report has no day of the month, and a monthly one no weekday, but keeps what was chosen.
  weekday integer not null check (weekday between 1 and 7),
  day_of_month integer not null check (day_of_month between 1 and 28),
  hour integer not null check (hour between 0 and 23),
  file_format text not null check (file_format in ('xlsx', 'pdf')),
  skips_empty boolean not null,
  -- Its next time is the first one after this.
  counted_from timestamptz not null,
  -- Since when a report that is due waits for figures that are up to date.
  waiting_since timestamptz,
  primary key (merchant_id, kind)
);
select protect_tenant_table('report_settings');

create table report_recipients (
  merchant_id bigint not null references merchants (id) on delete cascade,
  kind text not null check (kind in ('to_order', 'stockouts', 'overstock', 'suppliers', 'accuracy')),
  user_id uuid not null,
  primary key (merchant_id, kind, user_id)
);
select protect_tenant_table('report_recipients');

-- The figures as they were when the report was made, which mail, file and page show.
create table reports (
  merchant_id bigint not null references merchants (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('to_order', 'stockouts', 'overstock', 'suppliers', 'accuracy')),
  -- The week or month in which it was due: 2026-W48, 2026-11.
  period text not null,
  -- Who asked for it at once; null for one of the schedule.
  asked_by uuid,
  outcome text not null check (outcome in ('made', 'empty', 'stale', 'plan_ended', 'no_recipient')),
  made_at timestamptz not null,
  -- The days that its figures are about.
  starts_on date not null,
  ends_on date not null,
  -- Null unless it was made.
  figures jsonb,
  primary key (merchant_id, id)
);
create unique index reports_once on reports (merchant_id, kind, period) where asked_by is null;
create index reports_by_time on reports (merchant_id, made_at);
select protect_tenant_table('reports');

-- Who was mailed a report, once, and until when the link to its file works.
create table report_mails (
  merchant_id bigint not null,
  report_id bigint not null,
  user_id uuid not null,
  file_format text not null check (file_format in ('xlsx', 'pdf')),
  delivery_id bigint not null,
  expires_at timestamptz not null,
  primary key (merchant_id, report_id, user_id),
  foreign key (merchant_id, report_id) references reports (merchant_id, id) on delete cascade
);
select protect_tenant_table('report_mails');
