import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A column of the table. */
export interface PdfColumn {
  head: string
  /** Share of the page's width; unbreakable cells and each word of a heading get at least the width that they need. */
  share: number
  align?: 'left' | 'right'
  /** Whether the cells of the column never break, for example days; right-aligned cells never do. */
  isWhole?: boolean
}

/** Lines below a small head. */
interface PdfBlock {
  head: string
  lines: readonly string[]
}

export interface PdfPage {
  title: string
  /** Stand below the title, one a line. */
  facts: readonly (readonly [name: string, value: string])[]
  /** A PNG without transparency. */
  logo: Uint8Array | null
  /** Stand beside each other below the facts. */
  blocks: readonly PdfBlock[]
  columns: readonly PdfColumn[]
  rows: readonly (readonly string[])[]
  /** Lines below the table, to the right. */
  totals: readonly string[]
  /** Paragraphs at the end. */
  notes: readonly PdfBlock[]
  /** Stands at the bottom of each page, before its number. */
  footer: string
  /** Writes the number of a page, such as `Page 1 of 2`. */
  pageNumber: (page: number, count: number) => string
  createdAt: Date
}

const MARGIN = 42
const SIZE = { title: 18, text: 9, head: 7.5, least: 6 }
const LOGO = { width: 170, height: 60 }
const LINE_GAP = 2
const ROW_GAP = 5
/** Between two columns. */
const GUTTER = 10
/** Minimum share of their preferred width that text columns keep next to unbreakable cells. */
const LEAST_OF_TEXTS = 0.6
const TOTAL_HEIGHT = 15
const ROWS_PER_TURN = 20
const GREY = '#5c5c5c'
const RULE = '#d5d5d5'

/** Latin, Greek, Cyrillic and more; see fonts/LICENSE. The fonts of PDF itself have Western European letters only. */
const FONT = new URL('./fonts/DejaVuSans.ttf', import.meta.url)

let font: Promise<Buffer> | undefined

/** Returns a document of A4 pages with one table, whose texts wrap. It gives way to other work after some rows. */
export async function writePdf(page: PdfPage): Promise<Uint8Array<ArrayBuffer>> {
  font ??= readFile(FONT)
  // Loaded with the first document, because it takes as long as the rest of the server.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: page.title, CreationDate: page.createdAt },
    // Without it the library reads a font of its own, by a place that a bundle does not have.
    font: null as unknown as string,
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  doc.registerFont('text', await font)
  doc.font('text')
  const y = drawBlocks(doc, page, drawHead(doc, page))
  const end = await drawTable(doc, page, y)
  drawEnd(doc, page, end)
  drawFooters(doc, page)
  doc.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

type Doc = PDFKit.PDFDocument

/** Draws title and facts, and the logo beside them; returns where they end. */
function drawHead(doc: Doc, { title, facts, logo }: PdfPage): number {
  const width = contentWidth(doc) - LOGO.width - 12
  if (logo !== null) {
    const x = MARGIN + contentWidth(doc) - LOGO.width
    doc.image(Buffer.from(logo), x, MARGIN, { fit: [LOGO.width, LOGO.height], align: 'right' })
  }
  doc.fontSize(SIZE.title).fillColor('black').text(title, MARGIN, MARGIN, { width })
  doc.fontSize(SIZE.text)
  let y = doc.y + 8
  const names = Math.max(...facts.map(([name]) => doc.widthOfString(name))) + 2 * GUTTER
  for (const [name, value] of facts) {
    doc.fillColor(GREY).text(name, MARGIN, y, { lineBreak: false })
    doc.fillColor('black').text(value, MARGIN + names, y, { width: width - names, lineGap: LINE_GAP })
    y = doc.y
  }
  return Math.max(y, logo === null ? 0 : MARGIN + LOGO.height) + 16
}

function drawBlocks(doc: Doc, { blocks }: PdfPage, top: number): number {
  const width = contentWidth(doc) / Math.max(1, blocks.length)
  const ends = blocks.map(({ head, lines }, index) => {
    const x = MARGIN + index * width
    drawBlockHead(doc, head, { x, y: top })
    doc.text(lines.join('\n'), x, doc.y + 3, { width: width - 12, lineGap: LINE_GAP })
    return doc.y
  })
  return Math.max(top, ...ends) + 18
}

function drawBlockHead(doc: Doc, head: string, { x, y }: { x: number; y: number }): void {
  doc.fontSize(SIZE.head).fillColor(GREY).text(head, x, y)
  doc.fontSize(SIZE.text).fillColor('black')
}

async function drawTable(doc: Doc, page: PdfPage, top: number): Promise<number> {
  const table = getTable(doc, page)
  const { columns } = table
  let y = drawHeads(doc, table, top)
  for (const [index, row] of page.rows.entries()) {
    const cells = row.map(oneLine)
    if (y + getHeight(doc, columns, cells) > lastY(doc)) {
      doc.addPage()
      y = drawHeads(doc, table, MARGIN)
    }
    y = drawRow(doc, { columns, cells, y }) + ROW_GAP
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
  }
  doc.fontSize(SIZE.text)
  return y
}

interface DrawnColumn extends PdfColumn {
  width: number
}

/** The columns, and the size of the text in their cells. */
interface Table {
  columns: DrawnColumn[]
  size: number
}

/**
 * Returns the columns as wide as whole cells need; what these take above their share is missing from the others. Where that
 * would leave too little of them, the text is smaller. Figures that are still too long for one page break.
 */
export function getTable(
  doc: Pick<Doc, 'fontSize' | 'widthOfString'> & { page: Pick<Doc['page'], 'width'> },
  page: Pick<PdfPage, 'columns' | 'rows'>,
  size = SIZE.text,
): Table {
  const { columns, rows } = page
  const space = contentWidth(doc) + GUTTER
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const wanted = columns.map((column, index) => {
    const words = column.head.split(' ').map((word) => doc.fontSize(SIZE.head).widthOfString(word))
    // Digits are of one width, so the longest cell is about the widest.
    const cell = isWhole(column)
      ? rows.reduce((most, row) => longer(most, oneLine(row[index] ?? '')), '')
      : ''
    const least = Math.max(...words, doc.fontSize(size).widthOfString(cell)) + GUTTER
    return { ...column, width: Math.max(least, (space * column.share) / shares) }
  })
  const total = wanted.reduce((sum, { width }) => sum + width, 0)
  const whole = wanted.filter(isWhole).reduce((sum, { width }) => sum + width, 0)
  const least = LEAST_OF_TEXTS * (total - whole)
  const isTight = space - whole < least
  if (isTight && size > SIZE.least) return getTable(doc, page, size - 0.5)
  const ofWhole = isTight ? (space - least) / whole : 1
  const ofTexts = isTight ? LEAST_OF_TEXTS : (space - whole) / (total - whole)
  const drawn = wanted.map((column) => ({
    ...column,
    width: column.width * (isWhole(column) ? ofWhole : ofTexts),
  }))
  return { columns: drawn, size }
}

function isWhole({ align, isWhole = align === 'right' }: PdfColumn): boolean {
  return isWhole
}

function longer(a: string, b: string): string {
  return b.length > a.length ? b : a
}

function drawHeads(doc: Doc, { columns, size }: Table, y: number): number {
  doc.fontSize(SIZE.head).fillColor(GREY)
  const line = drawRow(doc, { columns, cells: columns.map(({ head }) => head), y }) + 3
  doc.fontSize(size).fillColor('black')
  drawRule(doc, line, GREY)
  return line + ROW_GAP
}

function drawRule(doc: Doc, y: number, color: string): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + contentWidth(doc), y)
    .lineWidth(0.5)
    .stroke(color)
}

/** Draws a row as high as its highest cell, and returns where it ends. */
function drawRow(
  doc: Doc,
  { columns, cells, y }: { columns: readonly DrawnColumn[]; cells: readonly string[]; y: number },
): number {
  let x = MARGIN
  let end = y
  for (const [index, { width, align = 'left' }] of columns.entries()) {
    doc.text(cells[index] ?? '', x, y, { width: width - GUTTER, align })
    end = Math.max(end, doc.y)
    x += width
  }
  return end
}

function getHeight(doc: Doc, columns: readonly DrawnColumn[], cells: readonly string[]): number {
  const heights = columns.map(({ width }, index) =>
    doc.heightOfString(cells[index] ?? '', { width: width - GUTTER }),
  )
  return Math.max(...heights)
}

function drawEnd(doc: Doc, { totals, notes }: PdfPage, top: number): void {
  let y = top
  if (y + (totals.length + 1) * TOTAL_HEIGHT > lastY(doc)) {
    doc.addPage()
    y = MARGIN
  }
  drawRule(doc, y, RULE)
  y += ROW_GAP
  for (const line of totals) {
    doc.text(line, MARGIN, y, { width: contentWidth(doc), align: 'right' })
    y += TOTAL_HEIGHT
  }
  doc.y = y
  for (const { head, lines } of notes) {
    if (doc.y + 3 * TOTAL_HEIGHT > lastY(doc)) doc.addPage()
    drawBlockHead(doc, head, { x: MARGIN, y: doc.y + 10 })
    doc.text(lines.join('\n'), MARGIN, doc.y + 3, { width: contentWidth(doc), lineGap: LINE_GAP })
  }
}

function drawFooters(doc: Doc, { footer, pageNumber }: PdfPage): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    const y = doc.page.height - MARGIN + 6
    // A text below the margin would start a page of its own.
    doc.page.margins.bottom = 0
    doc.fillColor(GREY).text(footer, MARGIN, y, { width: contentWidth(doc) - 90, height: 11, ellipsis: true })
    const number = pageNumber(page - start + 1, count)
    doc.text(number, MARGIN, y, { width: contentWidth(doc), align: 'right', lineBreak: false })
  }
}

function lastY(doc: Doc): number {
  return doc.page.height - MARGIN - 12
}

function contentWidth(doc: { page: Pick<Doc['page'], 'width'> }): number {
  return doc.page.width - 2 * MARGIN
}

/** Keeps the spaces of figures, at which a line does not break. */
function oneLine(text: string): string {
  return text.replace(/[^\S\u00a0\u202f]+/g, ' ').trim()
}
