-- A trial is remembered from its start under the address and under each store that it was used with. While an account
-- that had it exists, it is remembered without end; afterwards until `forget_at`.
alter table ended_trials alter column forget_at drop not null;

-- The names, as keyed hashes, under which the trial of a merchant is remembered. Without a foreign key, so that an account
-- can be deleted while an import holds the merchant's row.
create table trial_subjects (
  merchant_id bigint not null,
  subject_hash text not null,
  primary key (merchant_id, subject_hash)
);
select protect_tenant_table('trial_subjects');

-- Billing looks at these merchants within minutes and remembers the trials that began before this table existed. At
-- those with a customer it looks within a day anyway.
update merchant_directory set billing_due_at = null where stripe_customer_id is null and billing_due_at is not null;
