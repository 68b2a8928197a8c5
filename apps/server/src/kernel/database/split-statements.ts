/** Comments, texts, names in quotes and bodies of functions, in which a semicolon ends nothing. */
const WHOLE = [/--[^\n]*/, /\/\*.*?\*\//, /'(?:[^']|'')*'/, /"[^"]*"/, /(?<tag>\$\w*\$).*?\k<tag>/]
const PIECE = new RegExp(`${WHOLE.map(({ source }) => source).join('|')}|;|.`, 'gs')
const COMMENT = /^(?:--|\/\*)/

/**
 * Splits SQL into its statements, without those that are empty. Texts must escape a quote by doubling it, and bodies of
 * functions must stand between dollar signs.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let statement = ''
  let isEmpty = true
  const end = () => {
    if (!isEmpty) statements.push(statement.trim())
    statement = ''
    isEmpty = true
  }
  for (const [piece] of sql.matchAll(PIECE)) {
    if (piece === ';') end()
    else {
      statement += piece
      if (!COMMENT.test(piece) && piece.trim() !== '') isEmpty = false
    }
  }
  end()
  return statements
}
