import {
  type ImportedRecipes,
  type importRecipesSchema,
  MAX_BUNDLE_PARTS,
  MAX_PART_QUANTITY,
  type saveBundleSchema,
} from '@stockcast/contract'
import { shown } from '@stockcast/tables'
import type { z } from 'zod'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { findShopDay } from '../../planning/index.ts'
import {
  ALWAYS,
  type BundleKind,
  faultSentence,
  findKinds,
  findRecipeFault,
  listOpenRecipes,
  type RecipeChange,
  saveRecipes,
  storeSentence,
} from '../../store/index.ts'
import { createVariantMatch } from '../suppliers/import/match-variant.ts'
import { listVariantCodes } from '../suppliers/item-queries.ts'

type Rows = z.output<typeof importRecipesSchema>['rows']
type Open = Awaited<ReturnType<typeof listOpenRecipes>>
type Fault = ImportedRecipes['faults'][number]

const MAX_FAULTS_TOLD = 100

/** A bundle of the file. `lines` are its rows. */
interface GivenBundle {
  bundleId: number
  parts: Map<number, number>
  lines: number[]
  makeDays: number | null
}

/**
 * Saves the recipes of a file. A bundle with a faulty row stays as it is, and a recipe that is stored already is not written again.
 */
export async function importRecipes(
  context: Context<'clock' | 'jobs' | 'live'>,
  { rows, validFrom }: z.output<typeof importRecipesSchema>,
): Promise<ImportedRecipes> {
  const { merchantId, tx } = context
  const today = dayFromEpoch((await findShopDay(context)).today)
  const variants = await listVariantCodes(tx, merchantId)
  const titles = new Map(variants.map(({ variantId, title }) => [variantId, title]))
  const { given, faults } = await readRows(rows, variants)
  const bundleIds = [...given.keys()]
  const kinds = await findKinds(tx, { merchantId, bundleIds })
  const open = await listOpenRecipes(tx, { merchantId, today })
  const refuse = ({ bundleId, lines }: GivenBundle, reason: string) => {
    faults.push({ line: lines[0]!, reason })
    given.delete(bundleId)
  }
  for (const one of given.values())
    if (kinds.get(one.bundleId) === 'store') refuse(one, storeSentence(titles.get(one.bundleId)!))
  leaveOutCycles({ given, open, titles, refuse })
  const changes: RecipeChange[] = []
  for (const { bundleId, parts, makeDays } of given.values()) {
    const kind: BundleKind = makeDays !== null ? 'assembly' : (kinds.get(bundleId) ?? 'virtual')
    if (makeDays === null && isSame(open.get(bundleId), parts)) continue
    const from = validFrom === 'always' || !open.has(bundleId) ? ALWAYS : today
    const all = [...parts].map(([componentId, quantity]) => ({ componentId, quantity }))
    changes.push({ bundleId, kind, makeDays: makeDays ?? 0, parts: all, validFrom: from })
  }
  await saveRecipes(context, { changes, today })
  return {
    saved: changes.length,
    unchanged: given.size - changes.length,
    faults: faults.toSorted((a, b) => a.line - b.line).slice(0, MAX_FAULTS_TOLD),
    faulty: faults.length,
  }
}

/** Returns the bundles of rows without a fault, and the faults. */
async function readRows(
  rows: Rows,
  variants: Awaited<ReturnType<typeof listVariantCodes>>,
): Promise<{ given: Map<number, GivenBundle>; faults: Fault[] }> {
  const match = await createVariantMatch(variants)
  const given = new Map<number, GivenBundle>()
  const faults: Fault[] = []
  const faulty = new Set<number>()
  for (const { line, bundle, part, quantity, makeDays } of rows) {
    const of = match({ sku: bundle, barcode: bundle })
    if (of.variantId === null) {
      faults.push({ line, reason: bundle === '' ? 'The row names no bundle.' : of.reason })
      continue
    }
    const known: GivenBundle = given.get(of.variantId) ?? {
      bundleId: of.variantId,
      parts: new Map(),
      lines: [],
      makeDays: null,
    }
    given.set(of.variantId, known)
    known.lines.push(line)
    known.makeDays = makeDays ?? known.makeDays
    const found = match({ sku: part, barcode: part })
    const reason =
      found.variantId === null ? found.reason : getFault(known, { partId: found.variantId, part, quantity })
    if (reason !== null) {
      faults.push({ line, reason })
      faulty.add(of.variantId)
    } else known.parts.set(found.variantId!, quantity)
  }
  for (const bundleId of faulty) given.delete(bundleId)
  return { given, faults }
}

function getFault(
  { parts }: GivenBundle,
  { partId, part, quantity }: { partId: number; part: string; quantity: number },
): string | null {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_PART_QUANTITY)
    return `The quantity of ${shown(part)} must be a whole number from 1 to ${MAX_PART_QUANTITY.toLocaleString('en-US')}.`
  if (parts.has(partId)) return `${shown(part)} is in this bundle twice: add the quantities up in one row.`
  if (parts.size >= MAX_BUNDLE_PARTS) return `A bundle has at most ${MAX_BUNDLE_PARTS} parts.`
  return null
}

/** Leaves out the bundles of the file that would be a part of themselves, or too deep. */
function leaveOutCycles(args: {
  given: Map<number, GivenBundle>
  open: Open
  titles: ReadonlyMap<number, string>
  refuse: (one: GivenBundle, reason: string) => void
}): void {
  const { given, open, titles, refuse } = args
  const wanted = new Map<number, readonly { componentId: number }[]>(open)
  for (const { bundleId, parts } of given.values())
    wanted.set(
      bundleId,
      [...parts.keys()].map((componentId) => ({ componentId })),
    )
  for (
    let fault = findRecipeFault(wanted, given.keys());
    fault;
    fault = findRecipeFault(wanted, given.keys())
  ) {
    const words = faultSentence(fault, (id) => titles.get(id) ?? 'a deleted product')
    const at = [...new Set(fault.path)].flatMap((id) => given.get(id) ?? [])
    for (const one of at) {
      refuse(one, words)
      wanted.set(one.bundleId, open.get(one.bundleId) ?? [])
    }
  }
}

function isSame(
  before: Open extends Map<number, infer Parts> ? Parts | undefined : never,
  parts: Map<number, number>,
) {
  return (
    before !== undefined &&
    before.length === parts.size &&
    before.every(({ componentId, quantity }) => parts.get(componentId) === quantity)
  )
}

/** Saves what a product is put together of; without parts it is no bundle any more. */
export async function saveBundle(
  context: Context<'clock' | 'jobs' | 'live'>,
  { variantId, wanted }: { variantId: number; wanted: z.output<typeof saveBundleSchema> },
): Promise<void> {
  const { kind, makeDays } = wanted
  const today = dayFromEpoch((await findShopDay(context)).today)
  const change = {
    bundleId: variantId,
    kind,
    makeDays: kind === 'assembly' ? makeDays : 0,
    parts: wanted.parts.map((part) => ({ componentId: part.variantId, quantity: part.quantity })),
    validFrom: wanted.validFrom === 'always' ? ALWAYS : today,
  }
  await saveRecipes(context, { changes: [change], today })
}
