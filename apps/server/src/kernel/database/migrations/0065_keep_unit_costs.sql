-- What the merchant pays for one unit, as the store says: whole minor units of a currency. Null: unknown, never zero.
alter table variants
  add column unit_cost_minor bigint,
  add column unit_cost_currency text,
  add constraint variants_unit_cost check (
    (unit_cost_minor is null) = (unit_cost_currency is null)
    and unit_cost_minor >= 0
    and unit_cost_currency ~ '^[A-Z]{3}$');
