import { OpenAPIHono } from '@hono/zod-openapi'
import { errorBodySchema } from '@stockcast/contract'
import { z } from 'zod'
import type { AppEnv } from '../context.ts'
import type { Mounts } from '../mounts.ts'

export type ApiDocument = ReturnType<OpenAPIHono<AppEnv>['getOpenAPI31Document']>
export type PathItem = NonNullable<ApiDocument['paths']>[string]
export type Operation = NonNullable<PathItem['get']>

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const
const ACCESS_TOKEN = 'accessToken'

const introduction = [
  'Calls carry `Authorization: Bearer {token}`. Get the token from `GET /api/auth/token` with the',
  'cookie from signing in. It is valid for a few minutes; then get a new one. Bodies are JSON unless said otherwise,',
  'instants are UTC, days are calendar days of the shop. All failures have one form: `error.code` is from a closed',
  'list, `error.message` is a sentence for a person, `error.field` names the faulty input.',
].join(' ')

/** Builds the OpenAPI document of all mounted routes, from the routes themselves. */
export function describeApi({ open, guarded }: Pick<Mounts, 'open' | 'guarded'>): ApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Stockcast API', version: '1', description: introduction },
    servers: [{ url: '/' }],
    paths: { ...getPaths(open, false), ...getPaths(guarded, true) },
    components: {
      schemas: { Failure: failureSchema() },
      securitySchemes: { [ACCESS_TOKEN]: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function getPaths(mounts: Mounts['open'], isGuarded: boolean): Record<string, PathItem> {
  const joined = new OpenAPIHono<AppEnv>()
  for (const { path, routes } of mounts) joined.route(path, routes)
  const { paths = {} } = joined.getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '' } })
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path, completeItem(path, item, isGuarded)]),
  )
}

/** Returns every operation of a path with its method, in a fixed order. */
export function getOperations(item: PathItem): [method: string, operation: Operation][] {
  return METHODS.flatMap((method) => (item[method] ? [[method, item[method]]] : []))
}

function completeItem(path: string, item: PathItem, isGuarded: boolean): PathItem {
  return Object.fromEntries(
    getOperations(item).map(([method, operation]) => [
      method,
      {
        operationId: operationId(method, path),
        tags: [getTag(path)],
        ...operation,
        summary: (operation.summary ?? getDescription(operation.responses?.[200])).replace(/\.$/, ''),
        ...(operation.parameters ? { parameters: operation.parameters.map(completeParameter) } : {}),
        security: isGuarded ? [{ [ACCESS_TOKEN]: [] }] : [],
        responses: { ...getFailures(operation, path, isGuarded), ...operation.responses },
      },
    ]),
  )
}

type Parameter = NonNullable<Operation['parameters']>[number]
type Schema = NonNullable<NonNullable<ApiDocument['components']>['schemas']>[string]

/** Marks a path parameter as required, whatever its schema would allow. */
function completeParameter(parameter: Parameter): Parameter {
  if (!('in' in parameter) || parameter.in !== 'path') return parameter
  const { type, ...schema } = parameter.schema as { type?: string | string[] }
  const [known] = [type ?? 'string'].flat()
  return { ...parameter, required: true, schema: { ...schema, type: known } as Schema }
}

function getDescription(answer: { description?: string } | undefined): string {
  return answer?.description ?? ''
}

function getFailures(operation: Operation, path: string, isGuarded: boolean) {
  const hasInput = operation.requestBody !== undefined || (operation.parameters ?? []).length > 0
  return {
    ...(hasInput ? { 400: failure('Something in the request is invalid; `field` names it.') } : {}),
    ...(isGuarded ? { 401: failure('Nobody is signed in.') } : {}),
    ...(path.includes('{') ? { 404: failure('The thing does not exist, or it is not yours.') } : {}),
    default: failure('Any other failure, by its code.'),
  }
}

function failure(description: string) {
  return {
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  }
}

/** Returns an id: `get /api/products/{variantId}` is `getProductsByVariantId`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/(api|functions)\//, '')
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
  return [method, ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}

function getTag(path: string): string {
  const [, root, part] = path.split('/')
  return root === 'functions' ? 'functions' : (part ?? '').replace(/\..*/, '')
}

function failureSchema() {
  const { $schema: _, ...schema } = z.toJSONSchema(errorBodySchema)
  return schema as Schema
}
