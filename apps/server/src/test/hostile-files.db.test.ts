import { gzipSync } from 'node:zlib'
import { importKinds, importSchema, importsApi, supplierImportKinds, suppliersApi } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { newDemoUserEmail } from '../kernel/demo-user-email.ts'
import { getEndpoints } from '../kernel/http/find-endpoint.ts'
import { merchantKey } from '../kernel/limits/take-use.ts'
import { checkImportTask } from '../store/imports/check-import.task.ts'
import { type TestMerchant, withTestApp } from '../testing/index.ts'

const app = withTestApp()

const ANSWER_BYTES = 300_000

/** What each path that takes files takes them as. */
const kinds: Record<string, readonly string[]> = {
  [importsApi.getLatest.path]: importKinds,
  [suppliersApi.previewImport.path]: supplierImportKinds,
  [suppliersApi.applyImport.path]: supplierImportKinds,
}

/** A first line that every kind of file accepts. */
const header = 'supplier,sku,product,stock,day,units,order\n'
const long = (text: string, count: number) =>
  Array.from({ length: count }, () => text.repeat(20_000)).join(',')

/** Files of an attacker, each small enough for a demo user to send. */
const files: Record<string, () => string | Uint8Array> = {
  'half a million short rows': () => header + 'a\n'.repeat(500_000),
  'packed blank rows': () => gzipSync(header + '\n'.repeat(2_500_000)),
  'packed rows of many cells': () => gzipSync(header + `${','.repeat(700_000)}\n`.repeat(6)),
  'a line of 400,000 columns': () => `${'c,'.repeat(400_000)}\n`,
  'long names of columns, and rows at fault': () =>
    gzipSync(`${header.trim()},${long('n', 4)}\n${'A,B,P,x,x,x,1\n'.repeat(4000)}`),
  'long cells': () => gzipSync(header + `${long('v', 4)}\n`.repeat(50)),
  'a quotation mark that never closes': () => `${header}"${'a,b\n'.repeat(200_000)}`,
  'a cell of 20 million characters': () => gzipSync(`${header}${'x'.repeat(20_000_000)},1\n`),
  'packed twice': () => gzipSync(gzipSync(header + 'A\n'.repeat(100))),
  'packed and cut off': () => gzipSync(header + 'A,B,C\n'.repeat(900)).subarray(0, 50),
  'rubbish behind what is packed': () => Buffer.concat([gzipSync(header), Buffer.from('rubbish')]),
  'no text': () => Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 256)),
  nothing: () => '',
}

async function countUses({ merchantId }: TestMerchant): Promise<number> {
  const counted = await app.kernel.db.directory
    .selectFrom('limit_counts')
    .select('uses')
    .where('key', '=', merchantKey(merchantId, 'upload'))
    .executeTakeFirst()
  return counted?.uses ?? 0
}

/** Runs the check of a file that was stored for the worker, and returns what is shown of it. */
async function checked(merchant: TestMerchant, importId: number): Promise<string> {
  await app.runTask(checkImportTask.name, { merchantId: merchant.merchantId, importId })
  const shown = await (await merchant.request(`${importsApi.getLatest.path}/${importId}`)).text()
  expect(importSchema.parse(JSON.parse(shown)).status).toMatch(/^(faulty|failed)$/)
  return shown
}

describe('a path that takes files', () => {
  it('is known here with everything that it takes files as', () => {
    const uploads = [...getEndpoints(app.domains.mounts.guarded).values()].filter(
      ({ body }) => body === 'file',
    )
    expect(uploads.map(({ path }) => path).sort()).toEqual(Object.keys(kinds).sort())
  })

  it.each(Object.keys(files))(
    'answers %s with few words, and counts it, refused or not',
    async (name) => {
      const body = files[name]!() as string | Uint8Array<ArrayBuffer>
      for (const [path, taken] of Object.entries(kinds)) {
        const merchant = await app.signUp(newDemoUserEmail())
        for (const [sent, kind] of taken.entries()) {
          const answer = await merchant.request(`${path}?kind=${kind}`, { method: 'POST', body })
          let text = await answer.text()
          expect(answer.status, `${path} ${kind}: ${text.slice(0, 200)}`).toBeLessThan(500)
          if (path === importsApi.getLatest.path && answer.ok)
            text = await checked(merchant, JSON.parse(text).id)
          expect(text.length, `${path} ${kind}`).toBeLessThan(ANSWER_BYTES)
          expect(await countUses(merchant), `${path} ${kind}`).toBe(sent + 1)
        }
      }
    },
    60_000,
  )
})
