-- Notes which migration a program must know to run after this one; null if every earlier program can.
alter table schema_migrations add column needs text;
