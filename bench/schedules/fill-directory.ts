import type pg from 'pg'

/** The part of the merchants whose day begins, or whose digests are due, in the same minute. */
const SAME_ZONE = 0.2
/** The part of the merchants who get a digest. */
const WITH_DIGEST = 0.3

/**
 * Fills the directory with merchants who have a store, a plan and forecasts, and their due times: comparisons
 * spread over 15 minutes, retention over a day, billing over a day, simulations over a week, and forecasts and
 * digests together for a fifth of the merchants.
 */
export async function fillDirectory(
  database: pg.Client,
  { merchants, now }: { merchants: number; now: Date },
): Promise<void> {
  await database.query(
    `insert into merchant_directory (user_id, email, shop_domain, created_at, stripe_customer_id, billing_due_at)
     select gen_random_uuid(), 'm' || n || '@example.com', 'shop-' || n || '.myshopify.com', $2::timestamptz,
       'cus_' || n, $2::timestamptz + ((n % 1440) - 1) * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [merchants, now],
  )
  const zone = Math.round(merchants * SAME_ZONE)
  const kinds: readonly [kind: string, lane: string, part: number, dueAfter: string][] = [
    ['comparison', '', merchants, `((n % 15) - 1) * interval '1 minute' + interval '1 second'`],
    ['retention', '', merchants, `((n % 144) - 1) * interval '10 minutes' + interval '1 second'`],
    [
      'simulation',
      '',
      merchants,
      `case when n <= ${zone} and n % 7 = 0 then interval '0' else interval '3 days' end`,
    ],
    ['forecast', '', merchants, `case when n <= ${zone} then interval '0' else interval '6 hours' end`],
    [
      'delivery',
      'slack:alerts',
      Math.round(merchants * WITH_DIGEST),
      `case when n <= ${Math.round(zone * WITH_DIGEST)} then interval '0' else interval '6 hours' end`,
    ],
  ]
  for (const [kind, lane, count, dueAfter] of kinds) {
    await database.query(
      `insert into due_times (kind, merchant_id, lane, due_at)
       select $1, d.merchant_id, $2, $3::timestamptz + ${dueAfter}
       from (select merchant_id, row_number() over (order by merchant_id) as n from merchant_directory) d
       where n <= $4`,
      [kind, lane, now, count],
    )
  }
  await database.query('analyze')
}
