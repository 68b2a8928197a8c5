import { Button, Group } from '@mantine/core'
import type { PurchaseOrder } from '@stockcast/contract'
import { useEffect, useRef } from 'react'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { keepFocus } from '../../../ui/browser/keep-focus.ts'
import { formatCount } from '../../../ui/format/numbers.ts'
import { SectionHeader } from '../../../ui/page-header.tsx'
import { formatUnitCost } from '../../money.ts'
import order from '../order.module.css'
import { AddLine } from './add-line.tsx'
import { EditLines } from './edit-lines.tsx'
import { getLineCost, type LineDraft } from './line-draft.ts'
import classes from './lines.module.css'
import { LinesTable } from './lines-table.tsx'
import type { LineEdits } from './use-line-edits.ts'

interface LinesSectionProps {
  order: PurchaseOrder
  edits: LineEdits
}

/** Lists the products of an order, or the fields that change them. */
export function LinesSection({ order: shown, edits }: LinesSectionProps) {
  const section = useRef<HTMLElement>(null)
  const isEditing = edits.drafts !== null
  const wasEditing = useRef(isEditing)
  // The button that began or ended editing is gone, and the focus with it.
  useEffect(() => {
    if (wasEditing.current === isEditing) return
    wasEditing.current = isEditing
    if (isEditing) section.current?.querySelector('input')?.focus()
    else keepFocus()
  }, [isEditing])
  return (
    <section ref={section} aria-labelledby="lines" className={order.lines}>
      <SectionHeader
        id="lines"
        title="Products"
        aside={
          edits.drafts === null &&
          shown.can.edit && (
            <WriteButton size="xs" onClick={edits.begin}>
              Edit products
            </WriteButton>
          )
        }
      />
      {edits.drafts === null ? (
        <LinesTable order={shown} />
      ) : (
        <Editor order={shown} edits={edits} drafts={edits.drafts} />
      )}
    </section>
  )
}

function Editor({ order: shown, edits, drafts }: LinesSectionProps & { drafts: readonly LineDraft[] }) {
  const { fault, question, news } = edits
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        void edits.save('here')
      }}
    >
      {news.length > 0 && (
        <Banner tone="warning" title="Somebody else saved this order meanwhile.">
          {news.join(' ')}
        </Banner>
      )}
      {drafts.length > 0 && <EditLines order={shown} drafts={drafts} onChange={edits.change} />}
      <AddLine
        supplierId={shown.supplierId}
        taken={drafts.map(({ variantId }) => variantId)}
        onAdd={(line) => edits.change([...drafts, line])}
      />
      <div className={classes.bar}>
        <div>
          <p aria-live="polite">
            <b>{totalWords(drafts, shown)}</b>
          </p>
          {(fault ?? question) !== null && (
            <p className={order.quiet} data-tone="warning" role="status">
              {fault ?? question}
            </p>
          )}
        </div>
        <Group gap={8} wrap="nowrap">
          {shown.lines.length > 0 && <Button onClick={edits.discard}>Discard changes</Button>}
          <Button type="submit" variant="filled" loading={edits.isSaving} disabled={fault !== null}>
            {question === null ? 'Save products' : 'Save anyway'}
          </Button>
        </Group>
      </div>
    </form>
  )
}

function totalWords(drafts: readonly LineDraft[], shown: PurchaseOrder): string {
  const { currency, freightMinor, dutyMinor, otherMinor } = shown
  const stay = drafts.filter(({ isRemoved }) => !isRemoved)
  const costs = stay.map((draft) => getLineCost(draft, currency))
  const without = costs.filter((cost) => cost === null).length
  const goods = costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
  const total = formatUnitCost(goods + freightMinor + dutyMinor + otherMinor, currency)
  const products = formatCount(stay.length, 'product')
  const words = `Total ${total}, ${products}`
  return without === 0 ? words : `${words}, ${without} without a cost`
}
