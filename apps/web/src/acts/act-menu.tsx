import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { WriteReason } from '../app/read-only/write-item.tsx'
import { ActItems } from './act-items.tsx'
import type { ActProduct } from './product.ts'

interface ActMenuProps {
  product: ActProduct
  onOrder: (product: ActProduct) => void
}

export function ActMenu({ product, onOrder }: ActMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal returnFocus>
      <Menu.Target>
        <ActionIcon variant="default" size="input-xs" aria-label={`Actions for ${product.title}`}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <WriteReason />
        <ActItems product={product} onOrder={onOrder} />
      </Menu.Dropdown>
    </Menu>
  )
}
