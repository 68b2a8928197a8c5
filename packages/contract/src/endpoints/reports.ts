import { z } from 'zod'
import { reportKinds, reportSchema, reportSettingsSchema, reportsSchema } from '../reports.ts'
import { byId, doneSchema, endpoint } from './endpoint.ts'

const byKind = z.object({ kind: z.enum(reportKinds) })

export const list = endpoint('GET', '/api/reports', {
  role: 'viewer',
  summary: 'Which reports arrive when, and those of the last half year',
  answer: reportsSchema,
  description: 'The settings of every report, who may get one, and the latest reports.',
})

export const save = endpoint('PUT', '/api/reports/{kind}', {
  role: 'owner',
  refuses: ['demo', 'unconfirmed'],
  use: 'change',
  records: 'reports_changed',
  summary: 'Changes when a report is made and who gets it',
  params: byKind,
  body: reportSettingsSchema,
  answer: reportsSchema,
  description: 'The settings as saved.',
})

export const send = endpoint('POST', '/api/reports/{kind}/send', {
  role: 'viewer',
  refuses: ['demo', 'unconfirmed'],
  use: 'report',
  isSlow: true,
  summary: 'Makes a report now and mails it to the caller',
  params: byKind,
  answer: doneSchema,
  description: 'The report is on its way to the caller.',
})

export const get = endpoint('GET', '/api/reports/{id}', {
  role: 'viewer',
  summary: 'The figures of a report as they were when it was made',
  params: byId,
  answer: reportSchema,
  description: 'The report.',
})

export const exportXlsx = endpoint('GET', '/api/reports/{id}/file.xlsx', {
  role: 'viewer',
  use: 'export',
  summary: 'A report as a workbook',
  params: byId,
  file: 'xlsx',
  description: 'The report.',
})

export const exportPdf = endpoint('GET', '/api/reports/{id}/file.pdf', {
  role: 'viewer',
  use: 'export',
  summary: 'A report as a document',
  params: byId,
  file: 'pdf',
  description: 'The report.',
})
