import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  getArgumentValues,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { connectionOf, nodeTypeOf } from '../graphql/connection-type.ts'
import { readers } from '../graphql/read-root.ts'
import type { ReadContext } from '../graphql/readers.ts'
import { schema } from '../graphql/schema.ts'

type Source = unknown
type Read = (source: Source, context: ReadContext) => unknown
/** Writes `"key":value`; empty when the member is not one of this source's type. */
type Member = (source: Source, context: ReadContext) => string
type SelectableType = GraphQLObjectType | GraphQLInterfaceType

export interface NodeShape {
  members: Member[]
  connections: ConnectionShape[]
}

export interface ConnectionShape {
  list(source: Source, context: ReadContext): readonly Source[]
  idOf: Read
  node: NodeShape
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/**
 * Turns a valid bulk query into functions that write each node's JSON straight from the store: running GraphQL for
 * every one of hundreds of thousands of nodes would take minutes.
 */
export function compileBulkQuery(query: string): ConnectionShape[] {
  const { definitions } = parse(query)
  const fragments = new Map(
    definitions
      .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((each) => [each.name.value, each]),
  )
  const operation = definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)
  if (!operation) throw new RangeError('query must hold an operation')
  return compileSelections(schema.getQueryType()!, operation.selectionSet, fragments).connections
}

export function writeMembers(shape: NodeShape, source: Source, context: ReadContext): string {
  let text = ''
  for (const member of shape.members) {
    const written = member(source, context)
    if (written !== '') text += text === '' ? written : `,${written}`
  }
  return text
}

function compileSelections(
  type: SelectableType,
  selections: SelectionSetNode,
  fragments: Fragments,
): NodeShape {
  const shape: NodeShape = { members: [], connections: [] }
  for (const selection of selections.selections) {
    if (selection.kind === Kind.FIELD) {
      addField(shape, type, selection, fragments)
      continue
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value)! : selection
    const condition = fragment.typeCondition?.name.value ?? type.name
    const inner = compileSelections(
      schema.getType(condition) as SelectableType,
      fragment.selectionSet,
      fragments,
    )
    const applies = (source: Source) => condition === type.name || typeNameOf(type, source) === condition
    shape.members.push((source, context) => (applies(source) ? writeMembers(inner, source, context) : ''))
    shape.connections.push(
      ...inner.connections.map((connection) => ({
        ...connection,
        list: (source: Source, context: ReadContext) =>
          applies(source) ? connection.list(source, context) : [],
      })),
    )
  }
  return shape
}

function addField(shape: NodeShape, type: SelectableType, node: FieldNode, fragments: Fragments): void {
  const key = `${JSON.stringify(node.alias?.value ?? node.name.value)}:`
  if (node.name.value === '__typename') {
    shape.members.push((source) => `${key}"${typeNameOf(type, source)}"`)
    return
  }
  const field = type.getFields()[node.name.value]!
  const args = getArgumentValues(field, node)
  const connection = connectionOf(field.type)
  if (connection) {
    shape.connections.push(compileConnection({ type, field, args, connection, node, fragments }))
    return
  }
  const read = readerOf(type, field.name, args)
  const named = getNamedType(field.type)
  if (isLeafType(named)) {
    shape.members.push((source, context) => key + writeLeaf(read(source, context)))
    return
  }
  const inner = compileSelections(named as SelectableType, node.selectionSet!, fragments)
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
  type: SelectableType
  field: GraphQLField<unknown, unknown>
  args: Record<string, unknown>
  connection: GraphQLObjectType
  node: FieldNode
  fragments: Fragments
}): ConnectionShape {
  const { type, field, args, connection, node, fragments } = part
  const nodeType = nodeTypeOf(connection) as SelectableType
  const edges = selectedField(node.selectionSet!, 'edges')
  const selected = edges && selectedField(edges.selectionSet!, 'node')
  return {
    list: (source, context) => {
      const list = readers[typeNameOf(type, source)]?.connections?.[field.name]
      if (!list) throw new RangeError(`no connection ${type.name}.${field.name} in the sandbox`)
      return list(source as never, args as never, context).nodes
    },
    idOf: readerOf(nodeType, 'id', {}),
    node: selected
      ? compileSelections(nodeType, selected.selectionSet!, fragments)
      : { members: [], connections: [] },
  }
}

function selectedField(selections: SelectionSetNode, name: string): FieldNode | undefined {
  return selections.selections.find(
    (each): each is FieldNode => each.kind === Kind.FIELD && each.name.value === name,
  )
}

function readerOf(type: SelectableType, field: string, args: Record<string, unknown>): Read {
  const fallback: Read = (source) => (source as Record<string, unknown>)[field]
  const ofType = (name: string): Read => {
    const read = readers[name]?.fields?.[field]
    return read ? (source, context) => read(source as never, args as never, context) : fallback
  }
  if (isObjectType(type)) return ofType(type.name)
  const byName = new Map(schema.getPossibleTypes(type).map(({ name }) => [name, ofType(name)]))
  return (source, context) => byName.get(typeNameOf(type, source))!(source, context)
}

function typeNameOf(type: SelectableType, source: Source): string {
  return isInterfaceType(type) ? (source as { __typename: string }).__typename : type.name
}

function writeObjects(shape: NodeShape, value: unknown, context: ReadContext): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `[${value.map((item) => writeObjects(shape, item, context)).join(',')}]`
  return `{${writeMembers(shape, value, context)}}`
}

/** JSON with escaped slashes, as Shopify writes its result files. */
export function writeLeaf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null || value === undefined) return 'null'
  const text = JSON.stringify(value)
  return text.includes('/') ? text.replaceAll('/', '\\/') : text
}
