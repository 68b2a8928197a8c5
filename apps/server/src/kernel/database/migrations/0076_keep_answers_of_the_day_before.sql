-- The settings that an answer was derived with, and the last answer of the day before with what it was derived from, so that
-- a page can say why an answer moved overnight. Adding nullable columns takes no time, however many rows there are.
alter table stock_projections
  add column lead_time_days integer,
  add column safety_stock integer,
  add column service_level real,
  add column previous_for date,
  add column previous_days_until_stockout integer,
  add column previous_order_by date,
  add column previous_available integer,
  add column previous_incoming integer,
  add column previous_daily_demand real,
  add column previous_lead_time_days integer,
  add column previous_safety_stock integer,
  add column previous_service_level real;
