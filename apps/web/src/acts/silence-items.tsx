import { SNOOZE_DAYS } from '@stockcast/contract'
import { IconBell, IconBellOff, IconBellPause, IconBellUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { silencesQuery } from '../api/queries.ts'
import { WriteItem } from '../app/read-only/write-item.tsx'
import { actTexts, endLabel } from '../messages/act-texts.ts'
import type { ActProduct } from './product.ts'
import { useSilence } from './use-silence.ts'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/**
 * Shows the menu items that stop the alerts of a product in three ways, or the item that ends the current
 * snooze or mute.
 */
export function SilenceItems({ product }: { product: ActProduct }) {
  const { data } = useQuery(silencesQuery())
  const { begin, end } = useSilence(product)
  const silence = data?.silences.find(({ variantId }) => variantId === product.variantId)
  if (silence) {
    return (
      <WriteItem leftSection={<IconBell {...icon} />} onClick={() => end(silence)}>
        {endLabel(silence)}
      </WriteItem>
    )
  }
  return (
    <>
      <WriteItem
        leftSection={<IconBellPause {...icon} />}
        onClick={() => begin({ kind: 'until_time', days: SNOOZE_DAYS })}
      >
        {actTexts.snooze}
      </WriteItem>
      <WriteItem leftSection={<IconBellUp {...icon} />} onClick={() => begin({ kind: 'until_restock' })}>
        {actTexts.untilRestock}
      </WriteItem>
      <WriteItem leftSection={<IconBellOff {...icon} />} onClick={() => begin({ kind: 'muted' })}>
        {actTexts.mute}
      </WriteItem>
    </>
  )
}
