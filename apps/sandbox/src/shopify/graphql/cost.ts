import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'
import { getConnection } from './connection-type.ts'

const CONNECTION_COST = 2
const MUTATION_COST = 10

export interface CostArguments {
  schema: GraphQLSchema
  operation: OperationDefinitionNode
  fragments: Readonly<Record<string, FragmentDefinitionNode>>
  variables: Readonly<Record<string, unknown>>
}

/**
 * Points of an operation: an object 1, a connection 2 and its page size times its nodes, a list its `first` times
 * its items, a mutation 10, scalars nothing. With `data`, what the answer really held is counted instead of page sizes.
 * Source: shopify.dev/docs/api/usage/limits, calculating query cost.
 */
export function getCost(args: CostArguments, data?: unknown): number {
  const { operation, schema } = args
  if (operation.operation === 'mutation') return MUTATION_COST * operation.selectionSet.selections.length
  return selectionCost(args, operation.selectionSet, schema.getQueryType()!, data)
}

/** Returns the cost of a selection; counts by page size where `data` is undefined, which is not known yet. */
function selectionCost(
  args: CostArguments,
  selections: SelectionSetNode,
  type: GraphQLCompositeType,
  data: unknown,
): number {
  let cost = 0
  for (const selection of selections.selections) {
    if (selection.kind === Kind.FIELD) {
      cost += fieldCost(args, selection, type, data)
      continue
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? args.fragments[selection.name.value] : selection
    const condition = fragment?.typeCondition?.name.value
    const inner = condition ? args.schema.getType(condition) : type
    if (fragment && isCompositeType(inner)) cost += selectionCost(args, fragment.selectionSet, inner, data)
  }
  return cost
}

function fieldCost(
  args: CostArguments,
  field: FieldNode,
  parent: GraphQLCompositeType,
  data: unknown,
): number {
  const definition =
    isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[field.name.value] : undefined
  if (!definition || !field.selectionSet) return 0
  const named = getNamedType(definition.type)
  if (!isCompositeType(named) || named.name === 'PageInfo') return 0
  const isKnown = data !== undefined
  const value = isKnown ? readKey(data, field) : undefined
  if (isKnown && (value === null || value === undefined)) return 0
  if (getConnection(definition.type)) {
    const size = isKnown ? 1 : pageSize(args, field)
    return CONNECTION_COST + size * connectionCost(args, field.selectionSet, named, value)
  }
  const isList = isListType(isNonNullType(definition.type) ? definition.type.ofType : definition.type)
  if (isList && Array.isArray(value)) {
    return sum(value.map((item) => 1 + selectionCost(args, field.selectionSet!, named, item)))
  }
  const size = isList && !isKnown ? pageSize(args, field, 1) : 1
  return size * (1 + selectionCost(args, field.selectionSet, named, value))
}

/** Points of one node, or of all nodes where the answer is known. */
function connectionCost(
  args: CostArguments,
  selections: SelectionSetNode,
  connection: GraphQLCompositeType,
  data: unknown,
): number {
  let cost = 0
  for (const selection of selections.selections) {
    if (selection.kind !== Kind.FIELD || !selection.selectionSet) continue
    const isEdges = selection.name.value === 'edges'
    if (!isEdges && selection.name.value !== 'nodes') continue
    const member = isObjectType(connection) ? connection.getFields()[selection.name.value] : undefined
    const type = member && getNamedType(member.type)
    if (!isCompositeType(type)) continue
    const inner = (item: unknown) =>
      (isEdges ? 0 : 1) + selectionCost(args, selection.selectionSet!, type, item)
    const items = data === undefined ? undefined : readKey(data, selection)
    cost += Array.isArray(items) ? sum(items.map(inner)) : data === undefined ? inner(undefined) : 0
  }
  return cost
}

function pageSize(args: CostArguments, field: FieldNode, otherwise = 0): number {
  const argument = field.arguments?.find(({ name }) => name.value === 'first' || name.value === 'last')
  if (!argument) return otherwise
  const size = valueFromASTUntyped(argument.value, args.variables)
  return typeof size === 'number' ? size : otherwise
}

function readKey(data: unknown, field: FieldNode): unknown {
  return (data as Record<string, unknown>)[field.alias?.value ?? field.name.value]
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
