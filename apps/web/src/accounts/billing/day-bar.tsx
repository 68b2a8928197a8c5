import classes from './billing.module.css'

/** Draws one block a day: past days, days left, and the offered days. The words beside it say the same. */
export function DayBar({ over, left, offered = 0 }: { over: number; left: number; offered?: number }) {
  const kinds = [
    ...Array.from({ length: over }, () => 'over'),
    ...Array.from({ length: left }, () => 'left'),
    ...Array.from({ length: offered }, () => 'offered'),
  ]
  const days = kinds.map((kind, day) => ({ kind, day }))
  return (
    <div className={classes.bar} aria-hidden="true">
      {days.map(({ kind, day }) => (
        <i key={day} data-day={kind} />
      ))}
    </div>
  )
}
