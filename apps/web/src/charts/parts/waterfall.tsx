import classes from './waterfall.module.css'

export interface WaterfallStep {
  name: string
  /** What the step adds to the steps before it. */
  amount: number
  /** The amount in words. */
  shown: string
}

interface WaterfallProps {
  caption: string
  steps: readonly WaterfallStep[]
  total: { name: string; shown: string }
}

/**
 * Draws how steps add up to a total, as a table with a bar in each row. The first step is past sales, the others are what
 * the forecast adds to them.
 */
export function Waterfall({ caption, steps, total }: WaterfallProps) {
  const spans = getSpans(steps)
  const lowest = Math.min(...spans.map(({ from, to }) => Math.min(from, to)))
  const highest = Math.max(...spans.map(({ from, to }) => Math.max(from, to)), lowest + Number.EPSILON)
  const at = (amount: number) => ((amount - lowest) / (highest - lowest)) * 100
  const end = spans.at(-1)?.to ?? 0
  return (
    <table className={classes.waterfall}>
      <caption>{caption}</caption>
      <tbody>
        {steps.map(({ name, shown }, index) => {
          const { from, to } = spans[index]!
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td aria-hidden="true">
                <Bar
                  from={at(Math.min(from, to))}
                  to={at(Math.max(from, to))}
                  kind={getKind(index, to - from)}
                />
              </td>
              <td>{shown}</td>
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{total.name}</th>
          <td aria-hidden="true">
            <Bar from={at(0)} to={at(end)} kind="total" />
          </td>
          <td>{total.shown}</td>
        </tr>
      </tfoot>
    </table>
  )
}

type Kind = 'sold' | 'more' | 'less' | 'total'

function getKind(index: number, amount: number): Kind {
  if (index === 0) return 'sold'
  return amount < 0 ? 'less' : 'more'
}

const fills: Record<Kind, string> = {
  sold: 'var(--stk-hist-soft)',
  more: 'var(--stk-band-50)',
  less: 'var(--mantine-color-body)',
  total: 'var(--stk-fc)',
}

function Bar({ from, to, kind }: { from: number; to: number; kind: Kind }) {
  return (
    <svg width="100%" height="10" aria-hidden="true">
      <rect
        x={`${from}%`}
        width={`${Math.max(1, to - from)}%`}
        y="1"
        height="8"
        fill={fills[kind]}
        {...(kind === 'less' && { stroke: 'var(--stk-fc)', strokeWidth: 1 })}
      />
    </svg>
  )
}

/** Returns where each bar begins and ends: at the sum of the steps before it, and with its own. The first begins at 0. */
function getSpans(steps: readonly WaterfallStep[]): { from: number; to: number }[] {
  let sum = 0
  return steps.map(({ amount }) => {
    const from = sum
    sum += amount
    return { from, to: sum }
  })
}
