import { isChanged, type LineDraft, type TypedField, typedFields } from './line-draft.ts'

const names: Record<TypedField, string> = { units: 'units', cost: 'unit cost', confirmed: 'confirmed units' }

interface Versions {
  /** The lines as they were when the edit began. */
  before: readonly LineDraft[]
  /** The lines as somebody else has saved them since. */
  theirs: readonly LineDraft[]
  mine: readonly LineDraft[]
}

/**
 * Returns my drafts on top of what was saved meanwhile: what I changed stays, everything else is theirs. `news` says what is
 * different from what I saw, one sentence for each field.
 */
export function rebaseDrafts({ before, theirs, mine }: Versions): { drafts: LineDraft[]; news: string[] } {
  const [beforeOf, theirsOf] = [byVariant(before), byVariant(theirs)]
  const news: string[] = []
  const drafts = mine.flatMap((draft) => {
    const [was, now] = [beforeOf.get(draft.variantId), theirsOf.get(draft.variantId)]
    if (now === undefined) return was === undefined ? [draft] : removedMeanwhile(draft, was, news)
    return [merged(draft, { was, now, news })]
  })
  const known = byVariant(mine)
  const added = theirs.filter(({ variantId }) => !known.has(variantId))
  news.push(...added.map(({ title, units }) => `${title} was added, ${units} units.`))
  return { drafts: [...drafts, ...added], news }
}

function removedMeanwhile(draft: LineDraft, was: LineDraft, news: string[]): LineDraft[] {
  if (draft.isRemoved) return []
  if (!isChanged(draft, was)) {
    news.push(`${draft.title} was removed.`)
    return []
  }
  news.push(`${draft.title} was removed. You changed it, so it is added again when you save.`)
  const { id: _, ...again } = draft
  return [again]
}

function merged(
  draft: LineDraft,
  { was, now, news }: { was: LineDraft | undefined; now: LineDraft; news: string[] },
): LineDraft {
  const fields = typedFields.map((field) => {
    const isMine = was === undefined || draft[field].trim() !== was[field]
    const kept = isMine ? draft[field] : now[field]
    if (now[field] !== was?.[field] && now[field] !== draft[field].trim())
      news.push(getDifference(draft, field, { theirs: now[field], mine: isMine ? draft[field] : null }))
    return [field, kept] as const
  })
  return { ...draft, ...Object.fromEntries(fields), ...(now.id === undefined ? {} : { id: now.id }) }
}

function getDifference(
  { title }: LineDraft,
  field: TypedField,
  { theirs, mine }: { theirs: string; mine: string | null },
): string {
  const change = `${title}: ${names[field]} ${theirs === '' ? 'removed' : `now ${theirs}`}`
  return mine === null
    ? `${change}.`
    : `${change}; yours${mine === '' ? ', empty,' : `, ${mine},`} stay until you save.`
}

const byVariant = (drafts: readonly LineDraft[]) => new Map(drafts.map((draft) => [draft.variantId, draft]))
