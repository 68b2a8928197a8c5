import { MAX_AMOUNT_MINOR, MAX_UNIT_COST_MINOR, minorDigits } from '@stockcast/contract'
import { type RawBuilder, sql } from 'kysely'

const currencies = Intl.supportedValuesOf('currency')
/** Currencies with other decimals than two, by how many they have. */
const otherDigits = [...Map.groupBy(currencies, minorDigits)].filter(([digits]) => digits !== 2)

/** Returns how many decimals a currency has, as `minorDigits` does. The names are literals, which need no parameters. */
function digitsOf(currency: RawBuilder<unknown>): RawBuilder<number> {
  const cases = otherDigits.map(
    ([digits, names]) => sql`when ${currency} in (${sql.join(names.map(sql.lit))}) then ${sql.lit(digits)}`,
  )
  return sql<number>`case ${sql.join(cases, sql` `)} else 2 end`
}

/** Returns an amount in the currency of the shop `m` at the rate of `from`, at most the largest cost of a unit; null without a rate. */
function inShopCurrency(
  amount: RawBuilder<unknown>,
  { currency, from }: { currency: RawBuilder<unknown>; from: string },
): RawBuilder<number | null> {
  const [rate, digits] = [sql.ref(`${from}.fx_rate`), sql.ref(`${from}.digits`)]
  return sql<number | null>`case when ${currency} = m.currency then ${amount}
    when ${amount} is not null and ${rate} is not null
      then least(round(${amount} * ${rate} * 10 ^ (m.digits - ${digits})), ${sql.lit(MAX_UNIT_COST_MINOR)})::bigint end`
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
 * costs, from the last order of the preferred supplier that has such; null where none is known. `shop_landed_cost_minor` is
 * the cost with that share, and `margin_minor` the price less the landed cost. `variantIds` limits the variants.
 */
export function variantCosts(merchantId: number, variantIds?: readonly number[]): RawBuilder<unknown> {
  const supplier = { currency: sql`offer.currency`, from: 'supplier_rate' }
  const store = { currency: sql`v.unit_cost_currency`, from: 'store_rate' }
  const shopCost = sql`coalesce(${inShopCurrency(sql`offer.unit_cost_minor`, supplier)},
    ${inShopCurrency(sql`v.unit_cost_minor`, store)})`
  const shared = { currency: sql`shared.currency`, from: 'shared' }
  const shopShared = sql`round(${inShopCurrency(sql`shared.unit_minor`, shared)})::bigint`
  const shopLanded = sql`${shopCost} + coalesce(${shopShared}, 0)`
  const among = (column: RawBuilder<unknown>) =>
    variantIds === undefined ? sql`true` : sql`${column} = any(${variantIds}::bigint[])`
  const shopPrice = sql`round(v.price * 10 ^ m.digits)::bigint`
  return sql`
    select v.variant_id,
      coalesce(offer.unit_cost_minor, v.unit_cost_minor) as unit_cost_minor,
      case when offer.unit_cost_minor is not null then offer.currency else v.unit_cost_currency end as currency,
      case when offer.unit_cost_minor is not null then 'supplier'
        when v.unit_cost_minor is not null then 'store' end as source,
      ${shopCost} as shop_unit_cost_minor, ${shopShared} as shop_shared_cost_minor, shared.order_id as shared_order_id,
      shared.number as shared_order_number, ${shopLanded} as shop_landed_cost_minor, ${shopPrice} as price_minor,
      ${shopPrice} - (${shopLanded}) as margin_minor
    from variants v
    cross join (
      select currency, ${digitsOf(sql`currency`)} as digits from merchants where id = ${merchantId} offset 0
    ) m
    left join (
      select distinct on (i.variant_id) i.variant_id, i.supplier_id, i.unit_cost_minor, s.currency
      from supplier_variants i
      join suppliers s on s.merchant_id = ${merchantId} and s.id = i.supplier_id and s.archived_at is null
      where i.merchant_id = ${merchantId} and ${among(sql`i.variant_id`)}
      order by i.variant_id, i.rank, i.supplier_id
    ) offer on offer.variant_id = v.variant_id
    left join (
      select distinct on (l.variant_id, o.supplier_id) l.variant_id, o.supplier_id, o.id as order_id, o.number,
        o.currency, ${digitsOf(sql`o.currency`)} as digits, o.fx_rate,
        l.shared_cost_minor::float8 / coalesce(l.confirmed_units, l.ordered_units) as unit_minor
      from purchase_order_lines l
      join purchase_orders o on o.merchant_id = ${merchantId} and o.id = l.order_id
      where l.merchant_id = ${merchantId} and l.shared_cost_minor > 0 and ${among(sql`l.variant_id`)}
        and coalesce(l.confirmed_units, l.ordered_units) > 0 and o.status not in ('draft', 'cancelled')
      order by l.variant_id, o.supplier_id, o.ordered_on desc nulls last, o.id desc
    ) shared on shared.variant_id = v.variant_id and shared.supplier_id = offer.supplier_id
    left join (${lastRates(merchantId)}) supplier_rate on supplier_rate.currency = offer.currency
    left join (${lastRates(merchantId)}) store_rate on store_rate.currency = v.unit_cost_currency
    where v.merchant_id = ${merchantId} and ${among(sql`v.variant_id`)}`
}

function lastRates(merchantId: number): RawBuilder<unknown> {
  return sql`
    select distinct on (currency) currency, ${digitsOf(sql`currency`)} as digits, fx_rate from purchase_orders
    where merchant_id = ${merchantId} and fx_rate is not null
    order by currency, ordered_on desc nulls last, id desc`
}
