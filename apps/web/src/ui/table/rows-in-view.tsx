import { useThrottledCallback, useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { formatUnits } from '../format/numbers.ts'
import { rowsInView } from './page-window.ts'

/** Heights of what is sticky above and under the rows: the column heads, and the foot. */
const HEAD_REM = 2.375
const FOOT_REM = 2.5
/** Each change makes the browser paint all rows again, which takes longer than a frame on a slow processor. */
const UPDATE_EVERY_MS = 1_000

interface RowsInViewProps {
  total: number
  listTopPx: number
  rowHeightPx: number
  isBlocks: boolean
  rem: number
}

/** Says which rows are visible: alone, so that a scroll renders nothing else again. */
export function RowsInView({ total, listTopPx, rowHeightPx, isBlocks, rem }: RowsInViewProps) {
  const [, setWords] = useState('')
  const headPx = isBlocks ? 0 : HEAD_REM * rem
  const words = () => {
    const inView = rowsInView({
      top: window.scrollY + headPx - listTopPx,
      heightPx: window.innerHeight - headPx - FOOT_REM * rem,
      rowHeightPx,
      total,
    })
    const range = inView ? `${formatUnits(inView.first + 1)} to ${formatUnits(inView.last + 1)}` : '0'
    return `${range} of ${formatUnits(total)}`
  }
  const update = useThrottledCallback(() => setWords(words()), UPDATE_EVERY_MS)
  useWindowEvent('scroll', update)
  useWindowEvent('resize', update)
  return words()
}
