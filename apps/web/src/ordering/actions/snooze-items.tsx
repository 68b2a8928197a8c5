import { SNOOZE_DAYS } from '@stockcast/contract'
import { IconBell, IconBellOff, IconBellPause, IconBellUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { snoozesQuery } from '../../api/queries.ts'
import { WriteItem } from '../../session/read-only/write-item.tsx'
import { actionTexts, endLabel } from '../../ui/messages/action-texts.ts'
import type { ActionProduct } from './product.ts'
import { useSnooze } from './use-snooze.ts'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/**
 * Shows the menu items that stop the alerts of a product in three ways, or the item that ends the current
 * snooze or mute.
 */
export function SnoozeItems({ product }: { product: ActionProduct }) {
  const { data } = useQuery(snoozesQuery())
  const { begin, end } = useSnooze(product)
  const snooze = data?.snoozes.find(({ variantId }) => variantId === product.variantId)
  if (snooze) {
    return (
      <WriteItem leftSection={<IconBell {...icon} />} onClick={() => end(snooze)}>
        {endLabel(snooze)}
      </WriteItem>
    )
  }
  return (
    <>
      <WriteItem
        leftSection={<IconBellPause {...icon} />}
        onClick={() => begin({ kind: 'until_time', days: SNOOZE_DAYS })}
      >
        {actionTexts.snooze}
      </WriteItem>
      <WriteItem leftSection={<IconBellUp {...icon} />} onClick={() => begin({ kind: 'until_restock' })}>
        {actionTexts.untilRestock}
      </WriteItem>
      <WriteItem leftSection={<IconBellOff {...icon} />} onClick={() => begin({ kind: 'muted' })}>
        {actionTexts.mute}
      </WriteItem>
    </>
  )
}
