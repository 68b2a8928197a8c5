import classes from './long-table.module.css'

/** Reserves the height of the rows that the document does not contain. */
export function TableGap({ heightPx, cells }: { heightPx: number; cells: number }) {
  if (heightPx <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: there is nothing in it to focus
    <tr aria-hidden="true" className={classes.gap} style={{ height: heightPx }}>
      <td colSpan={cells} />
    </tr>
  )
}
