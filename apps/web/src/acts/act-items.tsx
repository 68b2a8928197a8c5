import { IconTruckDelivery } from '@tabler/icons-react'
import { WriteItem } from '../app/read-only/write-item.tsx'
import { actTexts } from '../messages/act-texts.ts'
import type { ActProduct } from './product.ts'
import { SilenceItems } from './silence-items.tsx'

/** Shows the menu items for what a person can say about a product. */
export function ActItems({
  product,
  onOrder,
}: {
  product: ActProduct
  onOrder: (product: ActProduct) => void
}) {
  return (
    <>
      <WriteItem
        leftSection={<IconTruckDelivery size={16} stroke={1.75} aria-hidden />}
        onClick={() => onOrder({ variantId: product.variantId, title: product.title })}
      >
        {actTexts.ordered}
      </WriteItem>
      <SilenceItems product={product} />
    </>
  )
}
