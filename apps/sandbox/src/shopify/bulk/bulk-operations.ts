import { createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'graphql'
import { Journal } from '../../storage/journal.ts'
import { findDenials } from '../graphql/access.ts'
import type { ReadContext } from '../graphql/readers.ts'
import { schema } from '../graphql/schema.ts'
import { DAY_MS } from '../store/calendar.ts'
import { type BulkOperation, type BulkOperationCalls, isUnfinished } from './bulk-operation.ts'
import { compileBulkQuery } from './compile-bulk-query.ts'
import { writeBulkResult } from './write-bulk-result.ts'

const RESULT_DAYS = 7
const FIRST_NUMBER = 5_100_000_000_000

export interface BulkContext {
  now(): number
  /** Returns what a bulk operation of this shop may read. */
  getContext(shop: string, scopes: readonly string[]): ReadContext
  report(message: string, error: unknown): void
}

/** Bulk operations of all shops, stored in a journal. Operations interrupted by a crash start again. */
export class BulkOperations implements BulkOperationCalls {
  private readonly operations = new Map<number, BulkOperation>()
  private readonly journal: Journal<BulkOperation>
  private readonly folder: string
  private readonly secret: string
  private readonly context: BulkContext
  private readonly runs = new Set<Promise<void>>()

  constructor(args: { folder: string; secret: string; context: BulkContext }) {
    this.folder = args.folder
    this.secret = args.secret
    this.context = args.context
    mkdirSync(args.folder, { recursive: true })
    this.journal = new Journal(join(args.folder, 'operations.jsonl'))
    for (const operation of this.journal.entries) this.operations.set(operation.number, operation)
    this.dropExpired()
  }

  start(wanted: Pick<BulkOperation, 'shop' | 'query' | 'scopes'>): BulkOperation {
    const operation: BulkOperation = {
      ...wanted,
      number: Math.max(FIRST_NUMBER, ...this.operations.keys()) + 1,
      status: 'CREATED',
      errorCode: null,
      createdAt: this.context.now(),
      completedAt: null,
      objectCount: 0,
      rootObjectCount: 0,
    }
    this.operations.set(operation.number, operation)
    this.journal.append(operation)
    this.track(operation)
    return operation
  }

  resume(): void {
    for (const operation of this.operations.values()) if (isUnfinished(operation)) this.track(operation)
  }

  /** Resolves when no operation is running. */
  async settled(): Promise<void> {
    while (this.runs.size > 0) await Promise.all(this.runs)
  }

  running(shop: string): BulkOperation[] {
    return [...this.operations.values()].filter((each) => each.shop === shop && isUnfinished(each))
  }

  find(shop: string, gid: string): BulkOperation | null {
    const number = Number(/^gid:\/\/shopify\/BulkOperation\/(\d+)$/.exec(gid)?.[1])
    const operation = this.operations.get(number)
    return operation?.shop === shop ? operation : null
  }

  getShop(number: number): string | null {
    return this.operations.get(number)?.shop ?? null
  }

  toUrl(operation: BulkOperation, origin: string): string | null {
    const { status, objectCount, number } = operation
    if (status !== 'COMPLETED' || objectCount === 0 || this.isExpired(operation)) return null
    return `${origin}/shopify/_bulk/${number}.jsonl?sig=${this.getSignature(number)}`
  }

  /** Returns the path of a result file; null if the signature is wrong or the file no longer exists. */
  resultPath(number: number, signature: string): string | null {
    const expected = Buffer.from(this.getSignature(number))
    const given = Buffer.from(signature)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    const operation = this.operations.get(number)
    if (operation?.status !== 'COMPLETED' || this.isExpired(operation)) return null
    return existsSync(this.toPath(number)) ? this.toPath(number) : null
  }

  private track(operation: BulkOperation): void {
    const run = this.run(operation).finally(() => this.runs.delete(run))
    this.runs.add(run)
  }

  private async run(operation: BulkOperation): Promise<void> {
    // The answer to the call that started it still says CREATED.
    await setImmediate()
    if (operation.status === 'CREATED') this.change(operation, { status: 'RUNNING' })
    try {
      await this.write(operation)
    } catch (error) {
      this.context.report(`bulk operation ${operation.number} failed`, error)
      this.end(operation, { status: 'FAILED', errorCode: 'INTERNAL_SERVER_ERROR' })
    }
  }

  private async write(operation: BulkOperation): Promise<void> {
    const context = this.context.getContext(operation.shop, operation.scopes)
    if (findDenials(schema, parse(operation.query), context.scopes).length > 0) {
      this.end(operation, { status: 'FAILED', errorCode: 'ACCESS_DENIED' })
      return
    }
    const result = await writeBulkResult({
      path: this.toPath(operation.number),
      connections: compileBulkQuery(operation.query),
      context,
    })
    this.end(operation, { ...result, status: 'COMPLETED' })
  }

  private end(operation: BulkOperation, by: Partial<BulkOperation>): void {
    this.change(operation, { ...by, completedAt: this.context.now() })
  }

  private change(operation: BulkOperation, by: Partial<BulkOperation>): void {
    Object.assign(operation, by)
    this.journal.append(operation)
  }

  private dropExpired(): void {
    for (const operation of this.operations.values())
      if (this.isExpired(operation)) rmSync(this.toPath(operation.number), { force: true })
    this.journal.replaceWith([...this.operations.values()])
  }

  private isExpired({ completedAt }: BulkOperation): boolean {
    return completedAt !== null && completedAt + RESULT_DAYS * DAY_MS < this.context.now()
  }

  private toPath(number: number): string {
    return join(this.folder, `${number}.jsonl`)
  }

  private getSignature(number: number): string {
    return createHmac('sha256', this.secret).update(`bulk ${number}`).digest('hex')
  }
}
