import pg from 'pg'
import { vi } from 'vitest'

interface Sent {
  text: string
  values: unknown[]
}

/** Returns the statements that `work` sends to the database, with their parameters. */
export async function sentStatements(work: () => Promise<unknown>): Promise<Sent[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  // The type of the spy knows one of the calls that the driver accepts.
  const calls = query.mock.calls as unknown as [string | Partial<Sent>, unknown[]?][]
  query.mockRestore()
  return calls.map(([sent, values = []]) =>
    typeof sent === 'string' ? { text: sent, values } : { text: sent.text ?? '', values: sent.values ?? [] },
  )
}
