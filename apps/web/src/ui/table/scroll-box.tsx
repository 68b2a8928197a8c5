import type { ReactNode } from 'react'

/** Scrolls wide content sideways, with the keyboard too. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus the arrow keys cannot scroll it
    <section style={{ overflowX: 'auto' }} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
