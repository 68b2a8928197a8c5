import { Button, Group } from '@mantine/core'
import type { PurchaseOrder } from '@stockcast/contract'
import { useState } from 'react'
import { WriteButton } from '../../../app/read-only/write-button.tsx'
import { SectionHeader } from '../../../ui/page-header.tsx'
import classes from '../order.module.css'
import { useOrderAction } from '../use-order-action.ts'
import { AddLine } from './add-line.tsx'
import { EditLines } from './edit-lines.tsx'
import { draftOf, faultOf, type LineDraft, savedLines } from './line-draft.ts'
import { LinesTable } from './lines-table.tsx'

/** Lists the products of an order. An empty draft begins with the search for its first product. */
export function LinesSection({ order }: { order: PurchaseOrder }) {
  const [drafts, setDrafts] = useState<LineDraft[] | null>(
    order.can.edit && order.lines.length === 0 ? [] : null,
  )
  return (
    <section aria-labelledby="lines" className={classes.lines}>
      <SectionHeader
        id="lines"
        title="Products"
        aside={
          drafts === null &&
          order.can.edit && (
            <WriteButton
              size="xs"
              onClick={() => setDrafts(order.lines.map((line) => draftOf(line, order.currency)))}
            >
              Edit products
            </WriteButton>
          )
        }
      />
      {drafts === null ? (
        <LinesTable order={order} />
      ) : (
        <Editor order={order} drafts={drafts} onChange={setDrafts} />
      )}
    </section>
  )
}

interface EditorProps {
  order: PurchaseOrder
  drafts: LineDraft[]
  onChange: (drafts: LineDraft[] | null) => void
}

function Editor({ order, drafts, onChange }: EditorProps) {
  const { mutate, isPending } = useOrderAction(order)
  const fault = drafts.map(faultOf).find((each) => each !== null) ?? null
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (fault === null) mutate({ kind: 'save', change: { lines: savedLines(drafts, order) } })
      }}
    >
      {drafts.length > 0 && <EditLines order={order} drafts={drafts} onChange={onChange} />}
      <AddLine
        supplierId={order.supplierId}
        taken={drafts.map(({ variantId }) => variantId)}
        onAdd={(line) => onChange([...drafts, line])}
      />
      {fault !== null && (
        <p className={classes.quiet} data-tone="warning" role="status">
          {fault}
        </p>
      )}
      <Group gap={8}>
        <Button type="submit" variant="filled" loading={isPending} disabled={fault !== null}>
          Save products
        </Button>
        {order.lines.length > 0 && <Button onClick={() => onChange(null)}>Discard changes</Button>}
      </Group>
    </form>
  )
}
