import { reportFacts } from '@stockcast/contract'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { fileResponse } from '../../kernel/http/api.ts'
import type { AppEnv } from '../../kernel/http/context.ts'
import { plainPage } from '../../kernel/http/plain-page.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { take } from '../../kernel/limits/queries.ts'
import { rules } from '../../kernel/limits/rules.ts'
import { listTeam } from '../../kernel/people/queries.ts'
import { inTransaction } from '../../kernel/verb-context.ts'
import { findMailedReport } from './queries.ts'
import { readFileToken, readStopReportToken } from './report-links.ts'
import { stopReport } from './report-settings.ts'
import { readFile } from './send-report.ts'

const refusals = {
  unknown: {
    status: 404,
    title: 'This link does not work',
    words: 'It may have been cut off, or you no longer belong to the shop.',
  },
  expired: {
    status: 410,
    title: 'This link has expired',
    words: 'Sign in to see the reports of the last half year.',
  },
  too_often: {
    status: 429,
    title: 'Too many downloads',
    words: 'This file was downloaded very often. Try again in an hour.',
  },
} as const

/**
 * Serves what the mail of a report links to: its file, for somebody who is still of the shop, without signing in; and the page that ends it,
 * where `GET` only asks, because mail scanners follow links, and `POST` stops, from the page or the mail program (RFC 8058).
 */
export function createReportLinkRoutes(kernel: Kernel): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/report/:token', async (c) => {
    const opened = await openFile(kernel, c.req.param('token'))
    if (typeof opened === 'string') {
      const { status, title, words } = refusals[opened]
      return c.html(
        plainPage(title, html`<p>${words}</p><p><a href="/reports">Open Stockcast</a></p>`),
        status,
      )
    }
    return fileResponse(opened.format, await opened.draw(opened.format))
  })
  routes.get('/stop-report/:token', (c) => {
    const link = readStopReportToken(kernel.config.secrets, c.req.param('token'))
    if (!link) return c.html(unknownStop(), 404)
    return c.html(
      plainPage(
        'Stop this report?',
        html`<p>You will get no more mails with “${reportFacts[link.kind].title}”. Others of the shop still do.</p>
    <form method="post"><button>Stop this report</button></form>`,
      ),
    )
  })
  routes.post('/stop-report/:token', async (c) => {
    const kind = await stopReport(kernel, c.req.param('token'))
    if (kind === null) return c.html(unknownStop(), 404)
    return c.html(
      plainPage(
        'This report is stopped',
        html`<p>“${reportFacts[kind].title}” is no longer sent to you.</p>`,
      ),
    )
  })
  return routes
}

async function openFile(kernel: Kernel, token: string) {
  const link = readFileToken(kernel.config.secrets, token)
  if (!link) return 'unknown'
  return inTransaction(kernel, link.merchantId, async (context) => {
    const { tx, merchantId, clock } = context
    const mailed = await findMailedReport(tx, link)
    const team = await listTeam(tx, merchantId)
    if (!mailed || !team.some(({ userId }) => userId === link.userId)) return 'unknown'
    const at = clock.now()
    if (mailed.expiresAt <= at) return 'expired'
    const key = `report_file:${merchantId}:${link.reportId}:${link.userId}`
    if (!(await take(tx, { key, rule: rules.report_file, at })).isTaken) return 'too_often'
    return { format: mailed.fileFormat, draw: await readFile(context, link) }
  })
}

function unknownStop() {
  return plainPage(
    'This link does not work',
    html`<p>It may have been cut off. Copy it whole from the email.</p>`,
  )
}
