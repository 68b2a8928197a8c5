import { Box, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { OpenOrder, ProductDetail, Snooze } from '@stockcast/contract'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { plansQuery } from '../../api/queries.ts'
import classes from '../../ordering/actions/actions.module.css'
import { OrderDialog } from '../../ordering/actions/order-form.tsx'
import type { ActionProduct } from '../../ordering/actions/product.ts'
import { SnoozeItems } from '../../ordering/actions/snooze-items.tsx'
import { useRemoveOrder } from '../../ordering/actions/use-open-orders.ts'
import { useSnooze } from '../../ordering/actions/use-snooze.ts'
import { getOrderingFailure } from '../../ordering/ordering-failures.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { useSession } from '../../session/use-session.ts'
import { actionTexts, endLabel, orderNote, orderWords, snoozeWords } from '../../ui/messages/action-texts.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { ErrorState } from '../../ui/states.tsx'
import own from './product.module.css'
import { purchaseNote, purchaseWords } from './product-words.ts'

/** Shows whether the product raises alerts, and its open orders. */
export function NotesSection({ detail }: { detail: ProductDetail }) {
  const { row } = detail
  const { data, error, refetch, isFetching } = useQuery(plansQuery(row.variantId))
  const isEmpty = data && data.snooze === null && data.orders.length === 0 && data.purchaseOrders.length === 0
  return (
    <Box component="section" mb={36} aria-labelledby="notes">
      <SectionHeader
        id="notes"
        title="Orders and snoozes"
        aside={
          <>
            {isEmpty && <p className="quiet">{actionTexts.noNotes}</p>}
            <Actions product={row} snooze={data?.snooze} />
          </>
        }
      />
      {error && !data && (
        <ErrorState {...getOrderingFailure('load_plans', error)} retry={{ refetch, isFetching }} />
      )}
      <ul className={classes.notes}>
        {data?.snooze && <SnoozeNote product={row} snooze={data.snooze} />}
        {data?.purchaseOrders.map((order) => (
          <li key={order.id}>
            <div>
              <p>
                <Link
                  to="/order/orders/$orderId"
                  params={{ orderId: String(order.id) }}
                  className={own.supplier}
                >
                  {order.number}
                </Link>
                : {purchaseWords(order)}
              </p>
              <p className="quiet">{purchaseNote(order)}</p>
            </div>
          </li>
        ))}
        {data?.orders.map((order) => (
          <OrderNote key={order.id} product={row} order={order} today={detail.today} />
        ))}
      </ul>
    </Box>
  )
}

function Actions({ product, snooze }: { product: ActionProduct; snooze: Snooze | null | undefined }) {
  const [isOrdering, { open, close }] = useDisclosure()
  return (
    <div className={own.actions}>
      <OrderDialog product={isOrdering ? product : null} onClose={close} />
      <WriteButton size="xs" onClick={open}>
        {actionTexts.ordered}
      </WriteButton>
      {snooze === null && (
        <Menu position="bottom-end" withinPortal returnFocus>
          <Menu.Target>
            <WriteButton size="xs" rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}>
              Snooze
            </WriteButton>
          </Menu.Target>
          <Menu.Dropdown>
            <SnoozeItems product={product} />
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

function SnoozeNote({ product, snooze }: { product: ActionProduct; snooze: Snooze }) {
  const { timeZone } = useSession().merchant
  const { end, isEnding } = useSnooze(product)
  return (
    <li>
      <p>{snoozeWords(snooze, timeZone)}</p>
      <WriteButton size="xs" loading={isEnding} onClick={() => end(snooze)}>
        {endLabel(snooze)}
      </WriteButton>
    </li>
  )
}

interface OrderNoteProps {
  product: ActionProduct
  order: OpenOrder
  today: string
}

function OrderNote({ product, order, today }: OrderNoteProps) {
  const { timeZone } = useSession().merchant
  const { remove, removingId } = useRemoveOrder(product)
  return (
    <li>
      <div>
        <p>{orderWords(order)}</p>
        <p className="quiet">{orderNote(order, today, timeZone)}</p>
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
