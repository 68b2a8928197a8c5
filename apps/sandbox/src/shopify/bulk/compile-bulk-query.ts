import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  getArgumentValues,
  getNamedType,
  isLeafType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { getConnection, getNodeType } from '../graphql/connection-type.ts'
import { readers } from '../graphql/read-root.ts'
import type { ReadContext } from '../graphql/readers.ts'
import { schema } from '../graphql/schema.ts'

type Source = unknown
type Read = (source: Source, context: ReadContext) => unknown
/** Writes `"key":value`. */
type Member = (source: Source, context: ReadContext) => string

export interface NodeShape {
  members: Member[]
  connections: ConnectionShape[]
}

export interface ConnectionShape {
  list(source: Source, context: ReadContext): readonly Source[]
  getId: Read
  node: NodeShape
}

/**
 * Turns a valid bulk query into functions that write each node's JSON straight from the store: running GraphQL for
 * every one of hundreds of thousands of nodes would take minutes.
 */
export function compileBulkQuery(query: string): ConnectionShape[] {
  const operation = parse(query).definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)
  if (!operation) throw new RangeError('query must hold an operation')
  return compileSelections(schema.getQueryType()!, operation.selectionSet).connections
}

export function writeMembers(shape: NodeShape, source: Source, context: ReadContext): string {
  return shape.members.map((member) => member(source, context)).join(',')
}

function compileSelections(type: GraphQLObjectType, { selections }: SelectionSetNode): NodeShape {
  const shape: NodeShape = { members: [], connections: [] }
  for (const selection of selections) {
    if (selection.kind !== Kind.FIELD) throw new RangeError('bulk queries have no fragments here')
    addField(shape, type, selection)
  }
  return shape
}

function addField(shape: NodeShape, type: GraphQLObjectType, node: FieldNode): void {
  const key = `${JSON.stringify(node.alias?.value ?? node.name.value)}:`
  if (node.name.value === '__typename') {
    shape.members.push(() => `${key}"${type.name}"`)
    return
  }
  const field = type.getFields()[node.name.value]!
  const args = getArgumentValues(field, node)
  const connection = getConnection(field.type)
  if (connection) {
    shape.connections.push(compileConnection({ type, field, args, connection, node }))
    return
  }
  const read = getReader(type, field.name, args)
  const named = getNamedType(field.type)
  if (isLeafType(named)) {
    shape.members.push((source, context) => key + writeLeaf(read(source, context)))
    return
  }
  const inner = compileSelections(named as GraphQLObjectType, node.selectionSet!)
  shape.members.push((source, context) => key + writeObjects(inner, read(source, context), context))
  // Connections inside an object belong to the node around it.
  for (const nested of inner.connections) {
    shape.connections.push({
      ...nested,
      list: (source, context) => {
        const object = read(source, context)
        return object === null || object === undefined ? [] : nested.list(object, context)
      },
    })
  }
}

function compileConnection(part: {
  type: GraphQLObjectType
  field: GraphQLField<unknown, unknown>
  args: Record<string, unknown>
  connection: GraphQLObjectType
  node: FieldNode
}): ConnectionShape {
  const { type, field, args, connection, node } = part
  const nodeType = getNodeType(connection) as GraphQLObjectType
  const edges = selectedField(node.selectionSet!, 'edges')
  const selected = edges && selectedField(edges.selectionSet!, 'node')
  return {
    list: (source, context) => {
      const list = readers[type.name]?.connections?.[field.name]
      if (!list) throw new RangeError(`no connection ${type.name}.${field.name} in the sandbox`)
      return list(source as never, args as never, context).nodes
    },
    getId: getReader(nodeType, 'id', {}),
    node: selected ? compileSelections(nodeType, selected.selectionSet!) : { members: [], connections: [] },
  }
}

function selectedField(selections: SelectionSetNode, name: string): FieldNode | undefined {
  return selections.selections.find(
    (each): each is FieldNode => each.kind === Kind.FIELD && each.name.value === name,
  )
}

function getReader(type: GraphQLObjectType, field: string, args: Record<string, unknown>): Read {
  const read = readers[type.name]?.fields?.[field]
  return read
    ? (source, context) => read(source as never, args as never, context)
    : (source) => (source as Record<string, unknown>)[field]
}

function writeObjects(shape: NodeShape, value: unknown, context: ReadContext): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `[${value.map((item) => writeObjects(shape, item, context)).join(',')}]`
  return `{${writeMembers(shape, value, context)}}`
}

/** Writes JSON with escaped slashes, as Shopify writes its result files. */
export function writeLeaf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null || value === undefined) return 'null'
  const text = JSON.stringify(value)
  return text.includes('/') ? text.replaceAll('/', '\\/') : text
}
