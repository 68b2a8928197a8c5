import { type ReactNode, useState } from 'react'
import classes from './changing.module.css'

/** Highlights a figure for a moment when it changes on screen. */
export function Changing({ value, children }: { value: string; children?: ReactNode }) {
  const [seen, setSeen] = useState({ value, times: 0 })
  if (seen.value !== value) setSeen({ value, times: seen.times + 1 })
  return (
    // A new key makes a new element, which restarts its animation.
    <span key={seen.times} className={classes.figure} data-changed={seen.times > 0 || undefined}>
      {children ?? value}
    </span>
  )
}
