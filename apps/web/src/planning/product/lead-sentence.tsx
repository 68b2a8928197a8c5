import type { ProductDetail } from '@stockcast/contract'
import DraftLink from '../../ordering/draft-link.tsx'
import classes from './product.module.css'
import { leadSentence } from './product-words.ts'

export function LeadSentence({ detail }: { detail: ProductDetail }) {
  const { before, key, after, isUrgent, advice } = leadSentence(detail)
  return (
    <p className={classes.lead}>
      {before}
      <b data-urgent={isUrgent || undefined}>{key}</b>
      {after}{' '}
      {detail.inDraft && (
        <>
          <DraftLink draft={detail.inDraft} />.{' '}
        </>
      )}
      <span>{advice}</span>
    </p>
  )
}
