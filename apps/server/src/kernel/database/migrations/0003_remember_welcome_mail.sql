-- When the welcome mail was taken on; it is sent once per merchant.
alter table merchants add column welcome_mail_at timestamptz;
