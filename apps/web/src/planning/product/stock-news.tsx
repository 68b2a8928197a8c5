import type { ProductDetail } from '@stockcast/contract'
import { useState } from 'react'
import { stockNews } from './product-words.ts'

/** Announces changes on the open page to screen readers; silent until something changes. */
export function StockNews({ detail }: { detail: ProductDetail }) {
  const words = stockNews(detail)
  const [said, setSaid] = useState({ words, hasChanged: false })
  if (said.words !== words) setSaid({ words, hasChanged: true })
  return (
    <p role="status" className="spoken">
      {said.hasChanged && words}
    </p>
  )
}
