import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectStore, signUp, waitForRun } from './product/merchant.ts'
import { startServices } from './product/start-services.ts'
const services = await startServices()
const c = new pg.Client({ connectionString: services.superuserUrl })
try {
  await services.startServer('web')
  let worker = await services.startServer('worker')
  const merchant = await signUp(services.url)
  await connectStore(merchant, { url: services.url, shop: 'tiny-webhooks' })
  await waitForRun(merchant, ({ phase }) => phase === 'done')
  await c.connect()
  await worker.kill('SIGTERM')
  await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'webhooks/load-generator.ts'), services.url, 'tiny-webhooks.myshopify.com', '20000'])
  const count = async (w: string) => Number((await c.query(`select count(*) from webhook_inbox where ${w}`)).rows[0].count)
  console.log('stored', await count('true'))
  for (let i = 0; i < 3; i++) {
    worker = await services.startServer('worker')
    const before = await count("status = 'waiting'")
    while (before > 0 && (await count("status = 'waiting'")) === before) await sleep(10)
    await sleep(100)
    await worker.kill('SIGKILL')
    console.log('killed with waiting', await count("status = 'waiting'"), 'of', before)
  }
  const t = performance.now()
  await services.startServer('worker')
  console.log('started', performance.now() - t)
  while ((await count("status = 'waiting'")) > 0) { await sleep(50); if (performance.now() - t > 60000) { console.log('stuck'); break } }
  console.log('all applied after', performance.now() - t)
  console.log((await c.query('select (select count(*) from orders where order_id < 1000000) o, (select count(*) from order_lines where order_id < 1000000) l')).rows)
} finally { await c.end(); await services.stop() }
