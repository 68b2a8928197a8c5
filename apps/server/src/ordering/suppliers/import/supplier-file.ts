import {
  MAX_COVER_DAYS,
  MAX_SUPPLIER_EMAILS,
  minorDigits,
  SUPPLIER_LEAD_TIME_MAX_DAYS,
  type SupplierMinimum,
} from '@stockcast/contract'
import { codeKey, getCurrency, type Reading, shown } from '@stockcast/tables'
import { z } from 'zod'
import { inTurns } from '../../../kernel/in-turns.ts'
import type { StoredSupplier, SupplierFields } from '../queries.ts'
import { getAddresses } from '../save-supplier.ts'
import { supplierTexts } from '../texts.ts'
import {
  amountIn,
  type CellReader,
  daysBetween,
  flagCell,
  type RowCells,
  textUpTo,
  toCells,
  wholeBetween,
} from './cells.ts'
import type { Table } from './read-table.ts'
import { changesBetween, createReport, type Report } from './report.ts'
import { readReview, readShutdowns } from './supplier-cells.ts'

const MAX_UNITS = 1_000_000
const NAME_LENGTH = 200
export const readName = textUpTo(NAME_LENGTH)

interface SupplierPlan {
  report: Report
  added: (SupplierFields & { archivedAt: Date | null })[]
  changed: StoredSupplier[]
}

/** Returns the fields of a supplier of which only the name and the currency are known. */
export function newSupplier(name: string, currency: string): SupplierFields & { archivedAt: null } {
  return {
    name,
    email: null,
    otherEmails: [],
    contactName: '',
    address: '',
    language: 'en',
    currency,
    statedLeadTimeDays: null,
    worstLeadTimeDays: null,
    review: { kind: 'any_day' },
    coverDays: null,
    minimum: { kind: 'none' },
    shutdowns: [],
    replacesRejected: false,
    archivedAt: null,
  }
}

/** Returns what a file of suppliers changes. A supplier is recognised by its name, whatever its case. */
export async function planSupplierFile(args: {
  table: Table
  stored: readonly StoredSupplier[]
  shopCurrency: string
  at: Date
}): Promise<SupplierPlan> {
  const { table, stored, shopCurrency, at } = args
  const plan: SupplierPlan = { report: createReport(), added: [], changed: [] }
  const storedOf = new Map(stored.map((supplier) => [nameKey(supplier.name), supplier]))
  const seen = new Map<string, { line: number; text: string }>()
  for await (const record of inTurns(table.records)) {
    const cells = toCells(table, record)
    const { line } = cells
    const name = cells.value('supplier', readName)
    if (name === undefined && cells.reason() === null) cells.fail('supplier', 'is empty')
    const before = storedOf.get(nameKey(name ?? '')) ?? null
    const after = mergeRow(cells, before ?? newSupplier(name ?? '', shopCurrency), {
      isNew: before === null,
      at,
    })
    const text = JSON.stringify(after)
    const twin = seen.get(nameKey(name ?? ''))
    if (twin && twin.text !== text)
      cells.fail('supplier', `${shown(name ?? '')} is on line ${twin.line} with other values`)
    const reason = cells.reason()
    const changes = changesBetween(before && supplierTexts(before), supplierTexts(after))
    const named = { line, supplier: name ?? null }
    if (reason !== null) {
      plan.report.add({ ...named, state: 'faulty', reason })
      continue
    }
    // A row that changes nothing is remembered too: otherwise a later row with other values would win in this import, and this
    // row in the next.
    if (!twin) seen.set(nameKey(name!), { line, text })
    if (twin || changes.length === 0) {
      plan.report.add({ ...named, state: 'unchanged' })
      continue
    }
    plan.report.add({ ...named, state: before ? 'changed' : 'added' }, () => changes)
    if (before) plan.changed.push({ ...before, ...after })
    else plan.added.push(after)
  }
  return plan
}

export function nameKey(name: string): string {
  return codeKey(name)
}

type Noted = SupplierFields & { archivedAt: Date | null }

function mergeRow(cells: RowCells, base: Noted, { isNew, at }: { isNew: boolean; at: Date }): Noted {
  const days = daysBetween(1, SUPPLIER_LEAD_TIME_MAX_DAYS)
  const stated = cells.clearable('statedLeadTimeDays', days)
  const worst = cells.clearable('worstLeadTimeDays', days)
  const currency = cells.value('currency', readCurrency) ?? base.currency
  if (!isNew && minorDigits(currency) !== minorDigits(base.currency)) {
    cells.fail('currency', `is ${base.currency} at this supplier, with other decimals; change it on its page`)
  }
  const isArchived = cells.value('archived', flagCell) ?? base.archivedAt !== null
  const next: Noted = {
    ...base,
    ...getAddresses(kept(cells.clearable('email', readEmails), [base.email, ...base.otherEmails]) ?? []),
    contactName: kept(cells.clearable('contactName', readName), base.contactName) ?? '',
    address: kept(readAddress(cells), base.address),
    coverDays: kept(cells.clearable('coverDays', daysBetween(1, MAX_COVER_DAYS)), base.coverDays),
    language: cells.value('language', readLanguage) ?? base.language,
    currency,
    statedLeadTimeDays: kept(stated, base.statedLeadTimeDays),
    worstLeadTimeDays: kept(worst, base.worstLeadTimeDays),
    review: cells.value('review', readReview) ?? base.review,
    minimum: readMinimum(cells, base.minimum, currency),
    shutdowns: kept(cells.clearable('shutdowns', readShutdowns), base.shutdowns) ?? [],
    replacesRejected: cells.value('replacesRejected', flagCell) ?? base.replacesRejected,
    archivedAt: isArchived ? (base.archivedAt ?? at) : null,
  }
  const { statedLeadTimeDays, worstLeadTimeDays } = next
  if (worstLeadTimeDays !== null && (statedLeadTimeDays === null || worstLeadTimeDays < statedLeadTimeDays)) {
    cells.fail('worstLeadTimeDays', 'needs a usual lead time that is not longer')
  }
  return next
}

function readMinimum(cells: RowCells, base: SupplierMinimum, currency: string): SupplierMinimum {
  const value = cells.clearable('minimumValue', amountIn({ currency, digits: minorDigits(currency) }))
  const units = cells.clearable('minimumUnits', wholeBetween(0, MAX_UNITS))
  if (value && units) cells.fail('minimumUnits', 'a minimum is either a value or units')
  if (value) return { kind: 'value', amountMinor: value }
  if (units) return { kind: 'units', units }
  const isCleared = base.kind === 'value' ? value !== undefined : units !== undefined
  return isCleared ? { kind: 'none' } : base
}

const ADDRESS_FIELDS = ['address', 'address2', 'city', 'region', 'postcode', 'country']
const ADDRESS_LENGTH = 1000
const readLines: CellReader<string> = (text) => ({ value: text })

/** Joins the parts of an address into its lines; undefined if the file has no column for an address. */
function readAddress(cells: RowCells): string | undefined {
  const parts = ADDRESS_FIELDS.map((field) => cells.clearable(field, readLines))
  if (parts.every((each) => each === undefined)) return undefined
  const [street, second, city, region, postcode, country] = parts
  const place = [city, region, postcode].filter(Boolean).join(' ')
  const address = [street, second, place, country].filter(Boolean).join('\n')
  if (address.length > ADDRESS_LENGTH) cells.fail('address', `is longer than ${ADDRESS_LENGTH} characters`)
  return address
}

function kept<T>(given: T | undefined, base: T): T {
  return given === undefined ? base : given
}

const emailSchema = z.email().max(320)

/** Reads one email address or several, separated by commas, semicolons, line breaks or ` / `. */
function readEmails(text: string): Reading<(string | null)[]> {
  const emails = text
    .split(/[;,\n]| \/ /)
    .map((part) => (/<([^<>]+)>$/.exec(part.trim())?.[1] ?? part).trim().replace(/^mailto:/i, ''))
    .filter((part) => part !== '')
  const wrong = emails.find((email) => !emailSchema.safeParse(email).success)
  if (wrong !== undefined) return { reason: `${shown(wrong)} is not an email address` }
  const isTooMany = emails.length > MAX_SUPPLIER_EMAILS
  return isTooMany ? { reason: `has more than ${MAX_SUPPLIER_EMAILS} addresses` } : { value: emails }
}

function readLanguage(text: string): Reading<string> {
  const language = text.toLowerCase().split(/[-_]/)[0] ?? ''
  return /^[a-z]{2}$/.test(language)
    ? { value: language }
    : { reason: `${shown(text)} is not a language such as en` }
}

export function readCurrency(text: string): Reading<string> {
  const currency = getCurrency(text)
  return currency === null ? { reason: `${shown(text)} is not a currency such as EUR` } : { value: currency }
}
