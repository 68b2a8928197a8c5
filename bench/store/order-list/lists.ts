import { dueStates, type OrderList, orderListSorts, paths } from '@stockcast/contract'
import type { Merchant } from '../../launch/merchant.ts'
import { type Measure, timed } from './measure.ts'

const MOST_LIST_MS = 300
const BUDGET_RATIO = 0.4

/** Measures the list over all tabs, by filter and sort, without a budget and with 40 % of what the list costs. */
export async function measureLists(
  merchant: Merchant,
  { measure, rounds }: { measure: Measure; rounds: number },
): Promise<void> {
  const { totals, suppliers } = (await merchant.get(paths.orderList)) as OrderList
  const supplier = suppliers.find(({ supplierId }) => supplierId !== null)
  const kinds = {
    'no filter': '',
    'search, filter by text': '&search=coffee%2012',
    'filter by supplier': `&supplier=${supplier?.supplierId}`,
    'filter by location': '&location=1',
    'filter by ABC': '&abc=a',
    'filter by XYZ': '&xyz=x',
    'last page': '&page=20',
    ...Object.fromEntries(
      orderListSorts.map((sort) => [`sorted by ${sort}`, `&sort=${sort}&order=desc`] as const),
    ),
  }
  const tabs = ['', ...dueStates.map((due) => `&due=${due}`)]
  const budget = `&budget=${Math.floor(BUDGET_RATIO * totals.costMinor)}`
  const all: number[] = []
  for (const money of ['', budget]) {
    for (const [kind, filter] of Object.entries(kinds)) {
      const took: number[] = []
      for (let round = 0; round < rounds; round++) {
        for (const tab of tabs) {
          took.push(await timed(() => merchant.read(`${paths.orderList}?${money}${filter}${tab}`)))
        }
        await measure.count()
      }
      all.push(...took)
      measure.print(`list, ${kind}${money === '' ? '' : ', budget'}`, took, MOST_LIST_MS)
    }
  }
  await measure.count()
  measure.print('list, all of them', all, MOST_LIST_MS)
}
