import { DEMO_USER_DOMAIN } from '../demo-user-email.ts'

/** Owner of the jobs of all demo users: together they have the turns of one merchant. */
const DEMOS = 'demos'

/**
 * Returns the statements that create the functions of `kernel/jobs/turns.ts` in the queue's schema. A session plans the statements of a
 * function once; planning them takes three times as long as running them, and every job that is sent or started calls one. Such a
 * plan is kept while the table of jobs grows, so it reads no whole table.
 */
export function turnFunctions(schema: string, channel: string): string {
  const waiting = `
    from ${schema}.job j where j.name = queue and coalesce(j.singleton_key, '') = any(keys)
      and j.state = 'created' and j.policy = lane_policy`
  const asWaiting =
    'select array_agg(w.id), array_agg(w.key), array_agg(w.data), bool_or(w.start_after <= now())'
  const intoWaiting = 'into waiting_ids, waiting_keys, waiting_data, is_due'
  const columns = 'j.id, j.singleton_key as key, j.data, j.start_after'
  return `
  create or replace function ${schema}.take_turns(
    queue text, lane_policy text, merges boolean, keys text[], owners text[], merchant_ids bigint[]
  ) returns table (owner text, "waitingId" uuid, "waitingData" jsonb, failed jsonb, turn int)
  language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $body$
  #variable_conflict use_column
  declare
    waiting_ids uuid[];
    waiting_keys text[];
    waiting_data jsonb[];
    is_due boolean;
    present int;
  begin
    if merges then
      ${asWaiting} ${intoWaiting} from (select ${columns} ${waiting} for update) w;
    else
      ${asWaiting} ${intoWaiting} from (select ${columns} ${waiting} for share) w;
    end if;
    -- For a worker that has passed over a locked job.
    if is_due then perform pg_notify('${channel}', queue); end if;
    present := coalesce(
      (select -j.priority from ${schema}.job j
        where j.name = queue and j.state < 'active' and not j.blocked and j.start_after <= now()
        order by j.priority desc limit 1),
      (select max(-j.priority) from ${schema}.job j where j.name = queue and j.state = 'active'),
      0);
    return query
      with asked as (
        select a.n, a.key, case when d.merchant_id is null then a.owner else '${DEMOS}' end as owner
        from unnest(keys, owners, merchant_ids) with ordinality a (key, owner, merchant_id, n)
        left join public.merchant_directory d on d.merchant_id = a.merchant_id and d.email like '%@${DEMO_USER_DOMAIN}'
      )
      select a.owner, w.id, w.data,
        coalesce(
          (select jsonb_agg(jsonb_build_object('id', j.id, 'data', j.data)) from ${schema}.job j
            where j.name = queue and j.group_id = a.owner and j.singleton_key = a.key
              and j.state < 'active' and j.state = 'retry' and j.policy = 'short'),
          '[]'),
        (row_number() over (partition by a.owner order by a.n) - 1 + greatest(
          present,
          (select 1 - j.priority from ${schema}.job j
            where j.name = queue and j.group_id = a.owner and j.state < 'active' order by j.priority limit 1),
          (select 1 - min(j.priority) from ${schema}.job j
            where j.name = queue and j.group_id = a.owner and j.state = 'active')
        ))::int
      from asked a left join unnest(waiting_ids, waiting_keys, waiting_data) w (id, key, data) on w.key = a.key
      order by a.n;
  end $body$;

  create or replace function ${schema}.gives_way(queue text, job uuid, owner text) returns boolean
  language plpgsql set enable_seqscan = off as $body$
  begin
    -- Two that were taken at the same moment look one after the other, when both are seen.
    perform pg_advisory_xact_lock(hashtextextended(queue || ':' || owner, 0));
    update ${schema}.job own set state = 'retry', start_after = now(), started_on = null, heartbeat_on = null,
      retry_count = own.retry_count + 1, retry_limit = own.retry_limit + 1
    where own.name = queue and own.id = job and own.state = 'active' and exists (
      select from ${schema}.job other
      where other.name = queue and other.group_id = owner and other.state = 'active' and other.id <> job);
    return found;
  end $body$;`
}
