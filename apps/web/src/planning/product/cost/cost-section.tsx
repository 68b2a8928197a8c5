import { Box, Title } from '@mantine/core'
import type { ProductCost } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatSum, formatUnitCost, UNKNOWN_AMOUNT } from '../../../ordering/money.ts'
import { formatShare } from '../../../ui/format/numbers.ts'
import classes from './cost.module.css'

/** Shows what a unit costs and earns, and what the stock is worth at cost. */
export function CostSection({ cost, hasStock }: { cost: ProductCost; hasStock: boolean }) {
  const { unitCostMinor, currency, shopCurrency, priceMinor, sharedCostMinor, landedCostMinor } = cost
  return (
    <section aria-labelledby="cost">
      <Title order={2} id="cost" mb={10}>
        Cost and margin
      </Title>
      <dl className={classes.facts}>
        <Fact label="Unit cost" note={sourceWords(cost)}>
          {formatUnitCost(unitCostMinor, currency ?? shopCurrency)}
        </Fact>
        {sharedCostMinor !== null && (
          <Fact label="Freight, duty and other" note={<SharedBy cost={cost} />}>
            {formatUnitCost(sharedCostMinor, shopCurrency)}
          </Fact>
        )}
        {(sharedCostMinor !== null || currency !== shopCurrency) && unitCostMinor !== null && (
          <Fact label="Landed cost" note={landedCostMinor === null ? `no rate for ${currency}` : ''}>
            {formatUnitCost(landedCostMinor, shopCurrency)}
          </Fact>
        )}
        <Fact label="Price">{formatUnitCost(priceMinor, shopCurrency)}</Fact>
        <Fact label="Margin" note={marginWords(cost)}>
          {formatUnitCost(cost.marginMinor, shopCurrency)}
        </Fact>
        {hasStock && <Fact label="Stock at cost">{formatSum(cost.stockValueMinor, shopCurrency)}</Fact>}
      </dl>
    </section>
  )
}

function Fact({ label, note = '', children }: { label: string; note?: ReactNode; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-unknown={children === UNKNOWN_AMOUNT || undefined}>
        {children}
        {note !== '' && (
          <Box component="span" display="block" c="var(--stk-ink-3)" fw={400} fz="xs">
            {note}
          </Box>
        )}
      </dd>
    </div>
  )
}

function sourceWords({ source }: ProductCost): ReactNode {
  if (source === 'supplier') return 'price of the preferred supplier'
  if (source === 'store') return 'from your store'
  return (
    <Link to="/order/suppliers" className={classes.link}>
      Add it at a supplier
    </Link>
  )
}

function SharedBy({ cost: { sharedBy } }: { cost: ProductCost }) {
  if (sharedBy === null) return null
  return (
    <>
      per unit, from{' '}
      <Link
        to="/order/orders/$orderId"
        params={{ orderId: String(sharedBy.orderId) }}
        className={classes.link}
      >
        {sharedBy.number}
      </Link>
    </>
  )
}

function marginWords({ marginMinor, priceMinor }: ProductCost): string {
  if (marginMinor === null || priceMinor === null || priceMinor === 0) return ''
  return `${formatShare(marginMinor / priceMinor)} of the price`
}
