import type { Outcome } from './scorecard-figures.ts'

export type MarkKind = 'warned' | 'missed' | Exclude<Outcome, 'ranOut'>

export const markWords: Record<MarkKind, string> = {
  warned: 'Warned stockout',
  missed: 'Missed stockout',
  falseAlarms: 'False alarm',
  averted: 'Stockout averted by a delivery',
  undecided: 'Too early to tell',
}

const SIZE = 9

/** Draws one stockout or alert. Shape and fill tell them apart without colour. */
export function OutcomeMark({ kind, x, y }: { kind: MarkKind; x: number; y: number }) {
  const middle = SIZE / 2
  switch (kind) {
    case 'warned':
      return <rect x={x} y={y} width={SIZE} height={SIZE} rx="1.5" fill="var(--stk-hist)" />
    case 'missed':
      return (
        <rect
          x={x + 0.75}
          y={y + 0.75}
          width={SIZE - 1.5}
          height={SIZE - 1.5}
          rx="1.5"
          fill="none"
          stroke="var(--stk-critical-fill)"
          strokeWidth="1.5"
        />
      )
    case 'falseAlarms':
      return (
        <circle
          cx={x + middle}
          cy={y + middle}
          r="3.6"
          fill="none"
          stroke="var(--stk-warning-fill)"
          strokeWidth="1.6"
        />
      )
    case 'averted':
      return <circle cx={x + middle} cy={y + middle} r="4" fill="var(--stk-fc)" />
    case 'undecided':
      return <circle cx={x + middle} cy={y + middle} r="2" fill="var(--stk-field)" />
  }
}

export function OutcomeKey() {
  return (Object.keys(markWords) as MarkKind[]).map((kind) => (
    <li key={kind}>
      <svg width={SIZE} height={SIZE} aria-hidden="true">
        <OutcomeMark kind={kind} x={0} y={0} />
      </svg>
      {markWords[kind]}
    </li>
  ))
}
