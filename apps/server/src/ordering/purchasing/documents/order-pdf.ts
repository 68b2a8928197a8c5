import { originalNumberOf, type PurchaseOrder, shopFormats } from '@stockcast/contract'
import { writePdf } from '../../../providers/pdf/write-pdf.ts'
import { type OrderingShop, shipToOf } from './ordering-shop.ts'
import { writtenAmount } from './written-amount.ts'

const columns = [
  { head: 'SKU', share: 17 },
  { head: 'Your SKU', share: 15 },
  { head: 'Product', share: 33 },
  { head: 'Units', share: 8, align: 'right' },
  { head: 'Pack', share: 6, align: 'right' },
  { head: 'Unit cost', share: 12, align: 'right' },
  { head: 'Cost', share: 14, align: 'right' },
] as const

/** Returns an order as PDF, for its supplier. */
export async function orderPdf(order: PurchaseOrder, shop: OrderingShop): Promise<Uint8Array<ArrayBuffer>> {
  const formats = shopFormats(shop.countryCode)
  const { date, number } = formats
  const { papers } = shop
  const dayText = (day: string) => date(new Date(day), 'dayWithYear')
  const amount = (amountMinor: number | null) =>
    amountMinor === null ? '' : writtenAmount(formats, amountMinor, order.currency)
  const originalNumber = originalNumberOf(order)
  const company = papers.companyName || shop.name
  return writePdf({
    title: `Purchase order ${order.number}`,
    facts: [
      ...(originalNumber === null ? [] : [['Earlier number', originalNumber] as const]),
      ['Date', dayText(order.orderedOn ?? order.today)],
      ...(order.expectedOn === null ? [] : [['Delivery by', dayText(order.expectedOn)] as const]),
      ['Currency', order.currency],
    ],
    logo: papers.logo,
    blocks: [
      blockOf('From', [company, papers.address, shop.email]),
      blockOf('Supplier', [
        order.supplierName,
        order.supplierContactName,
        order.supplierAddress,
        order.supplierEmail,
      ]),
      blockOf('Ship to', [shipToOf(order, shop)]),
    ].filter(({ lines }) => lines.length > 0),
    columns,
    rows: order.lines.map((line) => [
      line.sku ?? '',
      line.supplierSku ?? '',
      line.title,
      number(line.confirmed ?? line.ordered),
      number(line.packSize),
      amount(line.unitCostMinor),
      amount(line.costMinor),
    ]),
    totals: totalsOf(order, amount),
    notes: [blockOf('Note', [order.note, papers.note]), blockOf('Terms', [papers.terms])].filter(
      ({ lines }) => lines.length > 0,
    ),
    footer: `${order.number}  ·  ${company}`,
    createdAt: new Date(order.updatedAt),
  })
}

function blockOf(head: string, lines: readonly (string | null)[]) {
  return { head, lines: lines.filter((line) => line !== null && line !== '') as string[] }
}

function totalsOf(order: PurchaseOrder, amount: (amountMinor: number | null) => string): string[] {
  if (order.totalMinor === null) return []
  const extras = [
    ['Freight', order.freightMinor],
    ['Duty', order.dutyMinor],
    ['Other', order.otherMinor],
  ] as const
  const missing = order.linesWithoutCost === 0 ? '' : ', without the lines that have no price'
  return [
    ...extras.filter(([, minor]) => minor > 0).map(([name, minor]) => `${name}: ${amount(minor)}`),
    `Total: ${amount(order.totalMinor)} ${order.currency}${missing}`,
  ]
}
