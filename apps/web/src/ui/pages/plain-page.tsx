import type { ReactNode } from 'react'
import { Brand } from '../mark.tsx'
import classes from './plain-page.module.css'

interface PlainPageProps {
  title: string
  /** Class of the column, in place of the narrow one. */
  column?: string | undefined
  footer?: ReactNode
  children: ReactNode
}

/** Lays out a page outside the shell: the brand on top, one column below. */
export function PlainPage({ title, column = classes.main, footer, children }: PlainPageProps) {
  return (
    <div className={classes.page}>
      <title>{`${title} · Stockcast`}</title>
      <header className={classes.header}>
        <Brand to="/" />
      </header>
      <main id="main" tabIndex={-1} className={column}>
        {children}
      </main>
      {footer}
    </div>
  )
}
