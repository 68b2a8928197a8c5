import type { newViewSchema, SavedView, ViewList } from '@stockcast/contract'
import type { z } from 'zod'
import { type Origin, recordAudit } from '../../kernel/audit/record-audit.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { deleteView, insertView, isNameTaken, listViews, lockViews, updateName } from './queries.ts'

type ViewContext = Context<'clock' | 'live'> & { origin: Origin }

/** Saves a view under a name that no other view of its list has. */
export async function createView(
  context: ViewContext,
  wanted: z.output<typeof newViewSchema>,
): Promise<SavedView> {
  const { clock, merchantId, tx } = context
  const view = { ...wanted, name: tidy(wanted.name) }
  await lockViews(tx, merchantId)
  await assertFree(context, view)
  const id = await insertView(tx, merchantId, { ...view, at: clock.now() })
  await announce(context, `Saved: ${toWords(view)}`)
  return { ...view, id }
}

export async function renameView(
  context: ViewContext,
  { viewId, name: typed }: { viewId: number; name: string },
): Promise<SavedView> {
  const { merchantId, tx } = context
  const name = tidy(typed)
  await lockViews(tx, merchantId)
  const view = await requireView(context, viewId)
  await assertFree(context, { list: view.list, name, viewId })
  await updateName(tx, { merchantId, viewId, name })
  await announce(context, `Renamed: ${toWords(view)} to “${name}”`)
  return { ...view, name }
}

export async function removeView(context: ViewContext, { viewId }: { viewId: number }): Promise<void> {
  const { merchantId, tx } = context
  await lockViews(tx, merchantId)
  const view = await requireView(context, viewId)
  await deleteView(tx, { merchantId, viewId })
  await announce(context, `Deleted: ${toWords(view)}`)
}

const tidy = (name: string) => name.replace(/\s+/g, ' ').trim()

const lists: Record<ViewList, string> = {
  products: 'Products',
  order: 'What to order',
  excess: 'Overstock',
  alerts: 'Alerts',
  trends: 'Trends',
  settings: 'Product settings',
}

const toWords = ({ list, name }: Pick<SavedView, 'list' | 'name'>) => `${lists[list]} “${name}”`

async function requireView({ merchantId, tx }: ViewContext, viewId: number): Promise<SavedView> {
  const [view] = await listViews(tx, merchantId, viewId)
  if (!view) throw new AppError('not_found', 'This view does not exist or was deleted.')
  return view
}

async function assertFree(
  { merchantId, tx }: ViewContext,
  { list, name, viewId }: { list: ViewList; name: string; viewId?: number },
): Promise<void> {
  const key = { merchantId, list, name, ...(viewId !== undefined && { viewId }) }
  if (!(await isNameTaken(tx, key))) return
  throw new AppError('conflict', `name: This list has a view “${name}” already.`, { field: 'name' })
}

async function announce({ clock, live, merchantId, origin, tx }: ViewContext, detail: string): Promise<void> {
  await recordAudit(tx, { merchantId, at: clock.now(), event: 'view_changed', origin, detail })
  await live.publish(tx, merchantId, { type: 'settings' })
}
