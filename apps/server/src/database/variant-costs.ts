import { minorDigits } from '@stockcast/contract'
import { type RawBuilder, sql } from 'kysely'

const currencies = Intl.supportedValuesOf('currency')
/** Currencies with other decimals than two, by how many they have. */
const otherDigits = [...Map.groupBy(currencies, minorDigits)].filter(([digits]) => digits !== 2)

/** Returns how many decimals a currency has, as `minorDigits` does. */
function digitsOf(currency: RawBuilder<unknown>): RawBuilder<number> {
  const cases = otherDigits.map(
    ([digits, names]) => sql`when ${currency} = any(${names}::text[]) then ${sql.lit(digits)}`,
  )
  return sql<number>`case ${sql.join(cases, sql` `)} else 2 end`
}

/** Returns an amount in the shop's currency `m.currency` at the given rate; null without a rate. */
function inShopCurrency(
  amount: RawBuilder<unknown>,
  { currency, rate }: { currency: RawBuilder<unknown>; rate: RawBuilder<unknown> },
): RawBuilder<number | null> {
  const shop = sql`m.currency`
  return sql<number | null>`case when ${currency} = ${shop} then ${amount}
    else round(${amount} * ${rate} * 10 ^ (${digitsOf(shop)} - ${digitsOf(currency)}))::bigint end`
}

/**
 * Selects what one unit of each variant costs: the price of its preferred supplier that is not archived, otherwise the
 * store's own cost, otherwise null, which is unknown and never zero. `unit_cost_minor` is in `currency`.
 * `shop_unit_cost_minor` is in the shop's currency, at the rate of the last order in the other one; where the supplier's
 * price cannot be converted, it is the store's cost. `margin_minor` is the price less that.
 */
export function variantCosts(merchantId: number): RawBuilder<unknown> {
  const supplier = { currency: sql`offer.currency`, rate: sql`supplier_rate.fx_rate` }
  const store = { currency: sql`v.unit_cost_currency`, rate: sql`store_rate.fx_rate` }
  const shopCost = sql`coalesce(${inShopCurrency(sql`offer.unit_cost_minor`, supplier)},
    ${inShopCurrency(sql`v.unit_cost_minor`, store)})`
  const shopPrice = sql`round(v.price * 10 ^ ${digitsOf(sql`m.currency`)})::bigint`
  return sql`
    select v.variant_id,
      coalesce(offer.unit_cost_minor, v.unit_cost_minor) as unit_cost_minor,
      case when offer.unit_cost_minor is not null then offer.currency else v.unit_cost_currency end as currency,
      case when offer.unit_cost_minor is not null then 'supplier'
        when v.unit_cost_minor is not null then 'store' end as source,
      ${shopCost} as shop_unit_cost_minor, ${shopPrice} as price_minor, ${shopPrice} - ${shopCost} as margin_minor
    from variants v
    join merchants m on m.id = ${merchantId}
    left join (
      select distinct on (i.variant_id) i.variant_id, i.unit_cost_minor, s.currency
      from supplier_variants i
      join suppliers s on s.merchant_id = ${merchantId} and s.id = i.supplier_id and s.archived_at is null
      where i.merchant_id = ${merchantId}
      order by i.variant_id, i.rank, i.supplier_id
    ) offer on offer.variant_id = v.variant_id
    left join (${lastRates(merchantId)}) supplier_rate on supplier_rate.currency = offer.currency
    left join (${lastRates(merchantId)}) store_rate on store_rate.currency = v.unit_cost_currency
    where v.merchant_id = ${merchantId}`
}

function lastRates(merchantId: number): RawBuilder<unknown> {
  return sql`
    select distinct on (currency) currency, fx_rate from purchase_orders
    where merchant_id = ${merchantId} and fx_rate is not null
    order by currency, ordered_on desc nulls last, id desc`
}
