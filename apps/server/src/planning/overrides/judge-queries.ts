import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { stockDays } from '../../store/index.ts'

/** Sales that arrive late, as by a file, still count for so many days. */
const JUDGED_DAYS = 35

/**
 * Stores of each override that ended lately how far its products' sales were from the forecast and from what it was changed to, in
 * units of all its days. A product that was without stock on one of them says nothing.
 */
export async function judgeOverrides(
  tx: Tx,
  { merchantId, today }: { merchantId: number; today: string },
): Promise<void> {
  const isEmpty = sql`s.variant_id = c.variant_id and s.closing_stock <= 0`
  await sql`
    update forecast_overrides o
    set judged_products = j.products, baseline_error = j.baseline_error, changed_error = j.changed_error
    from (
      select c.override_id, count(*) filter (where c.tells)::int as products,
        coalesce(sum(abs(c.sold - c.baseline_units)) filter (where c.tells), 0) as baseline_error,
        coalesce(sum(abs(c.sold - c.changed_units)) filter (where c.tells), 0) as changed_error
      from (
        select c.override_id, c.baseline_units, c.changed_units, sold.units as sold,
          (not v.is_tracked or v.sells_without_stock or not exists (
            select from ${stockDays({ merchantId, since: sql`e.starts_on`, until: sql`e.ends_on`, isAsked: isEmpty })} d
          )) as tells
        from forecast_overrides e
        join forecast_override_variants c on c.merchant_id = ${merchantId} and c.override_id = e.id and not c.is_part
        join variants v on v.merchant_id = ${merchantId} and v.variant_id = c.variant_id
        cross join lateral (
          select coalesce(sum(s.units_sold), 0)::float8 as units from sales_daily s
          where s.merchant_id = ${merchantId} and s.variant_id = c.variant_id and s.day between e.starts_on and e.ends_on
        ) sold
        where e.merchant_id = ${merchantId} and e.ends_on < ${today}::date and e.ends_on >= ${today}::date - ${sql.lit(JUDGED_DAYS)}
      ) c
      group by c.override_id
    ) j
    where o.merchant_id = ${merchantId} and o.id = j.override_id
  `.execute(tx)
}
