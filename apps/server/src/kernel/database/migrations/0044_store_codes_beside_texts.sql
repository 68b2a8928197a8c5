-- Programs decide by these codes; the texts beside them are for people. Null: written by an earlier version.
alter table deliveries add column reason text;
alter table deliveries add constraint deliveries_reason_check check (reason in (
  'accepted', 'carried', 'delivered', 'not_delivered', 'no_answer', 'wait', 'provider_fault', 'refused', 'not_accepted',
  'channel_not_set_up', 'sms_not_set_up', 'unanswered', 'given_up', 'daily_limit', 'all_resolved', 'outdated',
  'channel_off', 'switched_off', 'subscription_ended', 'unsubscribed', 'stopped', 'address_unused',
  'address_confirmed', 'asked_again', 'other')) not valid;

alter table sync_runs add column message_code text;
alter table sync_runs add constraint sync_runs_message_code_check
  check (message_code in ('short_history', 'interrupted', 'ended')) not valid;

-- Why the system resolved an alert, with the numbers that `resolved_reason` has in words.
alter table alerts add column resolved_cause jsonb;
