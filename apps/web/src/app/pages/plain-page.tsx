import type { ReactNode } from 'react'
import { Brand } from '../../ui/mark.tsx'
import classes from './plain-page.module.css'

/** Lays out a page outside the shell: the brand on top, one narrow column below. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <title>{`${title} · Stockcast`}</title>
      <header className={classes.header}>
        <Brand to="/" />
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </div>
  )
}
