import { Menu } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import { actTexts } from '../messages/act-texts.ts'
import { useReadOnly } from '../session/use-read-only.ts'
import type { ActProduct } from './product.ts'
import { SilenceItems } from './silence-items.tsx'

/** Items of a menu: everything a person can say of a product. Without a plan they are off, and the reason stands above. */
export function ActItems({
  product,
  onOrder,
}: {
  product: ActProduct
  onOrder: (product: ActProduct) => void
}) {
  const reason = useReadOnly()
  return (
    <>
      {reason !== null && <Menu.Label maw={260}>{reason}</Menu.Label>}
      <Menu.Item
        leftSection={<IconTruckDelivery size={16} stroke={1.75} aria-hidden />}
        disabled={reason !== null}
        onClick={() => onOrder({ variantId: product.variantId, title: product.title })}
      >
        {actTexts.ordered}
      </Menu.Item>
      <SilenceItems product={product} />
    </>
  )
}
