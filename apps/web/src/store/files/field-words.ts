import type { FileKind, ImportField, SheetChoice, TextEncoding } from '@stockcast/contract'

/** Says which sheet of a workbook was read, and how to have another one read. */
export function sheetWords({ name, others }: SheetChoice): string {
  const left = others.length === 1 ? `“${others[0]}” was not` : `${others.length} other sheets were not`
  return `The sheet “${name}” was read, ${left}. To have another one read, move it to the front and choose the file again.`
}

const alphabets: Readonly<Record<Exclude<TextEncoding, 'utf-8' | 'utf-16'>, string>> = {
  'windows-1252': 'Western European',
  macintosh: 'Western European (Mac)',
  'windows-1250': 'Central European',
  'iso-8859-2': 'Central European',
  'windows-1251': 'Cyrillic',
  'koi8-r': 'Cyrillic',
  ibm866: 'Cyrillic',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  shift_jis: 'Japanese',
  'euc-jp': 'Japanese',
  'euc-kr': 'Korean',
}

/** Says what the file was read as, and of an older encoding, what to do if its letters are wrong. */
export function readingWords(file: {
  sheet: SheetChoice | null
  encoding: TextEncoding | null
}): string | null {
  const { sheet, encoding } = file
  if (sheet !== null) return sheetWords(sheet)
  if (encoding === null || encoding === 'utf-8' || encoding === 'utf-16') return null
  return `The file was read as ${alphabets[encoding]} text. If letters are wrong below, save it as “CSV UTF-8” and choose it again.`
}

const labels: Record<ImportField, string> = {
  sku: 'SKU',
  product: 'Product',
  variant: 'Variant',
  stock: 'Stock',
  location: 'Location',
  price: 'Price',
  cost: 'Unit cost',
  barcode: 'Barcode',
  vendor: 'Vendor',
  type: 'Type',
  category: 'Category',
  tags: 'Tags',
  status: 'Status',
  onHand: 'On hand',
  committed: 'Committed',
  incoming: 'Incoming',
  tracked: 'Stock is tracked',
  policy: 'Sells when out of stock',
  handle: 'Handle',
  option1: 'Option 1',
  option2: 'Option 2',
  option3: 'Option 3',
  option1Name: 'Name of option 1',
  origin: 'Country of origin',
  day: 'Day',
  units: 'Units sold',
  state: 'Status of the order',
  order: 'Order',
  placedAt: 'Ordered at',
  cancelledAt: 'Cancelled at',
  lineName: 'Name of the line',
  supplier: 'Supplier',
  email: 'Email',
  contactName: 'Contact',
  address: 'Address',
  address2: 'Second line of the address',
  city: 'City',
  region: 'State or region',
  postcode: 'Postcode',
  country: 'Country',
  language: 'Language',
  currency: 'Currency',
  statedLeadTimeDays: 'Lead time',
  worstLeadTimeDays: 'Longest lead time',
  review: 'Order days',
  coverDays: 'Days of cover',
  minimumValue: 'Minimum value',
  minimumUnits: 'Minimum units',
  maximumUnits: 'Maximum units',
  shutdowns: 'Shut-down days',
  replacesRejected: 'Replaces rejected units',
  archived: 'Archived',
  supplierSku: 'Supplier’s SKU',
  unitCost: 'Unit cost',
  packSize: 'Pack size',
  priceBreaks: 'Price breaks',
  leadTimeDays: 'Lead time',
  rank: 'Rank',
  preferred: 'Preferred supplier',
  orderId: 'ID of the order',
  orderType: 'Type of the order',
  countedIn: 'What the quantity counts',
  received: 'Units received',
  remaining: 'Units to come',
  rejected: 'Units rejected',
  cancelled: 'Units cancelled',
  orderedOn: 'Ordered on',
  expectedOn: 'Expected on',
  receivedOn: 'Received on',
  lineStatus: 'Status of the line',
  removed: 'Removed',
}

/** Returns what people call a field of a file of this kind. */
export function fieldLabel(kind: FileKind, field: ImportField): string {
  if (kind === 'orders' && field === 'units') return 'Units ordered'
  if (kind === 'orders' && field === 'order') return 'Number of the order'
  return labels[field]
}

const or = new Intl.ListFormat('en', { type: 'disjunction' })
const and = new Intl.ListFormat('en')

/** Returns what is asked for before anything else; of each group one is needed. */
export function missingWords(kind: FileKind, missing: readonly (readonly ImportField[])[]): string {
  const names = missing.map((group) => or.format(group.map((field) => fieldLabel(kind, field))))
  return `Choose the ${names.length === 1 ? 'column' : 'columns'} for ${and.format(names)}.`
}
