import type { BulkVariantSettings } from '@stockcast/contract'
import { variantSettingsQuery } from '../../../api/queries.ts'
import type { ClassFilter } from '../../../ordering/class-selects.tsx'
import { PAGE_SIZE } from '../../../ui/table/page-window.ts'

export interface Filter extends ClassFilter {
  search: string
  only: 'all' | 'overridden'
}

/** The selected products: one by one, or all that match except those deselected again. */
export type Selection =
  | { kind: 'chosen'; ids: ReadonlySet<number> }
  | { kind: 'matching'; except: ReadonlySet<number> }

export const nothing: Selection = { kind: 'chosen', ids: new Set() }
export const everything: Selection = { kind: 'matching', except: new Set() }

export function isSelected(selection: Selection, id: number): boolean {
  return selection.kind === 'chosen' ? selection.ids.has(id) : !selection.except.has(id)
}

export function toggled(selection: Selection, id: number): Selection {
  const without = (ids: ReadonlySet<number>) => new Set([...ids].filter((each) => each !== id))
  const flip = (ids: ReadonlySet<number>) => (ids.has(id) ? without(ids) : new Set([...ids, id]))
  return selection.kind === 'chosen'
    ? { kind: 'chosen', ids: flip(selection.ids) }
    : { kind: 'matching', except: flip(selection.except) }
}

export function countSelected(selection: Selection, total: number): number {
  return selection.kind === 'chosen' ? selection.ids.size : Math.max(0, total - selection.except.size)
}

export function getTarget(selection: Selection, filter: Filter): BulkVariantSettings['target'] {
  return selection.kind === 'chosen'
    ? { kind: 'chosen', variantIds: [...selection.ids] }
    : { kind: 'matching', ...filter, except: [...selection.except] }
}

export const getPage = (filter: Filter, page: number) =>
  variantSettingsQuery({ ...filter, page, pageSize: PAGE_SIZE })
