import { Menu } from '@mantine/core'
import type { ProductRow } from '@stockcast/contract'
import { IconChartLine, IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionItems } from '../../../ordering/actions/action-menu.tsx'
import type { ActionProduct } from '../../../ordering/actions/product.ts'
import { WriteItem, WriteReason } from '../../../session/read-only/write-item.tsx'
import classes from './product-row.module.css'

interface RowMenuProps {
  row: ProductRow
  onForecast: (variantId: number) => void
  onOrder: (product: ActionProduct) => void
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** Shows a plain button until its first use, then a menu: many rows pass while the page scrolls. */
export function RowMenu({ row, onForecast, onOrder }: RowMenuProps) {
  const [isUsed, setIsUsed] = useState(false)
  const navigate = useNavigate()
  const button = (
    <button
      type="button"
      className={classes.menuButton}
      aria-label={`Actions for ${row.title}`}
      {...(isUsed ? {} : { 'aria-haspopup': 'menu' as const, onClick: () => setIsUsed(true) })}
    />
  )
  if (!isUsed) return button
  return (
    <Menu position="bottom-end" defaultOpened withinPortal>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconChartLine {...icon} />}
          onClick={() =>
            void navigate({ to: '/products/$variantId', params: { variantId: String(row.variantId) } })
          }
        >
          Open product
        </Menu.Item>
        <WriteReason />
        <WriteItem leftSection={<IconPlayerPlay {...icon} />} onClick={() => onForecast(row.variantId)}>
          Run forecast
        </WriteItem>
        {row.isTracked && (
          <>
            <Menu.Divider />
            <ActionItems product={row} onOrder={onOrder} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
