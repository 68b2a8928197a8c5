import type { ButtonProps } from '@mantine/core'
import { type DraftLine, type Ordering, ordersApi } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { useReadOnly } from '../../session/use-read-only.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { formatUnits } from '../../ui/format/numbers.ts'
import { notifyUndoable } from '../../ui/messages/notify.tsx'
import { useOrderingChange } from '../use-ordering-change.ts'
import type { ActionProduct } from './product.ts'
import { useReloadActions } from './use-open-orders.ts'

interface OrderButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  product: ActionProduct
  supplier: Ordering['supplier']
  units: number
}

/** Adds what is to order of a product to the draft of its supplier. Without a supplier it leads to the order list. */
export default function OrderButton({ product, supplier, units, ...look }: OrderButtonProps) {
  const label = `Order ${formatUnits(units)}`
  const name = `${label} of ${product.title}`
  const { add, isAdding } = useAddToDraft(product)
  const isReadOnly = useReadOnly() !== null
  if (supplier === null) {
    return isReadOnly ? (
      <WriteButton {...look} aria-label={name}>
        {label}
      </WriteButton>
    ) : (
      <ButtonLink
        {...look}
        aria-label={`${name}: choose a supplier`}
        to="/order"
        search={{ search: product.title }}
      >
        {label}
      </ButtonLink>
    )
  }
  return (
    <WriteButton
      {...look}
      aria-label={name}
      title={`Adds to the draft for ${supplier.name}`}
      loading={isAdding}
      onClick={async ({ currentTarget }) => {
        const row = currentTarget.closest('tr, li')
        await add({ supplierId: supplier.id, units })
        requestAnimationFrame(() => keepPlace(row))
      }}
    >
      {label}
    </WriteButton>
  )
}

/** Keeps whoever orders by keyboard in the row, whose button has gone, so that the next product is near. */
function keepPlace(row: Element | null): void {
  if (document.activeElement?.matches('body, [data-page-title]')) row?.querySelector('a')?.focus()
}

function useAddToDraft({ variantId, title }: ActionProduct) {
  const queryClient = useQueryClient()
  const reloadActions = useReloadActions()
  const reload = async () => {
    await Promise.all([reloadActions(), queryClient.invalidateQueries({ queryKey: queryKeys.purchasing })])
  }
  const remove = useOrderingChange({
    mutationFn: ({ orderId, lineId }: DraftLine) =>
      call(ordersApi.removeDraftLine, { params: { id: orderId, lineId } }),
    failed: 'change_order',
    onSettled: reload,
  })
  const add = useOrderingChange({
    mutationFn: (wanted: { supplierId: number; units: number }) =>
      call(ordersApi.addDraftLine, { body: { variantId, ...wanted } }),
    onSuccess: (line, { units }) =>
      notifyUndoable(
        {
          title: `Added to ${line.number}`,
          message: `${formatUnits(units)} of ${title}, in the draft for ${line.supplierName}. Nothing is sent.`,
        },
        () => remove.mutate(line),
      ),
    failed: 'order_product',
    onSettled: reload,
  })
  return { add: add.run, isAdding: add.isPending }
}
