/** Returns to which half of the catalogue a series belongs, 0 or 1, by its id (FNV-1a hash, Fowler, Noll and Vo). */
export function getHalf(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 16)) & 1
}
