import path from 'node:path'

/** Belongs to the environment of a child process, which then starts from the code that an earlier one has compiled. */
export const compileCache = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../../../node_modules/.cache/compiled'),
}
