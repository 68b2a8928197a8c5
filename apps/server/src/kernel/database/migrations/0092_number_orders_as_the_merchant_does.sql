-- Orders are numbered with the merchant's own prefix. An order keeps the number that it was made with.
alter table purchase_order_numbers
  add column prefix text not null default 'PO-' check (char_length(prefix) <= 10);

alter table purchase_orders
  add column number_prefix text not null default 'PO-';
alter table purchase_orders
  add column written_number text not null generated always as
    (number_prefix || case when number < 10000 then lpad(number::text, 4, '0') else number::text end) stored;
