import { IconTruckDelivery } from '@tabler/icons-react'
import { WriteItem } from '../../session/read-only/write-item.tsx'
import { actionTexts } from '../../ui/messages/action-texts.ts'
import type { ActionProduct } from './product.ts'
import { SnoozeItems } from './snooze-items.tsx'

/** Shows the menu items for what a person can say about a product. */
export function ActionItems({
  product,
  onOrder,
}: {
  product: ActionProduct
  onOrder: (product: ActionProduct) => void
}) {
  return (
    <>
      <WriteItem
        leftSection={<IconTruckDelivery size={16} stroke={1.75} aria-hidden />}
        onClick={() => onOrder({ variantId: product.variantId, title: product.title })}
      >
        {actionTexts.ordered}
      </WriteItem>
      <SnoozeItems product={product} />
    </>
  )
}
