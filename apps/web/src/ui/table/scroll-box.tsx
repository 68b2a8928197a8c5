import type { ReactNode } from 'react'
import classes from './scroll-box.module.css'

/** Scrolls wide content sideways, with the keyboard too. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus the arrow keys cannot scroll it
    <section className={classes.box} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
