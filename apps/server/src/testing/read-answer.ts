import { expect } from 'vitest'

/** Returns what an answer says; fails unless it is a success. */
export async function readAnswer<Answer>(answer: Response | Promise<Response>): Promise<Answer> {
  const given = await answer
  if (given.status !== 200) throw new Error(`${given.status} ${await given.text()}`)
  return (await given.json()) as Answer
}

/** Expects an answer with this status and these parts of its error. */
export async function expectRefusal(answer: Response | Promise<Response>, status: number, error: object) {
  const given = await answer
  expect([given.status, await given.json()]).toMatchObject([status, { error }])
}
