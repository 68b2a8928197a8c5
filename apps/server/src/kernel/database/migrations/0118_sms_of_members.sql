-- Runs alone.
-- Members get alerts by SMS too: each has a number and a consent of their own. The owner's have the recipient 0.
alter table sms_consents add column recipient_id integer not null default 0;
drop index sms_consents_one_current;
create unique index sms_consents_one_current on sms_consents (merchant_id, recipient_id) where ended_at is null;

alter table merchant_phones add column recipient_id integer not null default 0;
alter table merchant_phones drop constraint merchant_phones_pkey,
  add constraint merchant_phones_pkey primary key (merchant_id, recipient_id);
