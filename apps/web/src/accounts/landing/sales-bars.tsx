const WIDTH = 104
const HEIGHT = 24
const MEAN_DAYS = 7

/** Draws small bars of daily sales with their moving average; decorative. */
export function SalesBars({ sold }: { sold: readonly number[] }) {
  const most = Math.max(...sold, 1)
  const step = WIDTH / sold.length
  const y = (units: number) => HEIGHT - (HEIGHT * units) / most
  const means = sold
    .map((_, index) => sold.slice(Math.max(0, index - MEAN_DAYS + 1), index + 1))
    .map((days) => days.reduce((sum, units) => sum + units, 0) / days.length)
  const path = means
    .map((mean, index) => `${(index + 0.5) * step} ${y(mean).toFixed(1)}`)
    .slice(MEAN_DAYS - 1)
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true">
      <line x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--stk-line-2)" />
      {sold
        .map((units, day) => ({ units, day }))
        .map(({ units, day }) => (
          <rect
            key={day}
            x={day * step}
            y={y(units)}
            width={step - 0.9}
            height={HEIGHT - y(units)}
            fill="var(--stk-hist-soft)"
          />
        ))}
      <path d={`M${path.join('L')}`} fill="none" stroke="var(--stk-hist)" strokeWidth="1.5" />
    </svg>
  )
}
