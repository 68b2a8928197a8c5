import { lazy, type ReactElement, Suspense, useRef, useState } from 'react'
import classes from './sidebar.module.css'

const EntryTooltip = lazy(() => import('../../ui/entry-tooltip.ts'))

/**
 * Shows the name of an icon while the pointer or the focus is on it. The tooltip is loaded when first
 * needed, and is placed beside its target: an element that is wrapped later loses the focus.
 */
export function WithTooltip({
  label,
  isShown,
  children,
}: {
  label: string
  isShown: boolean
  children: ReactElement
}) {
  const target = useRef<HTMLSpanElement>(null)
  const [isPointedAt, setPointedAt] = useState(false)
  const show = () => setPointedAt(true)
  const hide = () => setPointedAt(false)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the element only observes events of the control inside it */}
      <span
        ref={target}
        className={classes.target}
        onMouseEnter={show}
        onMouseLeave={hide}
        onFocus={show}
        onBlur={hide}
        onKeyDown={(event) => event.key === 'Escape' && hide()}
      >
        {children}
      </span>
      {isShown && isPointedAt && (
        <Suspense>
          <EntryTooltip label={label} position="right" target={target} opened />
        </Suspense>
      )}
    </>
  )
}
