import type { PurchaseOrder } from '@stockcast/contract'
import { useState } from 'react'
import { notifyFailure, notifyUndoable } from '../../../ui/messages/notify.tsx'
import { formatUnitCost } from '../../money.ts'
import { saveAction, useOrderAction } from '../use-order-action.ts'
import { getDraft, getFault, isChanged, isTooDear, type LineDraft, savedLines } from './line-draft.ts'
import { rebaseDrafts } from './rebase-drafts.ts'

interface Editing {
  /** The order's version and lines that the drafts began with. */
  version: number
  before: readonly LineDraft[]
  drafts: readonly LineDraft[]
  news: readonly string[]
  /** Whether the merchant was asked about costs above the price. */
  isAsked: boolean
}

export interface LineEdits {
  /** Null while nothing is edited. */
  drafts: readonly LineDraft[] | null
  isDirty: boolean
  isSaving: boolean
  /** What must be corrected before the lines can be saved. */
  fault: string | null
  /** What the merchant must confirm before the lines are saved. */
  question: string | null
  /** What another person has saved since the edit began. */
  news: readonly string[]
  begin: () => void
  change: (drafts: readonly LineDraft[]) => void
  discard: () => void
  /** Saves what was changed and ends the edit. Resolves to false if it could not, and notifies why, except `here`, where the fields say it. */
  save: (from?: 'here') => Promise<boolean>
}

/** Holds what is typed for the lines of an order, also while others change the order. */
export function useLineEdits(order: PurchaseOrder): LineEdits {
  const { currency, number, version } = order
  const stored = order.lines.map((line) => getDraft(line, currency))
  const start = (): Editing => ({ version, before: stored, drafts: stored, news: [], isAsked: false })
  const [kept, setEditing] = useState<Editing | null>(null)
  const { run, isPending } = useOrderAction(order)
  // An empty order begins with the search for its first product.
  const editing = kept ?? (order.can.edit && order.lines.length === 0 ? start() : null)
  if (kept !== null && kept.version !== version) {
    const { drafts, news } = rebaseDrafts({ before: kept.before, theirs: stored, mine: kept.drafts })
    setEditing({ ...kept, version, before: stored, drafts, news: [...kept.news, ...news] })
  }
  const drafts = editing?.drafts ?? []
  const beforeOf = (draft: LineDraft) =>
    editing?.before.find(({ variantId }) => variantId === draft.variantId)
  const isDirty = drafts.some((draft) => isChanged(draft, beforeOf(draft)))
  const fault = drafts.map(getFault).find((each) => each !== null) ?? null
  const dear = drafts.find(
    (draft) => !draft.isRemoved && draft.cost !== beforeOf(draft)?.cost && isTooDear(draft, currency),
  )
  const question = dear === undefined ? null : dearWords(dear, currency)

  const save = async (from?: 'here') => {
    if (!isDirty || editing === null) {
      setEditing(null)
      return true
    }
    if (fault !== null || (question !== null && !editing.isAsked)) {
      setEditing({ ...editing, isAsked: true })
      if (from === undefined)
        notifyFailure({ title: 'The products are not saved yet', message: fault ?? question ?? '' })
      return false
    }
    const isSaved = await run(saveAction(order, { lines: savedLines(drafts, order) }))
    if (isSaved) setEditing(null)
    return isSaved
  }
  return {
    drafts: editing?.drafts ?? null,
    isDirty,
    isSaving: isPending,
    fault,
    question: editing?.isAsked ? question : null,
    news: editing?.news ?? [],
    begin: () => setEditing(start()),
    change: (next) => setEditing({ ...(editing ?? start()), drafts: next, isAsked: false }),
    discard: () => {
      setEditing(null)
      if (isDirty) notifyUndoable({ title: 'Changes discarded', message: number }, () => setEditing(editing))
    },
    save,
  }
}

function dearWords({ title, cost, priceMinor }: LineDraft, currency: string): string {
  return `${title} costs ${cost} ${currency} and sells for ${formatUnitCost(priceMinor, currency)}. If that is right, save again.`
}
