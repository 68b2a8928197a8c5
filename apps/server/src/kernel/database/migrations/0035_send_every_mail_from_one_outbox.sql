-- Keys that the whole server uses, wrapped in the secret of the environment. They outlive a change of that secret.
create table server_keys (
  purpose text primary key,
  wrapped_key text not null
);

-- Mails about the account and billing, and the mail that confirms an address, are deliveries too.
alter table deliveries drop constraint deliveries_kind_check;
alter table deliveries add constraint deliveries_kind_check
  check (kind in ('alerts', 'digest', 'test', 'code', 'account', 'billing', 'confirm')) not valid;
-- What was or will be sent, in an envelope: it holds links that act. The column `content` is no longer written.
alter table deliveries add column sealed_content text;
-- From then on the mail would mislead, such as by a link that has expired.
alter table deliveries add column useful_until timestamptz;

-- An address that is entered but not confirmed. `target` is only ever written to when somebody confirmed it.
alter table notification_channels add column pending_target text;
alter table notification_channels add column pending_since timestamptz;

-- Mails that will not be sent any more, for the operator.
create table mail_failures (
  kind text not null,
  -- 'refused' by the mail server, 'given_up' after three days, or 'outdated' before the mail could be sent.
  outcome text not null check (outcome in ('refused', 'given_up', 'outdated')),
  count bigint not null,
  last_at timestamptz not null,
  primary key (kind, outcome)
);

grant select, insert, update, delete on server_keys, mail_failures to stockcast_app;

-- As before, with the lane of account mails.
create or replace function due_channels(at timestamptz) returns table (tenant bigint, due_channel text, lane text)
  language plpgsql as
$$
begin
  for tenant in select d.merchant_id from merchant_directory d order by d.merchant_id loop
    perform set_tenant(tenant);
    for due_channel, lane in
      select n.channel, 'alerts' from alert_notices n
      where n.merchant_id = tenant and n.status = 'waiting' and n.due_at <= at
      union
      select d.channel, case when d.kind in ('alerts', 'digest') then 'alerts' when d.kind in ('test', 'code')
        then 'single' else 'account' end from deliveries d
      where d.merchant_id = tenant and d.status in ('queued', 'sending', 'retrying') and d.next_at <= at
    loop
      return next;
    end loop;
  end loop;
end
$$;

-- Finished jobs of the former mail queue hold links in clear. What is still to be sent stays, and moves to the outbox.
do $$
begin
  if to_regclass('jobs.job') is not null then
    execute $q$delete from jobs.job
      where name = 'send-mail-dead' or (name = 'send-mail' and state in ('completed', 'cancelled', 'failed'))$q$;
  end if;
end
$$;
