import { Title } from '@mantine/core'
import type { Alert } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { ActionMenu } from '../ordering/actions/action-menu.tsx'
import OrderButton from '../ordering/actions/order-button.tsx'
import type { ActionProduct } from '../ordering/actions/product.ts'
import DraftLink from '../ordering/draft-link.tsx'
import { useSession } from '../session/use-session.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Changing } from '../ui/changing.tsx'
import { dayOfInstant } from '../ui/format/days.ts'
import { formatCount, formatUnits } from '../ui/format/numbers.ts'
import { alertTexts } from '../ui/messages/alert-texts.ts'
import { notInStoreWords } from '../ui/messages/stock-words.ts'
import { RecommendationWords } from '../ui/recommendation-words.tsx'
import { AlertRow } from './alert-row.tsx'
import classes from './alerts.module.css'
import { TickAlerts, type Ticks } from './resolve-several.tsx'

interface ProductAlertsProps extends Ticks {
  /** Of one product, at least one. */
  alerts: readonly Alert[]
  resolvingId: number | null
  onResolve: (alert: Alert) => void
  onOrder: (product: ActionProduct) => void
}

/**
 * Shows a product with its alerts. What they share is said once; each has its own badge, time and
 * button.
 */
export function ProductAlerts(props: ProductAlertsProps) {
  const { alerts, resolvingId, onResolve, onOrder, ticked, onTick } = props
  const first = alerts[0]!
  const isOver = alerts.every(({ resolved }) => resolved)
  return (
    <li className={classes.product} data-resolved={isOver || undefined}>
      <ProductHead alerts={alerts} onOrder={isOver ? null : onOrder} ticked={ticked} onTick={onTick} />
      <ul>
        {alerts.map((alert, i) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            isSaid={alerts.slice(0, i).some((before) => saysTheSame(before, alert))}
            title={first.title ?? alertTexts.unknownProduct}
            isResolving={resolvingId === alert.id}
            onResolve={() => onResolve(alert)}
          />
        ))}
      </ul>
    </li>
  )
}

function saysTheSame(one: Alert, other: Alert): boolean {
  return (
    !one.resolved &&
    !other.resolved &&
    one.meta.recommendation === other.meta.recommendation &&
    one.meta.daysUntilStockout === other.meta.daysUntilStockout
  )
}

interface ProductHeadProps extends Ticks {
  alerts: readonly Alert[]
  /** Null if no alert is open. */
  onOrder: ((product: ActionProduct) => void) | null
}

function ProductHead({ alerts, onOrder, ticked, onTick }: ProductHeadProps) {
  const { merchant, now } = useSession()
  const { variantId, title, sku, currentStock, notInStore } = alerts[0]!
  const open = alerts.filter(({ resolved }) => !resolved)
  const recommendation = alerts.find((alert) => alert.recommendation !== null)?.recommendation ?? null
  return (
    <div className={classes.head}>
      {open.length > 0 && (
        <TickAlerts
          alerts={open}
          ticked={ticked}
          onTick={onTick}
          spokenLabel={`Select ${title ?? alertTexts.unknownProduct}`}
        />
      )}
      <div className={classes.headText}>
        <Title order={2} className={classes.title}>
          <Link to="/products/$variantId" params={{ variantId: String(variantId) }} className="plainLink">
            {title ?? alertTexts.unknownProduct}
          </Link>
        </Title>
        <RecommendationWords
          recommendation={recommendation}
          today={dayOfInstant(now, merchant.timeZone)}
          isMade={alerts.some(({ meta }) => meta.isMade)}
        />
        <dl className={classes.shared}>
          <div>
            <dt>SKU</dt>
            <dd>{sku ?? alertTexts.noSku}</dd>
          </div>
          <div>
            <dt>Current stock</dt>
            <dd>
              <Changing value={currentStock === null ? '–' : formatCount(currentStock, 'unit')} />
              {notInStore > 0 && `, ${notInStoreWords(notInStore)}`}
            </dd>
          </div>
        </dl>
      </div>
      {onOrder !== null && title !== null && (
        <div className={classes.headActions}>
          <Order alerts={alerts} product={{ variantId, title }} />
          <ActionMenu product={{ variantId, title }} onOrder={onOrder} />
        </div>
      )}
    </div>
  )
}

/** Shows the button that orders what is recommended, the way to what is to be made, or the draft that has the product. */
function Order({ alerts, product }: { alerts: readonly Alert[]; product: ActionProduct }) {
  const { supplier, inDraft, meta } = alerts.find(({ resolved }) => !resolved)!
  if (inDraft !== null) return <DraftLink draft={inDraft} />
  if (meta.orderQuantity === null || meta.orderQuantity <= 0) return null
  if (meta.isMade) {
    return (
      <ButtonLink size="xs" to="/order">
        {`Make ${formatUnits(meta.orderQuantity)}`}
      </ButtonLink>
    )
  }
  return <OrderButton product={product} supplier={supplier} units={meta.orderQuantity} size="xs" />
}
