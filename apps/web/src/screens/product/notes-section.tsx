import { Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { NotedOrder, ProductDetail, Silence } from '@stockcast/contract'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import classes from '../../acts/acts.module.css'
import { OrderDialog } from '../../acts/order-dialog.tsx'
import type { ActProduct } from '../../acts/product.ts'
import { SilenceItems } from '../../acts/silence-items.tsx'
import { useRemoveOrder } from '../../acts/use-noted-orders.ts'
import { useSilence } from '../../acts/use-silence.ts'
import { plansQuery } from '../../api/queries.ts'
import { WriteButton } from '../../app/read-only/write-button.tsx'
import { actTexts, endLabel, orderNote, orderWords, silenceWords } from '../../messages/act-texts.ts'
import { failureOf } from '../../messages/error-messages.ts'
import { useSession } from '../../session/use-session.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { ErrorState } from '../../ui/states.tsx'
import own from './product.module.css'

/** Shows whether the product raises alerts, and its open orders. */
export function NotesSection({ detail }: { detail: ProductDetail }) {
  const { row } = detail
  const { data, error, refetch, isFetching } = useQuery(plansQuery(row.variantId))
  const isEmpty = data && data.silence === null && data.orders.length === 0
  return (
    <section aria-labelledby="notes" className={own.notes}>
      <SectionHeader
        id="notes"
        title="Orders and snoozes"
        aside={
          <>
            {isEmpty && <p className={classes.quiet}>{actTexts.noNotes}</p>}
            <Acts product={row} silence={data?.silence} />
          </>
        }
      />
      {error && !data && (
        <ErrorState
          {...failureOf('load_plans', error)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      <ul className={classes.notes}>
        {data?.silence && <SilenceNote product={row} silence={data.silence} />}
        {data?.orders.map((order) => (
          <OrderNote key={order.id} product={row} order={order} today={detail.today} />
        ))}
      </ul>
    </section>
  )
}

function Acts({ product, silence }: { product: ActProduct; silence: Silence | null | undefined }) {
  const [isOrdering, { open, close }] = useDisclosure()
  return (
    <div className={own.acts}>
      <OrderDialog product={isOrdering ? product : null} onClose={close} />
      <WriteButton size="xs" onClick={open}>
        {actTexts.ordered}
      </WriteButton>
      {silence === null && (
        <Menu position="bottom-end" withinPortal returnFocus>
          <Menu.Target>
            <WriteButton size="xs" rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}>
              Snooze
            </WriteButton>
          </Menu.Target>
          <Menu.Dropdown>
            <SilenceItems product={product} />
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

function SilenceNote({ product, silence }: { product: ActProduct; silence: Silence }) {
  const { timeZone } = useSession().merchant
  const { end, isEnding } = useSilence(product)
  return (
    <li>
      <p>{silenceWords(silence, timeZone)}</p>
      <WriteButton size="xs" loading={isEnding} onClick={() => end(silence)}>
        {endLabel(silence)}
      </WriteButton>
    </li>
  )
}

interface OrderNoteProps {
  product: ActProduct
  order: NotedOrder
  today: string
}

function OrderNote({ product, order, today }: OrderNoteProps) {
  const { timeZone } = useSession().merchant
  const { remove, removingId } = useRemoveOrder(product)
  return (
    <li>
      <div>
        <p>{orderWords(order)}</p>
        <p className={classes.quiet}>{orderNote(order, today, timeZone)}</p>
      </div>
      <WriteButton
        size="xs"
        loading={removingId === order.id}
        onClick={() => remove(order)}
        aria-label={`Remove the order of ${orderWords(order)}`}
      >
        Remove
      </WriteButton>
    </li>
  )
}
