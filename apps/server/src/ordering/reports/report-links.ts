import { type ReportKind, reportKinds } from '@stockcast/contract'
import type { Config } from '../../kernel/config/config.ts'
import { readToken, signToken } from '../../kernel/secrets/signed-token.ts'

const FILE = 'report-file'
const STOP = 'report-stop'

export interface FileLink {
  merchantId: number
  reportId: number
  userId: string
}

export interface StopLink {
  merchantId: number
  kind: ReportKind
  userId: string
}

/** Returns the address of a mailed file. How long it works, and for whom, is stored. */
export function fileUrl({ publicUrl, secrets }: Pick<Config, 'publicUrl' | 'secrets'>, of: FileLink): string {
  return `${publicUrl}/report/${signToken(secrets, FILE, `${of.merchantId}.${of.reportId}.${of.userId}`)}`
}

/** Returns the address of the page that ends a report for one person. It never expires, so a link in an old mail still works. */
export function stopReportUrl(
  { publicUrl, secrets }: Pick<Config, 'publicUrl' | 'secrets'>,
  of: StopLink,
): string {
  return `${publicUrl}/stop-report/${signToken(secrets, STOP, `${of.merchantId}.${of.kind}.${of.userId}`)}`
}

/** Returns which file a token is for; null when we did not make it. */
export function readFileToken(secrets: Config['secrets'], token: string): FileLink | null {
  const [merchant = '', report = '', userId = '', ...rest] = readToken(secrets, FILE, token) ?? []
  if (rest.length > 0 || userId === '') return null
  return { merchantId: Number(merchant), reportId: Number(report), userId }
}

/** Returns which report of whom a token ends; null when we did not make it. */
export function readStopReportToken(secrets: Config['secrets'], token: string): StopLink | null {
  const [merchant = '', name = '', userId = '', ...rest] = readToken(secrets, STOP, token) ?? []
  const kind = reportKinds.find((each) => each === name)
  if (rest.length > 0 || userId === '' || kind === undefined) return null
  return { merchantId: Number(merchant), kind, userId }
}
