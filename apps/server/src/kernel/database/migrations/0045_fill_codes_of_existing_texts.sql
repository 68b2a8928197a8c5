-- Apart from the new columns, so that writing the rows does not hold whole tables. A text of no known form gets `other`.
do $$
declare
  merchant bigint;
  closed constant text := '^Closed by itself: ';
begin
  for merchant in select merchant_id from merchant_directory order by merchant_id loop
    perform set_tenant(merchant);

    update deliveries set reason = case
      when provider_words like 'Accepted by the carrier%' then 'carried'
      when provider_words like 'Accepted by %' then 'accepted'
      when provider_words like 'Delivered to the phone%' then 'delivered'
      when provider_words like 'Twilio could not deliver it%' then 'not_delivered'
      when provider_words ~ '^No (answer in time|connection|answer of)' then 'no_answer'
      when channel = 'email' and provider_words ~ ' answered 4[0-9][0-9]' then 'wait'
      when channel = 'email' and provider_words ~ ' answered 5[0-9][0-9]' then 'refused'
      when provider_words ~ ' answered 429\M' then 'wait'
      when provider_words ~ ' answered 5[0-9][0-9]\M' then 'provider_fault'
      when provider_words ~ '^(Slack|Twilio) answered ' then 'not_accepted'
      when provider_words ~ '^The channel is not set up' then 'channel_not_set_up'
      when provider_words ~ '^SMS is not set up on this server' then 'sms_not_set_up'
      when provider_words = 'No answer came. Please try again.' then 'unanswered'
      when provider_words ~ '^Given up after [0-9]+ days' then 'given_up'
      when provider_words = 'The daily limit of messages to this address was reached.' then 'daily_limit'
      when provider_words = 'Every alert was resolved before it could be sent.' then 'all_resolved'
      when provider_words ~ '^Not sent: it would have arrived too late' then 'outdated'
      when provider_words = 'The channel is off.' then 'channel_off'
      when provider_words = 'The channel was switched off.' then 'switched_off'
      when provider_words = 'The subscription has ended.' then 'subscription_ended'
      when provider_words = 'Switched off by the unsubscribe link in a mail.' then 'unsubscribed'
      when provider_words = 'The person at this number replied STOP.' then 'stopped'
      when provider_words = 'The address is no longer used.' then 'address_unused'
      when provider_words = 'The address is confirmed.' then 'address_confirmed'
      when provider_words = 'A newer confirmation email was requested.' then 'asked_again'
      else 'other' end
    where merchant_id = merchant and provider_words is not null and reason is null;

    update sync_runs set message_code = case
      when message like 'Shopify shares the orders of the last%' then 'short_history'
      when status = 'failed' then 'ended'
      when status = 'running' then 'interrupted' end
    where merchant_id = merchant and message is not null and message_code is null;

    update alerts set resolved_cause = case
      when resolved_reason ~ (closed || 'the product is no longer in the store\.$')
        then jsonb_build_object('code', 'removed')
      when resolved_reason ~ (closed || 'the product is no longer on sale or its stock is not tracked\.$')
        then jsonb_build_object('code', 'not_sold')
      when resolved_reason ~ (closed || 'the stock is expected to last until a new order would arrive\.$')
        then jsonb_build_object('code', 'lasts')
      when resolved_reason ~ (closed || '[0-9][^a-z]* units? (is|are) on the way\.$')
        then jsonb_build_object('code', 'incoming',
          'units', regexp_replace(resolved_reason, '[^0-9]', '', 'g')::numeric)
      when resolved_reason ~ (closed || '[0-9][^a-z]* units? (is|are) in stock\.$')
        then jsonb_build_object('code', 'restocked',
          'units', regexp_replace(resolved_reason, '[^0-9]', '', 'g')::numeric)
      when resolved_reason ~ (closed || '[0-9][^a-z]* units? (is|are) in stock, above the safety stock of [0-9][^a-z]*\.$')
        then jsonb_build_object('code', 'above_safety_stock',
          'units', regexp_replace(split_part(resolved_reason, ' in stock, ', 1), '[^0-9]', '', 'g')::numeric,
          'safetyStock', regexp_replace(split_part(resolved_reason, ' in stock, ', 2), '[^0-9]', '', 'g')::numeric)
      end
    where merchant_id = merchant and resolved_by = 'system' and resolved_cause is null;
  end loop;
end
$$;
alter table deliveries validate constraint deliveries_reason_check;
alter table sync_runs validate constraint sync_runs_message_code_check;
