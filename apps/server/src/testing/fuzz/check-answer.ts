import type { ApiDocument } from '../../kernel/http/reference/describe-api.ts'
import { describedAnswers } from '../described-answers.ts'
import type { FuzzRequest } from './request-arbitrary.ts'

export interface Foreign {
  /** Part of every text in the other merchant's rows; no request ever has it. */
  marker: string
  /** Ids that no other row has. */
  ids: readonly number[]
}

export type CheckAnswer = (request: FuzzRequest, answer: Response) => Promise<string[]>

/**
 * Checks an answer against the contract: no server error, the described form, and nothing of another
 * merchant. An event stream is closed after its headers; the contents of a workbook or an archive are not
 * unpacked.
 */
export function createAnswerCheck(
  document: ApiDocument,
  { foreign, mayFail }: { foreign: Foreign; mayFail?: (body: string) => boolean },
): CheckAnswer {
  const checkDescribed = describedAnswers(document)
  return async (request, answer) => {
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
      await answer.body?.cancel()
      return []
    }
    const body = await answer.text()
    const faults: string[] = []
    if (answer.status >= 500 && !mayFail?.(body))
      faults.push(`answered ${answer.status}: ${body.slice(0, 200)}`)
    const [path = ''] = request.address.split('?')
    const copy = new Response(answer.status === 204 ? null : body, answer)
    await checkDescribed(request.method, path, copy).catch((error: Error) => faults.push(error.message))
    return [...faults, ...leaks(body, { request, answer, foreign })]
  }
}

/** Where an answer lists ids of the request that were left out. */
const LEFT_OUT = /"leftOut":\[[^\]]*\]/

/** Returns the leaks in an answer. Only a refusal, or a list of what was left out, may contain an id that the request named. */
function leaks(
  body: string,
  { request, answer, foreign }: { request: FuzzRequest; answer: Response; foreign: Foreign },
): string[] {
  if (body.includes(foreign.marker)) return ['told a text of another merchant']
  const sent = `${request.address} ${request.body ?? ''}`
  const told = foreign.ids.filter((id) => body.includes(String(id)))
  const kept = answer.ok ? body.replace(LEFT_OUT, '') : ''
  const leaked = told.filter((id) => kept.includes(String(id)) || !sent.includes(String(id)))
  return leaked.map((id) => `told the id ${id} of another merchant`)
}
