import classes from './products.module.css'

/** In place of a row that is still on its way, of the same height. Nothing moves in it: a hundred may fly by. */
export function SkeletonRow({ index }: { index: number }) {
  return (
    <tr aria-rowindex={index + 2} data-loading>
      <td className={classes.product}>
        <span className={classes.spoken}>Loading</span>
        <span className={classes.bar} />
        <span className={classes.bar} data-short />
      </td>
      <td className={classes.status}>
        <span className={classes.bar} />
      </td>
      <td className={classes.sales}>
        <span className={classes.bar} />
      </td>
      <td className={classes.stock}>
        <span className={classes.bar} data-short />
      </td>
      <td className={classes.average}>
        <span className={classes.bar} data-short />
      </td>
      <td className={classes.days}>
        <span className={classes.bar} data-short />
      </td>
      <td className={classes.orderBy}>
        <span className={classes.bar} />
      </td>
      <td />
    </tr>
  )
}
