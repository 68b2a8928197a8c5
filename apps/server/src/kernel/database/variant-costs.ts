import { MAX_AMOUNT_MINOR, MAX_UNIT_COST_MINOR, minorDigits } from '@stockcast/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './app-database.ts'

const digits = new Map(Intl.supportedValuesOf('currency').map((name) => [name, minorDigits(name)]))

/** Returns how many decimals a currency has, as `minorDigits` does, without asking for them again. */
function toDigits(currency: string): number {
  return digits.get(currency) ?? 2
}

/** The currency of a shop, and the last rates of others: units of the shop's currency for one of theirs, as exact decimals. */
export interface ShopMoney {
  merchantId: number
  currency: string
  rates: ReadonlyMap<string, string>
}

/** Returns the currency of a shop, and the rate of the last order in each other currency. */
export async function findShopMoney(tx: Tx, merchantId: number): Promise<ShopMoney> {
  const { rows } = await sql<{ currency: string; rates: Record<string, string> }>`
    select m.currency, (
      select coalesce(json_object_agg(r.currency, r.fx_rate::text), '{}') from (
        select distinct on (currency) currency, fx_rate from purchase_orders
        where merchant_id = ${merchantId} and fx_rate is not null and ordered_on is not null
        order by currency, ordered_on desc, id desc
      ) r
    ) as rates
    from merchants m where m.id = ${merchantId}
  `.execute(tx)
  // The account may have been deleted meanwhile, and its variants with it.
  const { currency, rates } = rows[0] ?? { currency: '', rates: {} }
  const others = Object.entries(rates).filter(([other]) => other !== currency)
  return { merchantId, currency, rates: new Map(others) }
}

/**
 * Returns an amount in the currency of the shop, at most the largest cost of a unit; null without a rate. `at` is the rate where it
 * is not the last one. Rates are looked up by currency, so that their number costs nothing.
 */
function inShopCurrency(
  { currency, rates }: ShopMoney,
  from: { amount: RawBuilder<unknown>; currency: RawBuilder<unknown>; at?: RawBuilder<unknown> },
): RawBuilder<number | null> {
  const own = sql`when ${from.currency} = ${currency} then ${from.amount}`
  if (rates.size === 0) return sql<number | null>`case ${own} end`
  const shifts = [...rates.keys()].map((other) => [other, toDigits(currency) - toDigits(other)] as const)
  const shift = sql`(${JSON.stringify(Object.fromEntries(shifts))}::jsonb ->> ${from.currency})::integer`
  const rate =
    from.at ?? sql`(${JSON.stringify(Object.fromEntries(rates))}::jsonb ->> ${from.currency})::numeric`
  // `least` leaves nulls out.
  const isUnknown = sql`${from.amount} is null or ${rate} is null or ${shift} is null`
  return sql<number | null>`case ${own} when ${isUnknown} then null
    else least(round(${from.amount} * ${rate} * 10 ^ ${shift}), ${sql.lit(MAX_UNIT_COST_MINOR)})::bigint end`
}

/** Returns a known amount, at most the largest one, as `boundedAmount` does. */
export function boundedMinor(amount: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`least(${amount}, ${sql.lit(MAX_AMOUNT_MINOR)})::bigint`
}

/**
 * Selects what one unit of each variant costs: the price of its preferred supplier that is not archived, otherwise the
 * store's own cost, otherwise null, which is unknown and never zero. `unit_cost_minor` is in `currency`.
 * `shop_unit_cost_minor` is in the shop's currency, at the rate of the last order in the other one; where the supplier's
 * price cannot be converted, it is the store's cost. `shop_shared_cost_minor` is the unit's share of freight, duty and other
 * costs, from the last order of the preferred supplier that has any; null if none is known. `shop_landed_cost_minor` is
 * the cost with that share, and `margin_minor` the price less the landed cost. `variantIds` limits the variants. Prices and shares
 * are looked up by variant: the planner, which learns of saved rows later, would otherwise compare all with all.
 */
export function variantCosts(money: ShopMoney, variantIds?: readonly number[]): RawBuilder<unknown> {
  const { merchantId, currency } = money
  const supplier = { amount: sql`offer.unit_cost_minor`, currency: sql`offer.currency` }
  const store = { amount: sql`v.unit_cost_minor`, currency: sql`v.unit_cost_currency` }
  const shared = { amount: sql`shared.unit_minor`, currency: sql`shared.currency`, at: sql`shared.fx_rate` }
  const among = variantIds === undefined ? sql`true` : sql`v.variant_id = any(${variantIds}::bigint[])`
  return sql`
    select c.*, c.shop_unit_cost_minor + coalesce(c.shop_shared_cost_minor, 0) as shop_landed_cost_minor,
      c.price_minor - (c.shop_unit_cost_minor + coalesce(c.shop_shared_cost_minor, 0)) as margin_minor
    from (
      select v.variant_id,
        coalesce(offer.unit_cost_minor, v.unit_cost_minor) as unit_cost_minor,
        case when offer.unit_cost_minor is not null then offer.currency else v.unit_cost_currency end as currency,
        case when offer.unit_cost_minor is not null then 'supplier'
          when v.unit_cost_minor is not null then 'store' end as source,
        coalesce(${inShopCurrency(money, supplier)}, ${inShopCurrency(money, store)}) as shop_unit_cost_minor,
        round(${inShopCurrency(money, shared)})::bigint as shop_shared_cost_minor, shared.order_id as shared_order_id,
        shared.number as shared_order_number,
        round(v.price * 10 ^ ${sql.lit(toDigits(currency))})::bigint as price_minor
      from variants v
      left join lateral (
        select i.supplier_id, i.unit_cost_minor, s.currency
        from supplier_variants i
        join suppliers s on s.merchant_id = ${merchantId} and s.id = i.supplier_id and s.archived_at is null
        where i.merchant_id = ${merchantId} and i.variant_id = v.variant_id
        order by i.rank, i.supplier_id limit 1
      ) offer on true
      left join lateral (
        select o.id as order_id, o.written_number as number, o.currency, o.fx_rate,
          l.shared_cost_minor::float8 / coalesce(l.confirmed_units, l.ordered_units) as unit_minor
        from purchase_order_lines l
        join purchase_orders o on o.merchant_id = ${merchantId} and o.id = l.order_id
        where l.merchant_id = ${merchantId} and l.variant_id = v.variant_id and l.shared_cost_minor > 0
          and coalesce(l.confirmed_units, l.ordered_units) > 0 and o.supplier_id = offer.supplier_id
          and o.status not in ('draft', 'cancelled')
        order by o.ordered_on desc nulls last, o.id desc limit 1
      ) shared on true
      where v.merchant_id = ${merchantId} and ${among}
    ) c`
}
