-- Of the shop's address: numbers and dates are written as there. Null while it is not known.
alter table merchants add column country_code text check (country_code ~ '^[A-Z]{2}$');
