import { Menu } from '@mantine/core'
import { SNOOZE_DAYS } from '@stockcast/contract'
import { IconBell, IconBellOff, IconBellPause, IconBellUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { silencesQuery } from '../api/queries.ts'
import { actTexts, endLabel } from '../messages/act-texts.ts'
import { useReadOnly } from '../session/use-read-only.ts'
import type { ActProduct } from './product.ts'
import { useSilence } from './use-silence.ts'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** Items of a menu: three ways to be told nothing of a product, or the end of the one that holds. */
export function SilenceItems({ product }: { product: ActProduct }) {
  const isReadOnly = useReadOnly() !== null
  const { data } = useQuery(silencesQuery())
  const { begin, end } = useSilence(product)
  const silence = data?.silences.find(({ variantId }) => variantId === product.variantId)
  if (silence) {
    return (
      <Menu.Item leftSection={<IconBell {...icon} />} disabled={isReadOnly} onClick={() => end()}>
        {endLabel(silence)}
      </Menu.Item>
    )
  }
  return (
    <>
      <Menu.Item
        leftSection={<IconBellPause {...icon} />}
        disabled={isReadOnly}
        onClick={() => begin({ kind: 'until_time', days: SNOOZE_DAYS })}
      >
        {actTexts.snooze}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconBellUp {...icon} />}
        disabled={isReadOnly}
        onClick={() => begin({ kind: 'until_restock' })}
      >
        {actTexts.untilRestock}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconBellOff {...icon} />}
        disabled={isReadOnly}
        onClick={() => begin({ kind: 'muted' })}
      >
        {actTexts.mute}
      </Menu.Item>
    </>
  )
}
