import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { getConnection } from '../graphql/connection-type.ts'
import { schema } from '../graphql/schema.ts'

const MAX_BYTES = 65_535
const MAX_CONNECTIONS = 5
const DEEPEST_NESTING = 2

interface OpenField {
  name: string
  isConnection: boolean
  isList: boolean
}

interface Findings {
  connections: string[]
  withoutEdges: string[]
  parents: Set<string>
  withoutId: Set<string>
  deepest: number
  isInList: boolean
}

/** Returns the user errors, in Shopify's words, that keep a bulk query from starting; none when it may start. */
export function validateBulkQuery(query: string): string[] {
  if (Buffer.byteLength(query) > MAX_BYTES) return [`Query is too long (maximum is ${MAX_BYTES} bytes)`]
  const document = parseBulkQuery(query)
  if (typeof document === 'string') return [`Invalid bulk query: ${document}`]
  const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)
  if (operation?.operation !== 'query')
    return ['Invalid operation type. Only `query` operations are supported.']
  if (hasTopLevelNode(operation)) {
    return [
      'Bulk queries cannot contain a top level `node` field.',
      'Bulk queries must contain at least one connection.',
    ]
  }
  const invalid = validate(schema, document)
  if (invalid.length > 0) return invalid.map((error) => `Invalid bulk query: ${error.message}`)
  return describe(examine(document))
}

function parseBulkQuery(query: string): DocumentNode | string {
  try {
    return parse(query)
  } catch (error) {
    if (error instanceof GraphQLError) return error.message
    throw error
  }
}

function hasTopLevelNode(operation: OperationDefinitionNode): boolean {
  return operation.selectionSet.selections.some(
    (each) => each.kind === Kind.FIELD && (each.name.value === 'node' || each.name.value === 'nodes'),
  )
}

function examine(document: DocumentNode): Findings {
  const findings: Findings = {
    connections: [],
    withoutEdges: [],
    parents: new Set(),
    withoutId: new Set(),
    deepest: -1,
    isInList: false,
  }
  const types = new TypeInfo(schema)
  const open: OpenField[] = []
  const enter = (node: FieldNode) => {
    const type = types.getFieldDef()!.type
    const isConnection = getConnection(type) !== null
    if (isConnection) examineConnection(node, open, findings)
    const isPage = open.at(-1)?.isConnection === true
    const isList = !isPage && isListType(isNonNullType(type) ? type.ofType : type)
    open.push({ name: node.name.value, isConnection, isList })
    if (open.at(-2)?.isConnection && node.name.value === 'edges' && !selectsId(node)) {
      findings.withoutId.add(open.at(-2)!.name)
    }
  }
  visit(document, visitWithTypeInfo(types, { Field: { enter, leave: () => void open.pop() } }))
  return findings
}

function examineConnection(node: FieldNode, open: readonly OpenField[], findings: Findings): void {
  findings.connections.push(node.name.value)
  findings.deepest = Math.max(findings.deepest, open.filter((each) => each.isConnection).length)
  const parent = open.findLast((each) => each.isConnection)
  if (parent) findings.parents.add(parent.name)
  if (open.some((each) => each.isList)) findings.isInList = true
  const selected = getFields(node.selectionSet).map((field) => field.name.value)
  if (!selected.includes('edges') || selected.includes('nodes')) findings.withoutEdges.push(node.name.value)
}

function selectsId(edges: FieldNode): boolean {
  const node = getFields(edges.selectionSet).find((field) => field.name.value === 'node')
  return getFields(node?.selectionSet).some((field) => field.name.value === 'id' && !field.alias)
}

function getFields(selections: SelectionSetNode | undefined): FieldNode[] {
  return (selections?.selections ?? []).filter((each) => each.kind === Kind.FIELD)
}

function describe(findings: Findings): string[] {
  const { connections, withoutEdges } = findings
  const messages: string[] = []
  if (withoutEdges.length > 0) {
    messages.push(
      `All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: '${withoutEdges[0]} { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: '${withoutEdges.join("', '")}'.`,
    )
  }
  if (findings.deepest > DEEPEST_NESTING) {
    messages.push(
      `Bulk queries cannot contain connections with a nesting depth greater than ${DEEPEST_NESTING}.`,
    )
  }
  if (connections.length > MAX_CONNECTIONS) {
    messages.push(`Bulk queries cannot contain more than ${MAX_CONNECTIONS} connections.`)
  }
  const parents = [...findings.parents].filter((name) => findings.withoutId.has(name))
  if (parents.length > 0) {
    messages.push(
      `The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': ${parents.join(', ')}.`,
    )
  }
  if (findings.isInList) {
    messages.push('Queries that contain a connection field within a list field are not currently supported.')
  }
  if (connections.length === 0) messages.push('Bulk queries must contain at least one connection.')
  return messages
}
