import { readFile } from 'node:fs/promises'

/** A column of the table; its width is a share of the page. */
export interface PdfColumn {
  head: string
  share: number
  align?: 'left' | 'right'
}

export interface PdfPage {
  title: string
  /** Blocks of lines that stand beside each other below the title. */
  blocks: readonly (readonly string[])[]
  columns: readonly PdfColumn[]
  rows: readonly (readonly string[])[]
  /** Lines below the table, to the right. */
  totals: readonly string[]
  /** Paragraphs at the end. */
  notes: readonly string[]
  /** Stands at the bottom of each page, before its number. */
  footer: string
  createdAt: Date
}

const MARGIN = 42
const SIZE = { title: 18, text: 9 }
const ROW_HEIGHT = 15
const ROWS_PER_TURN = 40
const GREY = '#5c5c5c'

/** Latin, Greek, Cyrillic and more; see fonts/LICENSE. The fonts of PDF itself have Western European letters only. */
const FONT = new URL('./fonts/DejaVuSans.ttf', import.meta.url)

let font: Promise<Buffer> | undefined

/** Returns a document of A4 pages with one table. It gives way to other work after some rows. */
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
  const y = drawHead(doc, page)
  const end = await drawTable(doc, page, y)
  drawEnd(doc, page, end)
  drawFooters(doc, page)
  doc.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

type Doc = PDFKit.PDFDocument

function drawHead(doc: Doc, { title, blocks }: PdfPage): number {
  doc.fontSize(SIZE.title).fillColor('black').text(title, MARGIN, MARGIN)
  doc.fontSize(SIZE.text)
  const top = doc.y + 12
  const width = contentWidth(doc) / Math.max(1, blocks.length)
  const ends = blocks.map((lines, index) => {
    doc.text(lines.join('\n'), MARGIN + index * width, top, { width: width - 12, lineGap: 2 })
    return doc.y
  })
  return Math.max(top, ...ends) + 16
}

async function drawTable(doc: Doc, { columns, rows }: PdfPage, top: number): Promise<number> {
  const lastY = doc.page.height - MARGIN - 2 * ROW_HEIGHT
  let y = drawHeads(doc, columns, top)
  for (const [index, row] of rows.entries()) {
    if (y > lastY) {
      doc.addPage()
      y = drawHeads(doc, columns, MARGIN)
    }
    drawRow(doc, { columns, cells: row, y })
    y += ROW_HEIGHT
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
  }
  return y
}

function drawHeads(doc: Doc, columns: readonly PdfColumn[], y: number): number {
  doc.fillColor(GREY)
  drawRow(doc, { columns, cells: columns.map(({ head }) => head), y })
  doc.fillColor('black')
  const line = y + ROW_HEIGHT - 2
  doc
    .moveTo(MARGIN, line)
    .lineTo(MARGIN + contentWidth(doc), line)
    .lineWidth(0.5)
    .stroke(GREY)
  return line + 5
}

function drawRow(
  doc: Doc,
  { columns, cells, y }: { columns: readonly PdfColumn[]; cells: readonly string[]; y: number },
): void {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let x = MARGIN
  for (const [index, { share, align = 'left' }] of columns.entries()) {
    const width = (contentWidth(doc) * share) / shares
    const text = oneLine(cells[index] ?? '')
    doc.text(text, x, y, { width: width - 6, height: SIZE.text + 2, ellipsis: true, lineBreak: true, align })
    x += width
  }
}

function drawEnd(doc: Doc, { totals, notes }: PdfPage, top: number): void {
  const needed = (totals.length + 2) * ROW_HEIGHT
  let y = top + 8
  if (y + needed > doc.page.height - MARGIN - ROW_HEIGHT) {
    doc.addPage()
    y = MARGIN
  }
  for (const line of totals) {
    doc.text(line, MARGIN, y, { width: contentWidth(doc) - 6, align: 'right' })
    y += ROW_HEIGHT
  }
  doc.y = y + 8
  for (const note of notes) doc.text(note, MARGIN, doc.y + 4, { width: contentWidth(doc) })
}

function drawFooters(doc: Doc, { footer }: PdfPage): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    const y = doc.page.height - MARGIN + 6
    // A text below the margin would start a page of its own.
    doc.page.margins.bottom = 0
    doc.fillColor(GREY).text(`${footer}  ·  ${page - start + 1} / ${count}`, MARGIN, y, { lineBreak: false })
  }
}

function contentWidth(doc: Doc): number {
  return doc.page.width - 2 * MARGIN
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
