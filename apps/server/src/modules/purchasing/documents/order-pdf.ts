import { type PurchaseOrder, shopFormats } from '@stockcast/contract'
import { writePdf } from '../../../integrations/pdf/index.ts'
import type { OrderingShop } from '../mails/compose-mail.ts'
import { writtenAmount } from './written-amount.ts'

const columns = [
  { head: 'SKU', share: 15 },
  { head: 'Your SKU', share: 15 },
  { head: 'Product', share: 36 },
  { head: 'Units', share: 8, align: 'right' },
  { head: 'Pack', share: 7, align: 'right' },
  { head: 'Unit cost', share: 12, align: 'right' },
  { head: 'Cost', share: 13, align: 'right' },
] as const

/** Returns an order as PDF, for its supplier. */
export async function orderPdf(order: PurchaseOrder, shop: OrderingShop): Promise<Uint8Array<ArrayBuffer>> {
  const formats = shopFormats(shop.countryCode)
  const { date, number } = formats
  const dayText = (day: string) => date(new Date(day), 'dayInFull')
  const amount = (amountMinor: number | null) =>
    amountMinor === null ? '' : writtenAmount(formats, amountMinor, order.currency)
  return writePdf({
    title: `Purchase order ${order.number}`,
    blocks: [
      ['From', shop.name, shop.email],
      ['To', order.supplierName ?? '', ...(order.supplierEmail === null ? [] : [order.supplierEmail])],
      [
        `Date: ${dayText(order.orderedOn ?? order.today)}`,
        ...(order.expectedOn === null ? [] : [`Expected: ${dayText(order.expectedOn)}`]),
        ...(order.locationName === null ? [] : [`Deliver to: ${order.locationName}`]),
        `Currency: ${order.currency}`,
      ],
    ],
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
    notes: order.note === null ? [] : [order.note],
    footer: `${order.number}  ·  ${shop.name}`,
    createdAt: new Date(order.updatedAt),
  })
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
