-- Sessions of a member that began before this may not open the shop any more: its owner signed them out.
alter table memberships add column signed_out_at timestamptz;
