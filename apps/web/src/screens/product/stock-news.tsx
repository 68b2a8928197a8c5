import type { ProductDetail } from '@stockcast/contract'
import { useState } from 'react'
import classes from './product.module.css'
import { stockNews } from './product-words.ts'

/** Reads out what changed on the open page; silent until something does. */
export function StockNews({ detail }: { detail: ProductDetail }) {
  const words = stockNews(detail)
  const [said, setSaid] = useState({ words, hasChanged: false })
  if (said.words !== words) setSaid({ words, hasChanged: true })
  return (
    <p role="status" className={classes.spoken}>
      {said.hasChanged && words}
    </p>
  )
}
