-- Start and readiness compare what is applied with what the program knows.
grant select on schema_migrations to stockcast_app;
