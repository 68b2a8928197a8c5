import { randomUUID } from 'node:crypto'
import { createEmptyCluster, queryDatabase, testNodes } from '@stockcast/testkit'
import { describe, expect, it } from 'vitest'
import { ensureMerchant } from '../accounts/merchants/ensure-merchant.ts'
import { distribute } from '../kernel/database/distribute.ts'
import { migrate } from '../kernel/database/migrate.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts'
import { createTestKernel, type TestMerchant, withTestApp } from '../testing/index.ts'
import { fillTables, getContent, readTenantTables } from '../testing/tenant-tables.ts'

const app = withTestApp()

const superuserUrl = () => app.database.ownerUrl.replace('stockcast_owner', 'postgres')

/** Returns the tables that a cluster distributes: those with rows of merchants. */
async function getDistributed(): Promise<Set<string>> {
  return new Set((await readTenantTables(app.kernel.db.directory)).map(({ name }) => name))
}

describe('a cluster', () => {
  it('has no row on one node that refers to a row on another', async () => {
    const keys = await queryDatabase<{ child: string; parent: string; columns: string[] }>(
      app.database.ownerUrl,
      `select conrelid::regclass::text as child, confrelid::regclass::text as parent,
         array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    )
    const distributed = await getDistributed()
    expect(keys.length).toBeGreaterThan(30)
    const crossing = keys.filter(({ child, parent }) => distributed.has(child) !== distributed.has(parent))
    expect(crossing).toEqual([])
    const withMerchant = keys.filter(({ child }) => distributed.has(child))
    expect(withMerchant.filter(({ columns }) => !columns.includes('merchant_id'))).toEqual([])
  })

  it('has no trigger on a distributed table', async () => {
    const triggers = await queryDatabase<{ name: string }>(
      app.database.ownerUrl,
      `select tgrelid::regclass::text as name from pg_trigger where not tgisinternal`,
    )
    const distributed = await getDistributed()
    expect(triggers.filter(({ name }) => distributed.has(name))).toEqual([])
  })
})

const isCluster = () => testNodes().length > 1

describe('distribute', () => {
  it('refuses plain PostgreSQL', async ({ skip }) => {
    if (isCluster()) skip()
    await expect(distribute(app.database.ownerUrl)).rejects.toThrow(/This database is plain PostgreSQL/)
  })

  it('changes nothing when it is run again', async ({ skip }) => {
    if (!isCluster()) skip()
    expect(await distribute(app.database.ownerUrl)).toEqual({ distributed: [] })
  })

  it('X-02 moves the rows of every merchant, who then sees the same ones', async ({ skip }) => {
    if (!isCluster()) skip()
    const database = await createEmptyCluster()
    await migrate(database.ownerUrl)
    const kernel = await createTestKernel({ database, now: '2026-11-20T10:00:00Z' })
    const tables = await readTenantTables(kernel.db.directory)
    const merchants: number[] = []
    for (let n = 1; n <= 8; n++) {
      const id = randomUUID()
      const merchantId = await ensureMerchant(kernel, { id, email: `${id}@example.com` })
      merchants.push(merchantId)
      await kernel.db.withTenant(merchantId, (tx) =>
        fillTables(tx, tables, { merchantId, marker: `row ${n}`, firstId: n * 1000 }),
      )
    }
    const readAll = () =>
      Promise.all(
        merchants.map((merchantId) => kernel.db.withTenant(merchantId, (tx) => getContent(tx, tables))),
      )
    const before = await readAll()
    expect(before.flatMap((content) => Object.values(content))).not.toContain('')
    const { distributed } = await distribute(database.ownerUrl)
    expect(distributed.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
    expect(await readAll()).toEqual(before)
    await kernel.close()
    await database.drop()
  })
})

/** Returns the merchants by the number of the node that holds their rows. */
async function getNodes(merchants: readonly TestMerchant[]): Promise<Map<number, TestMerchant[]>> {
  const rows = await queryDatabase<{ node: number }>(
    superuserUrl(),
    `select n.nodeid as node from unnest($1::bigint[]) with ordinality m (id, place)
     join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('merchants', m.id)
     join pg_dist_node n on n.groupid = p.groupid order by m.place`,
    [merchants.map(({ merchantId }) => merchantId)],
  )
  return Map.groupBy(merchants, (_, i) => rows[i]!.node)
}

/** Lets the cluster reach one of its nodes through a proxy. */
async function proxyTo(nodeId: number): Promise<DatabaseProxy> {
  const [node] = await queryDatabase<{ nodename: string; nodeport: number }>(
    superuserUrl(),
    'select nodename, nodeport from pg_dist_node where nodeid = $1',
    [nodeId],
  )
  const proxy = await startDatabaseProxy(`postgresql://${node!.nodename}:${node!.nodeport}`)
  await queryDatabase(superuserUrl(), 'select citus_update_node($1, $2, $3)', [
    nodeId,
    '127.0.0.1',
    Number(new URL(proxy.url).port),
  ])
  return proxy
}

const paths = ['/api/session', '/api/dashboard', '/api/products', '/api/alerts']

it('a lost node of the cluster answers 503 to its merchants until it is back, and nothing else to the others than before', async ({
  skip,
}) => {
  if (!isCluster()) skip()
  const merchants: TestMerchant[] = []
  while (merchants.length < 6 || (await getNodes(merchants)).size < 2) merchants.push(await app.signUp())
  const byNode = await getNodes(merchants)
  const [nodeId] = byNode.keys()
  const lost = byNode.get(nodeId!)!
  const others = merchants.filter((merchant) => !lost.includes(merchant))
  const proxy = await proxyTo(nodeId!)
  const ask = (who: readonly TestMerchant[]) =>
    Promise.all(
      who.flatMap((merchant) =>
        paths.map(async (path) => {
          const answer = await merchant.request(path)
          return [answer.status, answer.headers.get('retry-after')]
        }),
      ),
    )
  const getAnswers = (who: readonly TestMerchant[], answer: unknown[]) =>
    who.flatMap(() => paths.map(() => answer))
  expect(await ask(merchants)).toEqual(getAnswers(merchants, [200, null]))

  proxy.setFault('refuse')
  proxy.cut()
  for (let round = 0; round < 3; round++) {
    expect(await ask(lost)).toEqual(getAnswers(lost, [503, '5']))
    expect(await ask(others)).toEqual(getAnswers(others, [200, null]))
  }

  proxy.setFault('none')
  expect(await ask(merchants)).toEqual(getAnswers(merchants, [200, null]))
  await proxy.close()
})
