import { GraphQLError } from 'graphql'

export type Filterable = number | string | boolean
/** Reads the value that a search field compares with; instants are milliseconds. */
export type SearchField<Item> = (item: Item) => Filterable

interface Term {
  field: string
  operator: '' | '>' | '>=' | '<' | '<='
  value: string
}

const TERM = /^(\w+):(>=|<=|>|<)?(?:'([^']*)'|"([^"]*)"|([^\s'"()]+))(?:\s+(?:AND\s+)?|$)/

/**
 * Compiles the part of Shopify's search syntax with field comparisons joined by AND. Shopify ignores unknown
 * terms; here they are errors, so that a mistyped filter is noticed.
 */
export function compileSearch<Item>(
  query: string | null | undefined,
  fields: Record<string, SearchField<Item>>,
): (item: Item) => boolean {
  const tests = parseTerms(query?.trim() ?? '').map((term) => compileTerm(term, fields))
  return (item) => tests.every((test) => test(item))
}

function parseTerms(query: string): Term[] {
  const terms: Term[] = []
  for (let rest = query; rest !== ''; ) {
    const match = TERM.exec(rest)
    if (!match) throw searchError(`cannot read "${rest}"; join comparisons such as updated_at:>='…' with AND`)
    const [all, field = '', operator = '', single, double, bare] = match
    terms.push({ field, operator: operator as Term['operator'], value: single ?? double ?? bare ?? '' })
    rest = rest.slice(all.length)
  }
  return terms
}

function compileTerm<Item>(term: Term, fields: Record<string, SearchField<Item>>): (item: Item) => boolean {
  const read = fields[term.field]
  if (!read) throw searchError(`no field "${term.field}" here; there are ${Object.keys(fields).join(', ')}`)
  const number = /^-?\d+$/.test(term.value) ? Number(term.value) : Date.parse(term.value)
  if (term.operator !== '' && Number.isNaN(number)) {
    throw searchError(`"${term.value}" is neither a number nor a date`)
  }
  return (item) => {
    const actual = read(item)
    if (typeof actual === 'number') return compare(actual, number, term.operator)
    return compare(String(actual).toLowerCase(), term.value.toLowerCase(), term.operator)
  }
}

function compare<Value extends number | string>(
  actual: Value,
  wanted: Value,
  operator: Term['operator'],
): boolean {
  if (operator === '>') return actual > wanted
  if (operator === '>=') return actual >= wanted
  if (operator === '<') return actual < wanted
  if (operator === '<=') return actual <= wanted
  return actual === wanted
}

function searchError(reason: string): GraphQLError {
  return new GraphQLError(`Invalid search query: ${reason}.`, { extensions: { code: 'BAD_USER_INPUT' } })
}
