import { Anchor, type AnchorProps, Breadcrumbs } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'

interface CrumbsProps {
  /** The page above this one. */
  up: string
  to?: NonNullable<LinkProps['to']>
  /** Leads there, where it has no address of its own. */
  onUp?: () => void
  here: string
}

const look: AnchorProps = { c: 'var(--stk-ink-2)', fz: 'sm' }

/** Shows where a page is, and leads to the one above it. */
export function Crumbs({ up, to, onUp, here }: CrumbsProps) {
  return (
    <nav aria-label="Breadcrumb" className="crumbs">
      <Breadcrumbs separator="/" separatorMargin={7}>
        {to === undefined ? (
          <Anchor component="button" type="button" onClick={onUp} {...look}>
            {up}
          </Anchor>
        ) : (
          <Anchor component={Link} to={to} {...look}>
            {up}
          </Anchor>
        )}
        <span aria-current="page">{here}</span>
      </Breadcrumbs>
    </nav>
  )
}
