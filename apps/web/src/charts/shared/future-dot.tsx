interface FutureDotProps {
  cx: number
  cy: number
  r: number
  /** Runs out before an order placed today arrives; a filled dot says so without colour. */
  isEarly: boolean
  strokeWidth?: number
}

/** Draws one of twenty equally likely futures. */
export function FutureDot({ cx, cy, r, isEarly, strokeWidth = 1.3 }: FutureDotProps) {
  if (isEarly) return <circle cx={cx} cy={cy} r={r} fill="var(--stk-critical-fill)" />
  return (
    <circle
      cx={cx}
      cy={cy}
      r={r}
      fill="var(--mantine-color-body)"
      stroke="var(--stk-fc)"
      strokeWidth={strokeWidth}
    />
  )
}
