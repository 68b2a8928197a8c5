import { Button, Menu } from '@mantine/core'
import type { BulkTarget } from '@stockcast/contract'
import {
  IconBell,
  IconBellOff,
  IconCalendarStats,
  IconClock,
  IconPencil,
  IconShoppingCart,
  IconTruck,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useReadOnly } from '../../session/use-read-only.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import type { BulkKind } from './bulk-words.ts'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
const items: readonly { kind: BulkKind; label: string; Icon: typeof IconTruck }[] = [
  { kind: 'supplier', label: 'Set supplier', Icon: IconTruck },
  { kind: 'leadTimeDays', label: 'Set lead time', Icon: IconClock },
  { kind: 'coverDays', label: 'Set days of cover', Icon: IconCalendarStats },
  { kind: 'mute', label: 'Mute alerts', Icon: IconBellOff },
  { kind: 'unmute', label: 'Unmute alerts', Icon: IconBell },
  { kind: 'draft', label: 'Add to draft orders', Icon: IconShoppingCart },
]

interface BulkActionsProps {
  target: BulkTarget
  /** How many products the target has; absent if the list does not count products. */
  count?: number
  size?: 'xs' | 'sm'
  /** Space below it. */
  mb?: number
  onChanged?: () => void
}

/** Offers what can be done with all products that are filtered or selected. */
export function BulkActions({ target, count, size = 'sm', mb = 12, onChanged }: BulkActionsProps) {
  const [kind, setKind] = useState<BulkKind | null>(null)
  const isReadOnly = useReadOnly() !== null
  if (isReadOnly || count === 0) return null
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button size={size} mb={mb} leftSection={<IconPencil {...icon} />}>
            {count === undefined ? 'Change these products' : `Change ${formatCount(count, 'product')}`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map(({ kind: each, label, Icon }) => (
            <Menu.Item key={each} leftSection={<Icon {...icon} />} onClick={() => setKind(each)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {kind !== null && (
        <Suspense>
          <BulkDialog kind={kind} target={target} onChanged={onChanged} onClose={() => setKind(null)} />
        </Suspense>
      )}
    </>
  )
}
