import { type GraphQLObjectType, type GraphQLOutputType, getNamedType, isObjectType } from 'graphql'

/** Returns the connection type behind a field's type; null when the field is not a connection. */
export function getConnection(type: GraphQLOutputType): GraphQLObjectType | null {
  const named = getNamedType(type)
  return isObjectType(named) && named.name.endsWith('Connection') ? named : null
}

/** Returns the type of a connection's nodes. */
export function getNodeType(connection: GraphQLObjectType) {
  return getNamedType(connection.getFields().nodes!.type)
}
