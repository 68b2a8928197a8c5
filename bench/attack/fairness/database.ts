import fc from 'fast-check'
import { type Operation, readOperations } from '../../../apps/server/src/testing/fuzz/operations.ts'
import { requestArbitrary } from '../../../apps/server/src/testing/fuzz/request-arbitrary.ts'
import { insistOn, quantile, sum, timed } from '../../launch/figures.ts'
import { openFilledStore } from '../../launch/fill-stores.ts'
import { type Merchant, PAGE_READS } from '../../launch/merchant.ts'
import { readDocument, type Services } from '../../launch/services.ts'

const GREEDY_PRODUCTS = 5456
const QUIET_PRODUCTS = 200
const SUPPLIER_PRICES = 5000
const GREEDY_AT_ONCE = 16
const ROUNDS = 6
const MAX_TIMES = 3
const MAX_MORE_MS = 100
const SHOWN = 15
/** These would end the greedy merchant's session, or never end. */
const LEFT_OUT = /sign-out|delete-user|revoke-session|account\/devices|change-password|api\/events/

type Outcome = Awaited<ReturnType<typeof attack>>

/** Reads the pages of a quiet merchant, alone and while a greedy one with many products sends requests to one route after the other. */
export async function measure(services: Services, route: string): Promise<void> {
  await services.startServer('web')
  await services.startServer('worker')
  const days = { salesDays: 60, stockDays: 30 }
  const quiet = await openFilledStore(services, { variants: QUIET_PRODUCTS, ...days })
  const greedy = await openFilledStore(services, { variants: GREEDY_PRODUCTS, ...days })
  await savePrices(greedy)
  const outcomes: Outcome[] = []
  for (const operation of readOperations(await readDocument(services.url))) {
    if (LEFT_OUT.test(operation.path) || !operation.path.includes(route)) continue
    outcomes.push(await attack(services, { operation, quiet, greedy }))
    if (process.stderr.isTTY) process.stderr.write('.')
  }
  report(outcomes)
}

async function savePrices({ post, put }: Merchant): Promise<void> {
  const { id: supplierId } = await post<{ id: number }>('/api/suppliers', { name: 'Mill', currency: 'EUR' })
  const rows = Array.from({ length: SUPPLIER_PRICES }, (_, i) => {
    return { supplierId, variantId: i + 1, unitCostMinor: 100 + i, rank: 1 }
  })
  await put('/api/supplier-variants', { rows })
}

async function attack(
  { url }: Services,
  { operation, quiet, greedy }: { operation: Operation; quiet: Merchant; greedy: Merchant },
) {
  const route = `${operation.method} ${operation.path}`
  const [alone, beside]: [number[], number[]] = [[], []]
  let failures = 0
  /** Answers to the greedy merchant, by class of status. */
  const answers = new Map<string, number>()
  const read = async (times: number[]) => {
    for (let round = 0; round < ROUNDS; round++) {
      for (const each of PAGE_READS) times.push(await timed(() => quiet.read(each).catch(() => failures++)))
    }
  }
  await read(alone)
  const ids = Array.from({ length: 20 }, (_, i) => i + 1)
  const { id, email } = greedy
  const known = { merchantId: id, ids, foreignIds: ids, foreignMerchantId: id, texts: [email] }
  const requests = fc.sample(requestArbitrary(operation, known), { numRuns: 40, seed: 1 })
  const over = new AbortController()
  const sendOne = async ({ address, method, headers, body }: (typeof requests)[number]) => {
    const { authorization } = await greedy.headers()
    const own = { origin: url, ...headers, authorization }
    const answer = await fetch(`${url}${address}`, { method, headers: own, body, signal: over.signal })
    await answer.arrayBuffer()
    return `${Math.floor(answer.status / 100)}xx`
  }
  const { promise: isAnswered, resolve } = Promise.withResolvers<void>()
  const sending = Array.from({ length: GREEDY_AT_ONCE }, async (_, first) => {
    for (let n = first; !over.signal.aborted; n++) {
      const status = await sendOne(requests[n % requests.length]!).catch(() => 'cut')
      answers.set(status, (answers.get(status) ?? 0) + 1)
      resolve()
    }
  })
  await isAnswered
  await read(beside)
  over.abort()
  await Promise.all(sending)
  return { route, alone, beside, failures, answers }
}

function report(outcomes: readonly Outcome[]): void {
  const p99 = (times: readonly number[]) => quantile(times, 0.99)
  const mostOf = (alone: number) => Math.max(alone * MAX_TIMES, alone + MAX_MORE_MS)
  const all = (of: 'alone' | 'beside') => outcomes.flatMap((outcome) => outcome[of])
  const line = (name: string, before: readonly number[], after: readonly number[], note: string) => {
    const figures = [quantile(before, 0.5), p99(before), quantile(after, 0.5), p99(after)]
    console.log(`${name.padEnd(60)} ${figures.map((ms) => ms.toFixed(0).padStart(9)).join('')}  ${note}`)
  }
  console.log(`${'ms of the quiet merchant'.padEnd(60)}     alone      p99   beside      p99  greedy`)
  for (const each of outcomes.toSorted((a, b) => p99(b.beside) - p99(a.beside)).slice(0, SHOWN)) {
    const answers = [...each.answers].map(([status, count]) => `${status} ${count}`).join(', ')
    line(each.route, each.alone, each.beside, answers)
  }
  const [alone, beside] = [p99(all('alone')), p99(all('beside'))]
  line(`all ${outcomes.length} routes`, all('alone'), all('beside'), `${(beside / alone).toFixed(2)} ×`)
  const over = outcomes.filter((each) => p99(each.beside) > mostOf(p99(each.alone)))
  if (over.length > 0)
    console.log(`${over.length} routes above their limit: ${over.map(({ route }) => route)}`)
  const failures = sum(outcomes, (each) => each.failures)
  insistOn(failures === 0, `${failures} reads of the quiet merchant failed`)
  insistOn(beside <= mostOf(alone), `p99 above ${mostOf(alone).toFixed(0)} ms`)
}
