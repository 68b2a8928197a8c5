import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import { budgetWords, profitWords, sumsWords } from './order-words.ts'
import type { OrderSums } from './planned-order.ts'
import classes from './what-to-order.module.css'

interface OrderDockProps {
  sums: OrderSums
  /** Products that are due, which no supplier sells. */
  withoutSupplier: number
  /** Products that are due and in a draft already. */
  drafted: number
  /** Those of them whose draft has fewer units than needed. */
  tooFew: number
  currency: string
  budgetMinor: number | undefined
  isCreating: boolean
  onCreate: () => void
}

/** Stays at the bottom: what the selection comes to, and the button that creates its drafts. */
export function OrderDock({
  sums,
  withoutSupplier,
  drafted,
  tooFew,
  currency,
  budgetMinor,
  isCreating,
  onCreate,
}: OrderDockProps) {
  const budget = budgetWords(sums, budgetMinor, currency)
  const profit = profitWords(sums, currency)
  const without = sums.rowsWithoutCost
  const isDrafted = sums.rows === 0 && drafted > 0
  const toDrafts = tooFew > 0 ? 'Check the drafts' : 'Send the drafts'
  return (
    <section className={classes.dock} aria-label="Your selection">
      <div className={classes.sums}>
        <p aria-live="polite">
          <b>{sumsWords(sums, currency)}</b>
          {profit !== null && <span className={classes.profit}>{profit.text}</span>}
          {budget !== null && (
            <span className={classes.budgetLeft} data-over={budget.isOver || undefined}>
              {budget.text}
            </span>
          )}
          {drafted > 0 && (
            <Box component="span" display="block" className="muted">
              {formatCount(drafted, 'product is in a draft', 'products are in drafts')} already
              {tooFew > 0 && `,${tooFew < drafted ? ` ${formatUnits(tooFew)}` : ''} with too few units`}.{' '}
              {!isDrafted && (
                <Link to="/order/orders" search={{ status: 'draft' }}>
                  {toDrafts}
                </Link>
              )}
            </Box>
          )}
          {withoutSupplier > 0 && (
            <Box component="span" display="block" className="muted">
              and {formatCount(withoutSupplier, 'product')} without a supplier, which cannot be ordered yet.{' '}
              <Link to="/order/suppliers" hash="vendors">
                Choose suppliers
              </Link>
            </Box>
          )}
        </p>
        <p className="quiet">
          {without > 0 &&
            `${formatCount(without, 'product has', 'products have')} no known cost in ${currency} and ${without === 1 ? 'is' : 'are'} not in the sum. `}
          {profit?.note}
          {!isDrafted && 'Creates one draft per supplier. Nothing is sent.'}
        </p>
      </div>
      {isDrafted ? (
        <ButtonLink
          variant="filled"
          className={classes.create ?? ''}
          to="/order/orders"
          search={{ status: 'draft' }}
        >
          {toDrafts}
        </ButtonLink>
      ) : (
        <WriteButton
          variant="filled"
          className={classes.create ?? ''}
          disabled={sums.rows === 0}
          loading={isCreating}
          onClick={onCreate}
        >
          {sums.suppliers > 1 ? `Create ${sums.suppliers} drafts` : 'Create draft'}
        </WriteButton>
      )}
    </section>
  )
}
