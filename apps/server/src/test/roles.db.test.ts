import { roles } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { getEndpoints } from '../kernel/http/find-endpoint.ts'
import { withTestApp } from '../testing/index.ts'

const app = withTestApp()

describe('a member of an account', () => {
  it.each(roles)('M-01 with the role %s is refused what needs a higher one, nothing else', async (role) => {
    const member = await app.signUp(undefined, role)
    for (const [name, { method, path, role: least, stream }] of getEndpoints(app.domains.mounts.guarded)) {
      if (stream) continue
      // Whoever may not remove others may leave.
      const own = path.replace('{userId}', member.userId)
      const answer = await member.request(own.replaceAll(/\{\w+\}/g, '999'), {
        method,
        body: method === 'GET' || method === 'DELETE' ? null : '{',
      })
      await answer.body?.cancel()
      const mayCall = least === 'anyone' || roles.indexOf(least) <= roles.indexOf(role)
      expect([name, answer.status !== 403]).toEqual([name, mayCall])
    }
  })

  it('is refused with advice on what to do instead', async () => {
    const viewer = await app.signUp(undefined, 'viewer')
    const answer = await viewer.request('/api/suppliers', { json: {} })
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { error: { code: 'forbidden', message: expect.stringContaining('Ask its owner') } },
    ])
  })
})
