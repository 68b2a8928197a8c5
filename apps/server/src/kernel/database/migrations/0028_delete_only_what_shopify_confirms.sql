-- When the data of the shop was deleted at a `shop/redact`: only then is what was triggered before it left out.
alter table compliance_requests add column deleted_at timestamptz;
update compliance_requests set deleted_at = least(triggered_at, received_at) where topic = 'shop/redact';
grant update (deleted_at) on compliance_requests to stockcast_app;

create or replace function store_webhooks(deliveries jsonb, at timestamptz) returns setof bigint
  language plpgsql as
$$
declare
  shop record;
begin
  insert into compliance_requests (topic, event_id, shop_hash, triggered_at, received_at)
  select d.topic, d.event_id, encode(sha256(convert_to(d.shop, 'UTF8')), 'hex'), d.triggered_at, at
  from jsonb_to_recordset(deliveries) as d (shop text, topic text, event_id text, triggered_at timestamptz)
  where d.topic in ('customers/data_request', 'customers/redact', 'shop/redact')
  order by d.topic, d.event_id
  on conflict do nothing;

  for shop in
    select m.merchant_id, m.shop_domain,
      (select max(r.deleted_at) from compliance_requests r
        where r.topic = 'shop/redact' and r.shop_hash = encode(sha256(convert_to(m.shop_domain, 'UTF8')), 'hex')
      ) as deleted_at
    from merchant_directory m
    where m.shop_domain in (select d.shop from jsonb_to_recordset(deliveries) as d (shop text))
    order by m.merchant_id
  loop
    perform set_tenant(shop.merchant_id);
    -- In key order, so that two calls with the same deliveries never wait for each other.
    insert into webhook_inbox (merchant_id, topic, event_id, resource, state, triggered_at, received_at)
    select shop.merchant_id, d.topic, d.event_id, d.resource, d.state, d.triggered_at, at
    from jsonb_to_recordset(deliveries) as d
      (shop text, topic text, event_id text, resource text, state jsonb, triggered_at timestamptz)
    where d.shop = shop.shop_domain
      and (shop.deleted_at is null or d.triggered_at > shop.deleted_at or d.topic = 'shop/redact')
      and exists (select from shop_connections c
        where c.merchant_id = shop.merchant_id and (c.status <> 'disconnected' or d.topic = 'shop/redact'))
    order by d.topic, d.event_id
    on conflict do nothing;
    if exists (select from webhook_inbox w where w.merchant_id = shop.merchant_id and w.status = 'waiting') then
      return next shop.merchant_id;
    end if;
  end loop;
end
$$;
