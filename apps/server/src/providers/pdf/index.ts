export { type PdfColumn, type PdfPage, writePdf } from './write-pdf.ts'
