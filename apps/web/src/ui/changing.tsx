import { type ReactNode, useState } from 'react'
import classes from './changing.module.css'

/** A figure that lights up for a moment when it changes while one looks at it. */
export function Changing({ value, children }: { value: string; children?: ReactNode }) {
  const [seen, setSeen] = useState({ value, times: 0 })
  if (seen.value !== value) setSeen({ value, times: seen.times + 1 })
  return (
    // Another key is another element, which starts its animation anew.
    <span key={seen.times} className={classes.figure} data-changed={seen.times > 0 || undefined}>
      {children ?? value}
    </span>
  )
}
