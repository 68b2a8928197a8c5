import { formatUnits } from '../../ui/format/numbers.ts'
import { INCOMING_MARK_PX, type Span } from './runway-scale.ts'

/** Width of a character and distance from the mark, and what stays free on each side. */
const CHARACTER_PX = 7
const BESIDE_PX = INCOMING_MARK_PX + 3
const FREE_PX = 3

export interface IncomingCount {
  text: string
  x: number
  anchor: 'start' | 'end'
}

/**
 * Returns where the numbers of incoming units stand: right of their marks, else left of them, else nowhere. None touches what
 * is drawn at its height: `taken`, the marks, and the other numbers.
 */
export function placeCounts(
  incoming: readonly { x: number; units: number }[],
  { taken, widthPx }: { taken: readonly Span[]; widthPx: number },
): (IncomingCount | null)[] {
  const spans = [...taken, ...incoming.map(({ x }): Span => [x - INCOMING_MARK_PX, x + INCOMING_MARK_PX])]
  return incoming.map(({ x, units }) => {
    const text = `+${formatUnits(units)}`
    const width = text.length * CHARACTER_PX
    const places = [
      { text, x: x + BESIDE_PX, anchor: 'start', span: [x + BESIDE_PX, x + BESIDE_PX + width] },
      { text, x: x - BESIDE_PX, anchor: 'end', span: [x - BESIDE_PX - width, x - BESIDE_PX] },
    ] as const
    const free = places.find(
      ({ span: [from, to] }) =>
        from >= 0 && to <= widthPx && spans.every(([a, b]) => to + FREE_PX <= a || from - FREE_PX >= b),
    )
    if (!free) return null
    const { span, ...count } = free
    spans.push([...span])
    return count
  })
}
