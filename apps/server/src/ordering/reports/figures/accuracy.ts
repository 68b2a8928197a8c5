import type { ReportFigures } from '@stockcast/contract'
import type { Accuracy } from '@stockcast/forecasting'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { listAccuracies } from '../../../planning/index.ts'
import { figuresOf, noteOf } from './figures-of.ts'

const basis =
  'Each figure compares what 14 days sold with a forecast made before them from earlier days only, as on the page of a product. “Off by” is the sum of all differences divided by what was sold.'

/** Returns how far forecasts were off, the largest differences in units first, and the same over all products. */
export async function accuracyFigures({ merchantId, tx }: Context): Promise<ReportFigures> {
  const { currency } = await requireShopFacts(tx, merchantId)
  const all = await listAccuracies(tx, merchantId)
  const rows = all
    .flatMap(({ accuracy, ...row }) => (accuracy === null ? [] : { ...row, accuracy, ...sumsOf(accuracy) }))
    .toSorted((a, b) => b.error - a.error)
  const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + pick(row), 0)
  const sold = sum((row) => row.sold)
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : null)
  return figuresOf({
    columns: [
      ['Product', 'text'],
      ['SKU', 'text'],
      ['Sold', 'units'],
      ['Forecast', 'units'],
      ['Off by', 'share'],
      ['30-day average off by', 'share'],
      ['In the expected range', 'share'],
    ],
    rows: rows.map((row) => ({
      id: row.variantId,
      cells: [
        row.title,
        row.sku,
        row.sold,
        row.forecast,
        row.accuracy.wape,
        row.accuracy.plainMeanWape,
        row.accuracy.coverage,
      ],
    })),
    totals: [
      {
        label: 'Off by',
        kind: 'share',
        value: share(
          sum((row) => row.error),
          sold,
        ),
      },
      {
        label: '30-day average off by',
        kind: 'share',
        value: share(
          sum((row) => row.plainError),
          sold,
        ),
      },
      {
        label: 'In the expected range',
        kind: 'share',
        value: share(
          sum((row) => row.inside),
          sum((row) => row.origins),
        ),
      },
    ],
    currency,
    notes: [
      basis,
      ...noteOf(all.length - rows.length, [
        'product has too few sales to compare.',
        'products have too few sales to compare.',
      ]),
    ],
  })
}

function sumsOf({ origins }: Accuracy) {
  const sum = (pick: (origin: Accuracy['origins'][number]) => number) =>
    origins.reduce((all, origin) => all + pick(origin), 0)
  return {
    sold: sum(({ actual }) => actual),
    forecast: sum(({ p50 }) => p50),
    error: sum(({ p50, actual }) => Math.abs(p50 - actual)),
    plainError: sum(({ plainMean, actual }) => Math.abs(plainMean - actual)),
    inside: sum(({ p10, p90, actual }) => Number(actual >= p10 && actual <= p90)),
    origins: origins.length,
  }
}
