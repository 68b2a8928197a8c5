import { getOriginalNumber, type PurchaseOrder } from '@stockcast/contract'
import { writePdf } from '../../../providers/pdf/write-pdf.ts'
import { type OrderWords, orderWriting, writtenAmount } from './order-words.ts'
import { getShipTo, type OrderingShop } from './ordering-shop.ts'

const columns = [
  { share: 17 },
  { share: 15 },
  { share: 33 },
  { share: 8, align: 'right' },
  { share: 6, align: 'right' },
  { share: 12, align: 'right' },
  { share: 14, align: 'right' },
] as const
const [SKU, SUPPLIER_SKU, TITLE, PACK] = [0, 1, 2, 4]

/** Returns the columns that are not empty in this order. SKUs and titles widen where supplier SKUs or packs are left out. */
function shownColumns({ lines }: PurchaseOrder, heads: readonly string[]) {
  const left = new Set([
    ...(lines.some(({ supplierSku }) => supplierSku !== null && supplierSku !== '') ? [] : [SUPPLIER_SKU]),
    ...(lines.some(({ packSize }) => packSize > 1) ? [] : [PACK]),
  ])
  const free = (index: number) => (left.has(index) ? columns[index]!.share : 0)
  return columns
    .map((column, index) => ({
      ...column,
      index,
      head: heads[index]!,
      share: column.share + (index === SKU ? free(SUPPLIER_SKU) : index === TITLE ? free(PACK) : 0),
    }))
    .filter(({ index }) => !left.has(index))
}

/** Returns an order as PDF, for its supplier and in their language. */
export async function orderPdf(order: PurchaseOrder, shop: OrderingShop): Promise<Uint8Array<ArrayBuffer>> {
  const writing = orderWriting(order.supplierLanguage, shop.countryCode)
  const { words, number, day } = writing
  const { papers } = shop
  const amount = (amountMinor: number | null) =>
    amountMinor === null ? '–' : writtenAmount(writing, amountMinor, order.currency)
  const originalNumber = getOriginalNumber(order)
  const company = papers.companyName || shop.name
  const shown = shownColumns(order, words.heads)
  return writePdf({
    title: words.title(order.number),
    facts: [
      ...(originalNumber === null ? [] : [[words.earlierNumber, originalNumber] as const]),
      [words.date, day(order.orderedOn ?? order.today)],
      ...(order.expectedOn === null ? [] : [[words.deliveryBy, day(order.expectedOn)] as const]),
      [words.currency, order.currency],
    ],
    logo: papers.logo,
    blocks: [
      getBlock(words.from, [company, papers.address, shop.email]),
      getBlock(words.supplier, [
        order.supplierName,
        order.supplierContactName,
        order.supplierAddress,
        order.supplierEmail,
      ]),
      getBlock(words.shipTo, [getShipTo(order, shop)]),
    ].filter(({ lines }) => lines.length > 0),
    columns: shown,
    rows: order.lines.map((line) => {
      const cells = [
        line.sku ?? '',
        line.supplierSku ?? '',
        line.title,
        number(line.confirmed ?? line.ordered),
        number(line.packSize),
        amount(line.unitCostMinor),
        amount(line.costMinor),
      ]
      return shown.map(({ index }) => cells[index]!)
    }),
    totals: getTotals(order, { words, amount }),
    notes: [getBlock(words.note, [order.note, papers.note]), getBlock(words.terms, [papers.terms])].filter(
      ({ lines }) => lines.length > 0,
    ),
    footer: `${order.number}  ·  ${company}`,
    pageNumber: words.page,
    createdAt: new Date(order.updatedAt),
  })
}

function getBlock(head: string, lines: readonly (string | null)[]) {
  return { head, lines: lines.filter((line) => line !== null && line !== '') as string[] }
}

function getTotals(
  order: PurchaseOrder,
  { words, amount }: { words: OrderWords; amount: (amountMinor: number | null) => string },
): string[] {
  if (order.totalMinor === null) return []
  const extras = [
    [words.freight, order.freightMinor],
    [words.duty, order.dutyMinor],
    [words.other, order.otherMinor],
  ] as const
  const missing = order.linesWithoutCost === 0 ? '' : words.withoutUnpriced
  return [
    ...extras.filter(([, minor]) => minor > 0).map(([name, minor]) => `${name}: ${amount(minor)}`),
    `${words.total}: ${amount(order.totalMinor)} ${order.currency}${missing}`,
  ]
}
