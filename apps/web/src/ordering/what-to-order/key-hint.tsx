import { Kbd } from '@mantine/core'
import classes from './what-to-order.module.css'

/** Says which keys work in the list. */
export function KeyHint() {
  return (
    <p className={classes.keys}>
      <span>
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> or <Kbd size="xs">J</Kbd> <Kbd size="xs">K</Kbd> move
      </span>
      <span>
        <Kbd size="xs">Enter</Kbd> edits the quantity
      </span>
      <span>
        <Kbd size="xs">Space</Kbd> selects
      </span>
      <span>
        <Kbd size="xs">D</Kbd> creates the drafts
      </span>
    </p>
  )
}
