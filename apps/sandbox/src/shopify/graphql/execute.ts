import {
  type DocumentNode,
  execute,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  getDirectiveValues,
  getOperationAST,
  Kind,
  parse,
  validate,
} from 'graphql'
import { findDenials } from './access.ts'
import { type CostArguments, getCost } from './cost.ts'
import type { CostBucket } from './cost-bucket.ts'
import { getPage, type Page, type PageArguments } from './listing.ts'
import { readers } from './read-root.ts'
import type { ReadContext } from './readers.ts'
import { schema } from './schema.ts'

const LARGEST_QUERY_COST = 1000
const MAX_PREPARED = 200

export interface GraphqlRequest {
  query: string
  variables: Record<string, unknown>
  operationName: string | null
}

export interface GraphqlAnswer {
  data?: unknown
  errors?: readonly unknown[]
  extensions?: Record<string, unknown>
}

type Prepared = { document: DocumentNode } | { errors: readonly GraphQLError[] }
const prepared = new Map<string, Prepared>()

export async function executeRequest(
  request: GraphqlRequest,
  context: ReadContext,
  bucket: CostBucket,
): Promise<GraphqlAnswer> {
  const ready = prepare(request.query)
  if ('errors' in ready) return { errors: ready.errors }
  const operation = getOperationAST(ready.document, request.operationName)
  if (!operation)
    return { errors: [{ message: 'No operation to run; give operationName when there are several' }] }
  const fragments = getFragments(ready.document)
  const inUse: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...Object.values(fragments)] }
  const denials = findDenials(schema, inUse, context.scopes)
  if (denials.length > 0) return { data: null, errors: denials.map(denialError) }
  const costArguments = { schema, operation, fragments, variables: request.variables }
  const requested = getCost(costArguments)
  const refusal = refuseCost(requested, context.now, bucket)
  if (refusal) return refusal
  const result = await execute({
    schema,
    document: ready.document,
    variableValues: request.variables,
    operationName: request.operationName,
    contextValue: context,
    fieldResolver,
  })
  return {
    ...result,
    extensions: { cost: settleCost({ costArguments, requested, result, context, bucket }) },
  }
}

function prepare(query: string): Prepared {
  const known = prepared.get(query)
  if (known) return known
  const made = parseAndValidate(query)
  if (prepared.size >= MAX_PREPARED) prepared.clear()
  prepared.set(query, made)
  return made
}

function parseAndValidate(query: string): Prepared {
  try {
    const document = parse(query, { maxTokens: 10_000 })
    const errors = validate(schema, document)
    return errors.length > 0 ? { errors } : { document }
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] }
    throw error
  }
}

const fieldResolver: GraphQLFieldResolver<unknown, ReadContext> = (source, args, context, info) => {
  const ofType = readers[info.parentType.name]
  const list = ofType?.connections?.[info.fieldName]
  if (list)
    return getPage(list(source as never, args as never, context), args as PageArguments) as Page<unknown>
  const read = ofType?.fields?.[info.fieldName]
  if (read) return read(source as never, args as never, { ...context, idempotencyKey: toKey(info) })
  return (source as Record<string, unknown>)[info.fieldName]
}

/** Returns the key under which a mutation is made only once; null without one. */
function toKey({ fieldNodes, parentType, variableValues }: GraphQLResolveInfo): string | null {
  if (parentType.name !== 'Mutation') return null
  const values = getDirectiveValues(schema.getDirective('idempotent')!, fieldNodes[0]!, variableValues)
  return (values?.key as string | undefined) ?? null
}

function getFragments(document: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]))
}

function denialError({ field, requiredAccess }: { field: string; requiredAccess: string }) {
  return {
    message: `Access denied for ${field} field. Required access: ${requiredAccess}.`,
    path: [field],
    extensions: {
      code: 'ACCESS_DENIED',
      documentation: 'https://shopify.dev/api/usage/access-scopes',
      requiredAccess: `${requiredAccess}.`,
    },
  }
}

function refuseCost(requested: number, now: number, bucket: CostBucket): GraphqlAnswer | null {
  const documentation = 'https://shopify.dev/api/usage/rate-limits'
  if (requested > LARGEST_QUERY_COST) {
    const message = `Query cost is ${requested}, which exceeds the single query max cost limit (${LARGEST_QUERY_COST}).`
    const extensions = {
      code: 'MAX_COST_EXCEEDED',
      cost: requested,
      maxCost: LARGEST_QUERY_COST,
      documentation,
    }
    return { errors: [{ message, extensions }] }
  }
  if (bucket.take(requested, now)) return null
  return {
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED', documentation } }],
    extensions: {
      cost: { requestedQueryCost: requested, actualQueryCost: null, throttleStatus: bucket.status(now) },
    },
  }
}

function settleCost(args: {
  costArguments: CostArguments
  requested: number
  result: { data?: unknown }
  context: ReadContext
  bucket: CostBucket
}) {
  const { costArguments, requested, result, context, bucket } = args
  const actual = result.data ? Math.min(requested, getCost(costArguments, result.data)) : 0
  bucket.giveBack(requested - actual)
  return {
    requestedQueryCost: requested,
    actualQueryCost: actual,
    throttleStatus: bucket.status(context.now),
  }
}
